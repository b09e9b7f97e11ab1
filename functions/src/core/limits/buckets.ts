import type { Key } from '#domain/store/index.ts'
import { sha256Hex } from '../http/digest.ts'

const BUCKET_DIGITS = 4
/** Names whose hash is remembered: who works pushes again and again, and a hash costs a thread's turn. */
const MOST_REMEMBERED = 2_000
const remembered = new Map<string, Key<never>>()

/**
 * What is counted to slow someone down: attempts to get in, what the public sends and asks (`public…`), what makers of
 * `forms` and `changes` of answers store, `pdfs`, `copies` by e-mail, guesses at the code of `records`, looks
 * (`citizens`, `status`, `nearby`), codes for `booking`, `places` in unpaid and in free orders, e-mails of unpaid
 * orders, and wrong codes of `discounts`.
 */
export type BucketKind =
  | 'account'
  | 'address'
  | 'everywhere'
  | 'factor'
  | 'factor-everywhere'
  | 'forgotten'
  | 'forgotten-from'
  | 'forgotten-all'
  | 'invitations'
  | 'invitations-by'
  | 'public'
  | 'public-form'
  | 'public-files'
  | 'public-files-form'
  | 'public-files-share'
  | 'public-geocode'
  | 'public-geocode-form'
  | 'public-geocode-municipality'
  | 'sso'
  | 'forms'
  | 'changes'
  | 'pdfs'
  | 'records'
  | 'records-of'
  | 'records-key'
  | 'records-all'
  | 'records-references'
  | 'records-made'
  | 'status'
  | 'status-form'
  | 'status-all'
  | 'nearby'
  | 'nearby-form'
  | 'citizens'
  | 'booking'
  | 'copies'
  | 'copies-of'
  | 'copies-to'
  | 'places'
  | 'places-free'
  | 'order-emails'
  | 'order-emails-to'
  | 'discounts'
  | 'discounts-form'
  | 'discounts-all'

/** A counter's key: names are hashed into 65,536 buckets of each kind, so that invented ones cannot fill the disk. */
export async function bucketOf(kind: BucketKind, name: string): Promise<Key<never>> {
  const whole = `${kind}:${name}`
  const known = remembered.get(whole)
  if (known !== undefined) return known
  const key: Key<never> = `throttles/${kind}~${(await sha256Hex(whole)).slice(0, BUCKET_DIGITS)}`
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(whole, key)
  return key
}
