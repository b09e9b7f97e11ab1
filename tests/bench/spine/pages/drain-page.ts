/** What each system's page offers to the bench: queue work locally, then send all of it. Both may come repeatedly. */

export type Fill = {
  /** the same JSON for each system; `id` is unique */
  readonly documents: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[]
  /** a photo of this size goes with each document; 0 for none */
  readonly photoBytes: number
  /** number of the first document: photos differ by it */
  readonly first: number
  /** which of its storages the peer uses */
  readonly variant: string
  /** documents per request */
  readonly batch: number
}

export type Drained = {
  /** from the call that sends to the last receipt stored locally */
  readonly milliseconds: number
  /** documents that the server says it has */
  readonly received: number
}

export type DrainPage = { fill(fill: Fill): Promise<void>; drain(): Promise<Drained> }

export function expose(page: object): void {
  Object.assign(globalThis, { bench: page })
}

/** Bytes that no compression shrinks and that differ from photo to photo; a JPEG's first bytes, since servers look. */
export function photo(seed: number, bytes: number): Promise<ArrayBuffer> {
  const data = new Uint8Array(bytes)
  let state = (seed + 1) * 2_654_435_761
  const words = new Uint32Array(data.buffer, 0, bytes >> 2)
  for (let index = 0; index < words.length; index += 1) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[index] = state
  }
  data.set([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0])
  return Promise.resolve(data.buffer)
}

export function base64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}
