import type { Key } from '#domain/store/index.ts'
import { sha256Hex } from '../http/digest.ts'

const BUCKET_DIGITS = 4
/** Maximum cached hashes. They are cached because active accounts repeat them. */
const MAX_REMEMBERED = 2_000
const remembered = new Map<string, Key<never>>()

/**
 * Kinds of rate limits: sign-in attempts and single sign-ons (`sso`), links for `forgotten` passwords, `invitations`,
 * public requests (`public…`), stored `forms` and `changes` of answers, `pdfs`, `copies` by e-mail, guessed `records`
 * codes, lookups (`citizens`, `status`, `nearby`), `booking` codes, `places` in unpaid and free orders, e-mails about
 * orders without a payment, and wrong `discounts` codes.
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

/** Key of a counter. Names are hashed into 65,536 buckets per kind, so that invented names cannot fill the disk. */
export async function hashToBucket(kind: BucketKind, name: string): Promise<Key<never>> {
  const fullText = `${kind}:${name}`
  const knownKey = remembered.get(fullText)
  if (knownKey !== undefined) return knownKey
  const key: Key<never> = `throttles/${kind}~${(await sha256Hex(fullText)).slice(0, BUCKET_DIGITS)}`
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(fullText, key)
  return key
}
