import { Metadata } from '@tus/server'
import { z } from 'zod'
import { MAX_FILE_BYTES, ok, refuse, toSafeFileName, sha256Schema } from '#domain/kernel/index.ts'
import type { Result, Sha256 } from '#domain/kernel/index.ts'
import { checkClaimedType } from '#domain/files/index.ts'

/** Description of a file that a device announces. */
export type UploadAnnouncement = {
  readonly sha256: Sha256
  readonly bytes: number
  readonly type: string
  readonly name: string
  /** for public files: the form whose answer will reference the file; not checked here */
  readonly form?: string
}

const claimSchema = z.object({
  sha256: sha256Schema,
  type: z.string().max(100).default(''),
  name: z.string().max(1000).default(''),
  form: z.string().max(200).optional(),
})

/**
 * Parses the headers of a creation request. Refuses with request.malformed, file.length-mismatch (empty),
 * file.too-large and file.wrong-type.
 */
export function parseAnnouncement(headers: Headers): Result<UploadAnnouncement> {
  // Refuses an unsupported tus extension, for which the library would report a server failure.
  if (headers.has('upload-concat')) return refuse('request.malformed')
  const length = headers.get('upload-length') ?? ''
  if (!/^\d{1,15}$/.test(length)) return refuse('request.malformed')
  const bytes = Number(length)
  if (bytes === 0) return refuse('file.length-mismatch')
  if (bytes > MAX_FILE_BYTES) return refuse('file.too-large', { limit: MAX_FILE_BYTES })
  const claim = claimSchema.safeParse(parseMetadata(headers.get('upload-metadata')))
  if (!claim.success) return refuse('request.malformed')
  const name = toSafeFileName(claim.data.name)
  const type = checkClaimedType(claim.data.type, name, bytes)
  const { sha256, form } = claim.data
  return type.ok ? ok({ sha256, bytes, type: type.value, name, ...(form === undefined ? {} : { form }) }) : type
}

function parseMetadata(header: string | null): unknown {
  try {
    const entries = Object.entries(Metadata.parse(header ?? undefined))
    return Object.fromEntries(entries.filter(([, value]) => value !== null))
  } catch {
    return undefined
  }
}
