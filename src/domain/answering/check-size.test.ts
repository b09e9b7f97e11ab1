import { expect, it } from 'vitest'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { MAX_ANSWER_VALUES } from '../kernel/index.ts'
import type { AnswerValues } from '../documents/values.ts'
import { checkSize } from './check-size.ts'

/** An answer to one question, with so many options chosen. */
const chosen = (count: number): AnswerValues => {
  const orders = Array.from({ length: count }, (_, order) => order)
  return { values: { '0/0': { chosen: orders } }, conditions: {}, rows: {} } as AnswerValues
}

it('an answer holds so many values and not one more: two for its question, one for each option', () => {
  const form = buildPlainTemplate()
  expect(checkSize(form, chosen(MAX_ANSWER_VALUES - 2)).ok).toBe(true)
  expect(checkSize(form, chosen(MAX_ANSWER_VALUES - 1))).toEqual({
    ok: false,
    problem: { code: 'answer.too-large', details: { limit: MAX_ANSWER_VALUES } },
  })
})
