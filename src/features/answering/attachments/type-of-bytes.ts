import type { Result } from '#domain/kernel/index.ts'

/**
 * Determines the file type from the bytes, by the server's rule. The rule is loaded with the first file.
 * @param length the size to check; photos are checked after shrinking
 * @returns the media type, or file.wrong-type / file.too-large
 */
export async function detectBytesType(file: Blob, name: string, length = file.size): Promise<Result<string>> {
  const { checkDetectedType, detectMediaType: sniff } = await import('#domain/files/index.ts')
  const read = async (offset: number, count: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(offset, offset + count).arrayBuffer())
  return checkDetectedType(await sniff({ bytes: file.size, read }), name, length)
}
