import type { Measure } from '#domain/limits/judge.ts'
import type { Result } from '#domain/kernel/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { createPace } from './pace.ts'
import type { Clock } from '../ports.ts'
import { bucketOf, type BucketKind } from './buckets.ts'

/** How many times as much a /48 of IPv6 may send, one customer's 65,536 networks or a town's phones, as one of them. */
export const TIMES_WIDE = 8
/** Groups of 16 bits of an IPv6 address: a household's network, and a customer's. */
const NARROW_GROUPS = 4
const WIDE_GROUPS = 3

/** What is limited together, and how many times the limit of one address it has. */
type Network = { readonly name: string; readonly times: number }

/** Milliseconds; `burst` at once and then one in each `interval`. */
export type Limit = { readonly burst: number; readonly interval: number }

/** One subscriber of IPv6 has a whole network of 2^64 addresses: its first half is what counts. */
export function networkOf(address: string): string {
  const groups = groupsOf(address)
  return groups === undefined ? plain(address) : groups.slice(0, NARROW_GROUPS).join(':')
}

/** An address's networks: its own, and of IPv6 the /48 around it. A limit by address is one by all of these. */
export function networksOf(address: string): readonly Network[] {
  const groups = groupsOf(address)
  const own = { name: networkOf(address), times: 1 }
  // A loopback or another address without a prefix has no provider.
  if (groups === undefined || groups[0] === '0') return [own]
  return [own, { name: `${groups.slice(0, WIDE_GROUPS).join(':')}/48`, times: TIMES_WIDE }]
}

/** An address's buckets; none where it is unknown. @param of what is counted apart for each address, such as a form */
export async function measuresOfAddress(
  kind: BucketKind,
  address: string | undefined,
  { burst, interval, cost = 1 }: Limit & { readonly cost?: number },
  of = '',
): Promise<readonly Measure[]> {
  if (address === undefined) return []
  return Promise.all(
    networksOf(address).map(async ({ name, times }) => ({
      key: await bucketOf(kind, `${name}${of === '' ? '' : ` ${of}`}`),
      burst: burst * times,
      interval: interval / times,
      cost,
    })),
  )
}

/** The same in memory, for what is asked often and changes nothing. Refuses with request.too-many. */
export function createAddressPace(
  clock: Clock,
  { burst, interval }: Limit,
): (address: string | undefined, how?: 'counts' | 'looks') => Result<true> {
  const paces = new Map([1, TIMES_WIDE].map((times) => [times, createPace(clock, burst * times, interval / times)]))
  return (address, how) => {
    for (const { name, times } of address === undefined ? [] : networksOf(address)) {
      const counted = paces.get(times)?.(name, how)
      if (counted?.ok === false) return counted
    }
    return ok(true)
  }
}

const plain = (address: string): string => address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '')

/** The eight groups of an IPv6 address, without zeros in front; undefined for IPv4. */
function groupsOf(address: string): readonly string[] | undefined {
  if (!plain(address).includes(':')) return undefined
  const [head = '', tail = ''] = plain(address).split('::')
  const [first = [], last = []] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ''))
}
