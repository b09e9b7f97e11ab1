import type { RateLimit } from '#domain/limits/judge.ts'
import type { Result } from '#domain/kernel/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { createMemoryRateLimit } from './pace.ts'
import type { Clock } from '../ports.ts'
import { hashToBucket, type BucketKind } from './buckets.ts'

/**
 * Limit of an IPv6 /48 as a multiple of one network's limit. A /48 contains 65,536 networks (/64), of one customer or
 * of all phones of a town.
 */
export const WIDE_NETWORK_FACTOR = 8
/** Number of 16-bit groups that identify a household's IPv6 network (/64) and a customer's (/48). */
const NARROW_GROUPS = 4
const WIDE_GROUPS = 3

/** A network that is limited as a whole. `times`: its limit as a multiple of one address's limit. */
type Network = { readonly name: string; readonly times: number }

/** `burst` requests at once, then one per `interval` milliseconds. */
export type BurstLimit = { readonly burst: number; readonly interval: number }

/** Network of an address. For IPv6 it is the /64, because one subscriber has all its addresses. */
export function toNetwork(address: string): string {
  const groups = parseIpv6Groups(address)
  return groups === undefined ? plain(address) : groups.slice(0, NARROW_GROUPS).join(':')
}

/** The networks of an address: its own, and for IPv6 also the /48. Limits by address apply to all of them. */
export function listLimitedNetworks(address: string): readonly Network[] {
  const groups = parseIpv6Groups(address)
  const own = { name: toNetwork(address), times: 1 }
  // Loopback and other addresses without a prefix have no wider network.
  if (groups === undefined || groups[0] === '0') return [own]
  return [own, { name: `${groups.slice(0, WIDE_GROUPS).join(':')}/48`, times: WIDE_NETWORK_FACTOR }]
}

/**
 * Buckets of an address; none when the address is unknown.
 * @param of separates counters of one address, for example by form
 */
export async function buildAddressRateLimits(
  kind: BucketKind,
  address: string | undefined,
  { burst, interval, cost = 1 }: BurstLimit & { readonly cost?: number },
  of = '',
): Promise<readonly RateLimit[]> {
  if (address === undefined) return []
  return Promise.all(
    listLimitedNetworks(address).map(async ({ name, times }) => ({
      key: await hashToBucket(kind, `${name}${of === '' ? '' : ` ${of}`}`),
      burst: burst * times,
      interval: interval / times,
      cost,
    })),
  )
}

/** Rate limit by address in memory, for frequent requests that change nothing. Refuses with request.too-many. */
export function createAddressRateLimit(
  clock: Clock,
  { burst, interval }: BurstLimit,
): (address: string | undefined, how?: 'counts' | 'looks') => Result<true> {
  const paces = new Map(
    [1, WIDE_NETWORK_FACTOR].map((times) => [times, createMemoryRateLimit(clock, burst * times, interval / times)]),
  )
  return (address, how) => {
    for (const { name, times } of address === undefined ? [] : listLimitedNetworks(address)) {
      const result = paces.get(times)?.(name, how)
      if (result?.ok === false) return result
    }
    return ok(true)
  }
}

const plain = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/** The eight groups of an IPv6 address without leading zeros; undefined for IPv4. */
function parseIpv6Groups(address: string): readonly string[] | undefined {
  if (!plain(address).includes(':')) return undefined
  const [head = '', tail = ''] = plain(address).split('::')
  const [first = [], last = []] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ''))
}
