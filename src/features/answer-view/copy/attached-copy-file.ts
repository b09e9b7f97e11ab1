import { checkPlace, type FileClaim } from '#domain/answering/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { CapturedFile } from '#local/index.ts'

/** What a file chooser offers; the bytes decide. */
export const ATTACHABLE = '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.csv,.rtf,.odt,.ods,.odp,.odg,.png,.jpg,.jpeg'

/** Measures a file for a copy (part 3, point 5). Refuses with file.too-large, file.wrong-type, file.damaged. */
export async function attachedFile(file: File): Promise<Result<CapturedFile>> {
  // Before it is read: checkPlace knows the limit of each type, and the greatest of them is this one.
  const early = checkPlace('copy', { type: 'application/pdf', bytes: file.size })
  if (!early.ok) return early
  const data = await file.arrayBuffer().catch(() => null)
  if (data === null || data.byteLength === 0) return refuse('file.damaged')
  const bytes = new Uint8Array(data)
  const [{ acceptType, sniff }, { sha256Of }] = await Promise.all([
    import('#domain/files/index.ts'),
    import('#sync/index.ts'),
  ])
  const found = await sniff({
    bytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
  const type = acceptType(found, file.name, bytes.length)
  if (!type.ok) return type
  const placed = checkPlace('copy', { type: type.value, bytes: bytes.length })
  if (!placed.ok) return placed
  const sha256 = await sha256Of(crypto, bytes)
  const claim: FileClaim = { sha256, bytes: bytes.length, type: type.value, name: file.name.slice(-255) || 'file' }
  return ok({ claim, data })
}
