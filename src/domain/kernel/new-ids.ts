import type { AnswerId, DeviceId, MutationId, PlaceId, TemplateId, UserId } from './ids.ts'

/** Crockford's base 32: no I, L, O or U, so that a person can read it aloud and write it on paper. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

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
      id += CROCKFORD[(value >> bits) & 31] ?? ''
    }
  }
  return id + (CROCKFORD[(value << (5 - bits)) & 31] ?? '')
}

export function newAnswerId(bytes: Uint8Array): AnswerId {
  return toRandomId(bytes) as AnswerId
}

export function newMutationId(bytes: Uint8Array): MutationId {
  return toRandomId(bytes) as MutationId
}

/** The id of a form that is made on a device: sending it twice makes one form. */
export function newTemplateId(bytes: Uint8Array): TemplateId {
  return toRandomId(bytes) as TemplateId
}

/** The id of a user who is made on a device: sending it twice makes one user. */
export function newUserId(bytes: Uint8Array): UserId {
  return toRandomId(bytes) as UserId
}

/** The last segment of an area's path. */
export function newAreaId(bytes: Uint8Array): string {
  return toRandomId(bytes)
}

export function newDeviceId(bytes: Uint8Array): DeviceId {
  return toRandomId(bytes) as DeviceId
}

/** What tells one job from others of its kind, where nothing else does. */
export function newJobId(bytes: Uint8Array): string {
  return toRandomId(bytes)
}

/** Last segment of a province's or municipality's path, made where it is created: sending it twice makes one place. */
export function newPlaceId(bytes: Uint8Array): PlaceId {
  return toRandomId(bytes) as PlaceId
}
