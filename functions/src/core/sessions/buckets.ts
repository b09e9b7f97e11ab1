import type { Attempt } from '#domain/judgement/index.ts'
import type { Key } from '#domain/store/index.ts'
import { sha256Hex } from '../http/digest.ts'

const BUCKET_DIGITS = 4

/** What is counted to slow somebody down: attempts to sign in, forgotten passwords, answers, files and questions to the geocoder of the public, looks into the citizen registry, and what makers of forms and changes of answers store, PDFs, copies by e-mail, and guesses at the code of a record. */
export type BucketKind =
  | 'account'
  | 'address'
  | 'everywhere'
  | 'factor'
  | 'factor-everywhere'
  | 'forgotten'
  | 'forgotten-from'
  | 'public'
  | 'public-form'
  | 'public-files'
  | 'public-files-form'
  | 'public-geocode'
  | 'public-geocode-form'
  | 'public-geocode-municipality'
  | 'sso'
  | 'forms'
  | 'changes'
  | 'pdfs'
  | 'records'
  | 'records-of'
  | 'records-made'
  | 'citizens'
  | 'booking'
  | 'copies'
  | 'copies-of'
  | 'copies-to'

/**
 * Names a counter. Counters lie in the store, so that a restart or a second instance forgets nothing; names are hashed into 65,536 buckets of each
 * kind, so that invented names cannot fill the disk.
 */
export async function bucketOf(kind: BucketKind, name: string): Promise<Key<never>> {
  return `throttles/${kind}~${(await sha256Hex(`${kind}:${name}`)).slice(0, BUCKET_DIGITS)}`
}

/** One subscriber of IPv6 has a whole network of 2^64 addresses: its first half is what counts. */
export function networkOf(address: string): string {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [
    ...(first ?? []),
    ...Array.from({ length: Math.max(0, 8 - (first?.length ?? 0) - (last?.length ?? 0)) }, () => '0'),
    ...(last ?? []),
  ]
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** Counters of what is guessed, of one account: at this address, and everywhere. A name that is typed reaches none of those of second factors. */
const COUNTERS = { password: ['account', 'everywhere'], factor: ['factor', 'factor-everywhere'] } as const

/**
 * @param account what was typed, whether anybody goes by it or not: two names that share one counter would say that they are of one account, and that
 * there is one; of a second factor, the user's id
 */
export async function attemptOf(
  account: string,
  address: string | undefined,
  guessed: keyof typeof COUNTERS = 'password',
): Promise<Attempt> {
  const [here, anywhere] = COUNTERS[guessed]
  if (address === undefined)
    return { account: await bucketOf(here, account), address: undefined, everywhere: undefined }
  const network = networkOf(address)
  const names = [
    [here, `${account} ${network}`],
    ['address', network],
    [anywhere, account],
  ] as const
  const [pair, ofAddress, everywhere] = await Promise.all(names.map(([kind, name]) => bucketOf(kind, name)))
  return { account: pair ?? '', address: ofAddress, everywhere }
}
