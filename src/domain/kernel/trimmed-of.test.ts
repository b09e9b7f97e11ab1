import { expect, it } from 'vitest'
import { trimMatching } from './trimmed-of.ts'

it.each([
  ['--a-b--', 'a-b'],
  ['----', ''],
  ['', ''],
  ['a', 'a'],
])('what stands at both ends goes: %j becomes %j', (text, trimmed) => {
  expect(trimMatching(text, /-/)).toBe(trimmed)
})
