/** Collects bytes into one file of this type without holding it in memory. */
export type CollectBytes = (chunks: AsyncIterable<Bytes>, type: string) => Promise<Blob>
export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Bytes to collect before they become a Blob. Browsers store Blobs outside the page, and may move Blobs above some 250
 * KB to disk.
 */
const MAX_PIECE_BYTES = 1_000_000

/**
 * Stores pieces in Blobs, because `Response.blob()` would hold the whole file in the worker's memory until it is
 * complete.
 */
export const collectInBlobs: CollectBytes = async (chunks, type) => {
  const pieces: Blob[] = []
  let [piece, size]: [Bytes[], number] = [[], 0]
  for await (const chunk of chunks) {
    piece.push(chunk)
    size += chunk.byteLength
    if (size < MAX_PIECE_BYTES) continue
    pieces.push(new Blob(piece))
    ;[piece, size] = [[], 0]
  }
  return new Blob([...pieces, ...piece], { type })
}

/** Iterates over a stream, also in browsers whose streams are not iterable. */
export async function* iterateStream(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}
