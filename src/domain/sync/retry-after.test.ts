import { expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')
const asked = (given: Readonly<Record<string, string>>, now?: number) => parseRetryAfter(new Headers(given), now)
const at = (time: string): string => `Fri, 20 Nov 2026 ${time} GMT`

it.each([
  ['seconds', { 'retry-after': '7' }, NOW, 7_000],
  ['a date, by this clock', { 'retry-after': at('15:00:30') }, NOW, 30_000],
  ['a date, by the clock of whoever wrote it', { 'retry-after': at('09:00:30'), date: at('09:00:00') }, NOW, 30_000],
  ['the same without a clock here', { 'retry-after': at('09:00:30'), date: at('09:00:00') }, undefined, 30_000],
  ['a date that is over', { 'retry-after': at('14:00:00') }, NOW, 0],
  ['a date and no clock at all', { 'retry-after': at('15:00:30') }, undefined, undefined],
  ['words', { 'retry-after': 'soon' }, NOW, undefined],
  ['nothing in it', { 'retry-after': '' }, NOW, undefined],
  ['none', {}, NOW, undefined],
])('of %s', (_, given, now, expected) => {
  expect(asked(given, now)).toBe(expected)
})
