import { expect, it } from 'vitest'
import { trimMatching } from './trim-matching.ts'

it.each([
  ['--a-b--', 'a-b'],
  ['----', ''],
  ['', ''],
  ['a', 'a'],
])('what stands at both ends goes: %j becomes %j', (text, trimmed) => {
  expect(trimMatching(text, /-/)).toBe(trimmed)
})
