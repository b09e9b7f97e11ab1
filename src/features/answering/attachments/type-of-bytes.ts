import type { Result } from '#domain/kernel/index.ts'

/**
 * What the server will find in the bytes, whatever name and browser say: its own rule, loaded with the first file.
 * @param length the size that is judged; a photo's is judged once it is drawn
 * @returns its type, or file.wrong-type / file.too-large
 */
export async function typeOfBytes(file: Blob, name: string, length = file.size): Promise<Result<string>> {
  const { acceptType, sniff } = await import('#domain/files/index.ts')
  const read = async (offset: number, count: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(offset, offset + count).arrayBuffer())
  return acceptType(await sniff({ bytes: file.size, read }), name, length)
}
