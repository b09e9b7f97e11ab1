/** Parameters of a page's `fill`, which queues work locally; `drain` sends all of it. Both may be called repeatedly. */

export type FillRequest = {
  /** the same JSON for each system; `id` is unique */
  readonly documents: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[]
  /** bytes of the photo of each document; 0: none */
  readonly photoBytes: number
  /** number of the first document, from which photos are generated */
  readonly first: number
  /** storage that the peer uses */
  readonly variant: string
  /** documents per request */
  readonly batch: number
}

export type Drained = {
  /** milliseconds from the call that sends to the last receipt stored locally */
  readonly milliseconds: number
  /** documents that the server reports to have */
  readonly received: number
}

export type DrainPage = { fill(fill: FillRequest): Promise<void>; drain(): Promise<Drained> }

export function expose(page: object): void {
  Object.assign(globalThis, { bench: page })
}

/** Incompressible bytes that differ from photo to photo. They begin like a JPEG, because servers check that. */
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
