import { MAX_PDF_LOGO_BYTES, ok, refuse, type Result } from '#domain/kernel/index.ts'

/** What a file chooser offers; the server judges the bytes. */
export const LOGO_TYPES = 'image/png,image/jpeg'

/** PNG or JPEG up to 5 MB (part 3, point 5) as base64; refuses: file.too-large, file.wrong-type, file.damaged. */
export async function readLogo(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<Result<string>> {
  if (file.size > MAX_PDF_LOGO_BYTES) return refuse('file.too-large', { limit: MAX_PDF_LOGO_BYTES })
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  if (bytes === null || bytes.length === 0) return refuse('file.damaged')
  if (!isPng(bytes) && !isJpeg(bytes)) return refuse('file.wrong-type')
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += STRETCH)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + STRETCH)))
  return ok(btoa(pieces.join('')))
}

const STRETCH = 8192
const isPng = (bytes: Uint8Array): boolean =>
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, index) => bytes[index] === byte)
const isJpeg = (bytes: Uint8Array): boolean => [0xff, 0xd8, 0xff].every((byte, index) => bytes[index] === byte)
