import type { Attempt } from '#domain/sessions/judge/index.ts'
import { bucketOf } from '../limits/buckets.ts'
import { networkOf, networksOf } from '../limits/by-address.ts'

/**
 * Counters of guesses at an account, per address and in total. Second factors have separate counters, which a typed
 * login cannot reach.
 */
const COUNTERS = { password: ['account', 'everywhere'], factor: ['factor', 'factor-everywhere'] } as const

/**
 * @param account for passwords the typed login, even if unknown, so that counters reveal nothing; for second factors
 * the user's id
 */
export async function attemptOf(
  account: string,
  address: string | undefined,
  guessed: keyof typeof COUNTERS = 'password',
): Promise<Attempt> {
  const [here, anywhere] = COUNTERS[guessed]
  if (address === undefined) return { account: await bucketOf(here, account), addresses: [], everywhere: undefined }
  const addresses = networksOf(address).map(async ({ name, times }) => ({
    key: await bucketOf('address', name),
    times,
  }))
  return {
    account: await bucketOf(here, `${account} ${networkOf(address)}`),
    addresses: await Promise.all(addresses),
    everywhere: await bucketOf(anywhere, account),
  }
}
