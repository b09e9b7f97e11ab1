import type { Result } from '#domain/kernel/index.ts'

/**
 * Applies the server's file type rule to the bytes, whatever name and browser say. Loaded with the first file.
 * @param length the size to check; photos are checked after shrinking
 * @returns the media type, or file.wrong-type / file.too-large
 */
export async function typeOfBytes(file: Blob, name: string, length = file.size): Promise<Result<string>> {
  const { acceptType, sniff } = await import('#domain/files/index.ts')
  const read = async (offset: number, count: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(offset, offset + count).arrayBuffer())
  return acceptType(await sniff({ bytes: file.size, read }), name, length)
}
