import type { AnswerId, DeviceId, MutationId, PlaceId, TemplateId, UserId } from './ids.ts'

/** Crockford's base 32: no I, L, O or U, so that ids can be read aloud and written down. */
export const CROCKFORD_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Writes 16 random bytes as 26 Crockford characters. @param bytes exactly 16, from a cryptographic source */
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
      id += CROCKFORD_ALPHABET[(value >> bits) & 31] ?? ''
    }
  }
  return id + (CROCKFORD_ALPHABET[(value << (5 - bits)) & 31] ?? '')
}

export function generateAnswerId(bytes: Uint8Array): AnswerId {
  return toRandomId(bytes) as AnswerId
}

export function generateMutationId(bytes: Uint8Array): MutationId {
  return toRandomId(bytes) as MutationId
}

/** Id of a new form, generated on a device so that retries create one form. */
export function generateTemplateId(bytes: Uint8Array): TemplateId {
  return toRandomId(bytes) as TemplateId
}

/** Id of a new user, generated on a device so that retries create one user. */
export function generateUserId(bytes: Uint8Array): UserId {
  return toRandomId(bytes) as UserId
}

/** Last segment of a new area's path. */
export function generateAreaId(bytes: Uint8Array): string {
  return toRandomId(bytes)
}

export function generateDeviceId(bytes: Uint8Array): DeviceId {
  return toRandomId(bytes) as DeviceId
}

/** Unique part of a job's id, for jobs without a natural key. */
export function generateJobId(bytes: Uint8Array): string {
  return toRandomId(bytes)
}

/** Last segment of a new province's or municipality's path, generated on a device so that retries create one place. */
export function generatePlaceId(bytes: Uint8Array): PlaceId {
  return toRandomId(bytes) as PlaceId
}
