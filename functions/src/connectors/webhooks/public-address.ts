import { BlockList, isIP } from 'node:net'

/**
 * Addresses that are not allowed: this machine, local networks, reserved ranges (RFC 6890 and later) and metadata hosts
 * of clouds.
 */
const NOT_PUBLIC = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // In a public range, but machines in Azure reach internal services at this address.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, 'ipv4')

/** Allocated IPv6 addresses. `NOT_PUBLIC` has the exceptions: ranges that map to IPv4 or are for documentation. */
const ALLOCATED_IPV6 = new BlockList()
ALLOCATED_IPV6.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, 'ipv6')

/** True when an IP address is publicly routable. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && ALLOCATED_IPV6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}
