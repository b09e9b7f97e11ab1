import { MAX_HEADER_IMAGE_BYTES, ok, refuse, type Result } from '#domain/kernel/index.ts'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

/** What a file chooser offers; what was chosen is judged by its bytes, because a name proves nothing. */
export const IMAGE_TYPES = 'image/png,image/jpeg'

/**
 * The bytes of a picture for the head of a form or of its PDF: png or jpeg, at most 5 MB (part 2, point 5).
 * Refuses with file.too-large, file.wrong-type and file.unreadable.
 */
export async function readImage(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<Result<Uint8Array<ArrayBuffer>>> {
  if (file.size > MAX_HEADER_IMAGE_BYTES)
    return refuse('file.too-large', { kind: 'image', max: MAX_HEADER_IMAGE_BYTES / 1024 / 1024 })
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return refuse('file.unreadable')
  }
  return startsWith(bytes, PNG) || startsWith(bytes, JPEG) ? ok(bytes) : refuse('file.wrong-type')
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}
