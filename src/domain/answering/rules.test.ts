import { describe, expect, it } from 'vitest'
import { formOf, parsedSubmit, RULES, submitOf } from '#tests/support/rules/index.ts'
import { checkSubmission } from './check-submission.ts'
import { findMissingItems } from './missing.ts'

/* Part 3, point 5, in the device's engine; functions/src/core/sync/rules.test.ts sends the same cases to the server. */

describe.each([...Map.groupBy(RULES, ({ rule }) => rule)])('%s', (_rule, cases) => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const at = RULES.indexOf(one)
    const form = formOf(one, at)
    const submit = parsedSubmit(submitOf(one, at))
    if (submit === undefined) return expect(one.refused).toEqual({ code: 'request.malformed' })
    const checked = checkSubmission(form, submit)
    const { code, details } = checked.ok ? { code: null } : checked.problem
    expect({ code, reason: details?.['reason'] }).toEqual({
      code: one.refused?.code ?? null,
      reason: one.refused?.reason,
    })
    // The list of missing answers on screen contains the same.
    if (code === 'answer.incomplete')
      expect(findMissingItems(form, submit.content, submit.header).map(({ problem }) => problem.code)).toContain(
        one.refused?.reason,
      )
    if (code === null) expect(findMissingItems(form, submit.content, submit.header)).toEqual([])
  })
})

it('each case has a name of its own', () => {
  expect(new Set(RULES.map(({ rule, name }) => `${rule}: ${name}`)).size).toBe(RULES.length)
})
