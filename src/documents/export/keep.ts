/** Takes bytes as they come and gives them as one file of this type: an export is kept without being in memory. */
export type Keep = (chunks: AsyncIterable<Bytes>, type: string) => Promise<Blob>
export type Bytes = Uint8Array<ArrayBuffer>

/** Bytes of one piece, about: a browser takes it over from the page, and from some 250 KB on may move it to disk. */
const PIECE = 1_000_000

/** In blobs, piece by piece; `Response.blob()` would hold the whole file in the worker until its last byte. */
export const keepInBlobs: Keep = async (chunks, type) => {
  const pieces: Blob[] = []
  let [piece, size]: [Bytes[], number] = [[], 0]
  for await (const chunk of chunks) {
    piece.push(chunk)
    size += chunk.byteLength
    if (size < PIECE) continue
    pieces.push(new Blob(piece))
    ;[piece, size] = [[], 0]
  }
  return new Blob([...pieces, ...piece], { type })
}

/** What a stream gives, for browsers whose streams cannot be walked. */
export async function* chunksOf(stream: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = stream.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    await reader.cancel()
  }
}
