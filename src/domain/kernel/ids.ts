import { z } from 'zod'

/** Crockford's base 32: no I, L, O or U, so that a person can read it aloud and write it on paper. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const RANDOM_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/
/** Without `__x__`: stores keep such names for themselves, and a key made of one is refused there. */
const DOCUMENT_ID = /^(?!__.*__$)[A-Za-z0-9_-]{1,64}$/

/** Made on a device from 128 random bits: never guessed, never taken twice. */
export const answerIdSchema = z.string().regex(RANDOM_ID).brand<'AnswerId'>()
export const mutationIdSchema = z.string().regex(RANDOM_ID).brand<'MutationId'>()
export const deviceIdSchema = z.string().regex(RANDOM_ID).brand<'DeviceId'>()
/** Documents that people name or that older systems brought along. */
export const userIdSchema = z.string().regex(DOCUMENT_ID).brand<'UserId'>()
export const templateIdSchema = z.string().regex(DOCUMENT_ID).brand<'TemplateId'>()
/** Of a form that is made now: random like an answer's, so that nobody squats on a name. */
export const createdTemplateIdSchema = z.string().regex(RANDOM_ID).brand<'TemplateId'>()
/** Given by the citizen registry. */
export const citizenIdSchema = z.string().regex(DOCUMENT_ID).brand<'CitizenId'>()
export const sessionIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .brand<'SessionId'>()
/** SHA-256 of a file's bytes, 64 lower-case hex digits: a file's name everywhere. */
export const sha256Schema = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'Sha256'>()

export type AnswerId = z.infer<typeof answerIdSchema>
export type MutationId = z.infer<typeof mutationIdSchema>
export type DeviceId = z.infer<typeof deviceIdSchema>
export type UserId = z.infer<typeof userIdSchema>
export type TemplateId = z.infer<typeof templateIdSchema>
export type CitizenId = z.infer<typeof citizenIdSchema>
export type SessionId = z.infer<typeof sessionIdSchema>
export type Sha256 = z.infer<typeof sha256Schema>

/**
 * Writes 16 random bytes as 26 Crockford characters.
 * @param bytes exactly 16, from a cryptographic source that the caller passes in
 */
function toRandomId(bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new Error(`An id needs 16 random bytes, not ${bytes.length}`)
  let bits = 0
  let value = 0
  let id = ''
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      id += CROCKFORD[(value >> bits) & 31] ?? ''
    }
  }
  return id + (CROCKFORD[(value << (5 - bits)) & 31] ?? '')
}

export function newAnswerId(bytes: Uint8Array): AnswerId {
  return answerIdSchema.parse(toRandomId(bytes))
}

export function newMutationId(bytes: Uint8Array): MutationId {
  return mutationIdSchema.parse(toRandomId(bytes))
}

/** The id of a form that is made on a device: sending it twice makes one form. */
export function newTemplateId(bytes: Uint8Array): TemplateId {
  return templateIdSchema.parse(toRandomId(bytes))
}

export function newDeviceId(bytes: Uint8Array): DeviceId {
  return deviceIdSchema.parse(toRandomId(bytes))
}
