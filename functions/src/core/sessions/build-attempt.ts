import type { AttemptCounters } from '#domain/sessions/judge/index.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { toNetwork, listLimitedNetworks } from '../limits/by-address.ts'

/**
 * Counters of guesses at an account, per address and in total. Second factors have separate counters, which a typed
 * login cannot reach.
 */
const COUNTERS = { password: ['account', 'everywhere'], factor: ['factor', 'factor-everywhere'] } as const

/**
 * @param account for passwords the typed login, even if unknown, so that counters reveal nothing; for second factors
 * the user's id
 */
export async function buildAttemptCounters(
  account: string,
  address: string | undefined,
  guessed: keyof typeof COUNTERS = 'password',
): Promise<AttemptCounters> {
  const [here, anywhere] = COUNTERS[guessed]
  if (address === undefined) return { account: await hashToBucket(here, account), addresses: [], everywhere: undefined }
  const addresses = listLimitedNetworks(address).map(async ({ name, times }) => ({
    key: await hashToBucket('address', name),
    times,
  }))
  return {
    account: await hashToBucket(here, `${account} ${toNetwork(address)}`),
    addresses: await Promise.all(addresses),
    everywhere: await hashToBucket(anywhere, account),
  }
}
