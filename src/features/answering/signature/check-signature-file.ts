import { MAX_SIGNATURE_BYTES, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { imageTypeOf } from '../attachments/offered-files.ts'

/** PNG only, at most 1 MB (part 3, point 5). The bytes decide, not the name. */
export function checkSignatureFile(bytes: Uint8Array): Result<void> {
  if (bytes.length > MAX_SIGNATURE_BYTES) return refuse('file.too-large', { max: 1 })
  return imageTypeOf(bytes) === 'image/png' ? ok(undefined) : refuse('file.wrong-type')
}
