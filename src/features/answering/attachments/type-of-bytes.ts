import type { Result } from '#domain/kernel/index.ts'

/**
 * What the server will find in the bytes, whatever name and browser say: its own rule, loaded when the first file is chosen.
 * @param length by which its size is judged; that of a photo is judged when it has been drawn
 * @returns its type, or file.wrong-type / file.too-large
 */
export async function typeOfBytes(file: Blob, name: string, length = file.size): Promise<Result<string>> {
  const { acceptType, sniff } = await import('#domain/files/index.ts')
  const read = async (offset: number, count: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(offset, offset + count).arrayBuffer())
  return acceptType(await sniff({ bytes: file.size, read }), name, length)
}
