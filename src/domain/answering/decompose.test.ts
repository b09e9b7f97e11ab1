import { expect, it } from 'vitest'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { composeAnswer } from './compose.ts'
import { decomposeAnswer } from './decompose.ts'

it('finds in a stored answer exactly what was sent', () => {
  const submit = buildSubmit()
  const answer = composeAnswer(buildTemplate(), submit, { code: 'VIS1', now: NOW, author: null })
  expect(decomposeAnswer(answer)).toEqual(submit.content)
})

it('finds nothing in an answer in which nothing was answered', () => {
  expect(decomposeAnswer({ secciones: buildTemplate().secciones })).toEqual({ values: {}, conditions: {}, rows: {} })
})
