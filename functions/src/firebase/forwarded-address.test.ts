import { expect, it } from 'vitest'
import { readForwardedAddress } from './forwarded-address.ts'

it.each([
  ['198.51.100.7', 1, '198.51.100.7'],
  ['a lie, 198.51.100.7', 1, '198.51.100.7'],
  ['a lie, 198.51.100.7, 203.0.113.1', 2, '198.51.100.7'],
  ['198.51.100.7', 2, undefined],
  ['198.51.100.7', undefined, undefined],
  [', ', 1, undefined],
  [null, 1, undefined],
])('%s behind %s proxies is %s', (header, proxies, address) => {
  expect(readForwardedAddress(header, proxies)).toBe(address)
})
