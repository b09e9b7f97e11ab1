import { describe, expect, it } from 'vitest'
import {
  buildAnsweredDesk,
  change,
  correct,
  edit,
  EDITABLE,
  rename,
  storedOn,
} from '#tests/support/builders/changes.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { decomposeAnswer } from '../answering/index.ts'
import { computeExpectedAnswer } from './expected-answer.ts'
import type { AnswerChange, Mutation } from './mutation.ts'

const version = buildTemplate({}, { opcionales: EDITABLE })
const expected = (changes: readonly Mutation[], form: typeof version | undefined = version) =>
  computeExpectedAnswer(storedOn(buildAnsweredDesk()), form, changes as readonly AnswerChange[])

describe('an answer as it is expected to be', () => {
  it('says what the server comes to when it is given the same changes', () => {
    const changes = [
      rename('Bar El Puente', 'Bar Central'),
      change('answer.changeState', { from: 0, to: 1 }),
      correct(edit('0/0', { respuesta: 'Bar Central' }, { respuesta: 'Bar Nuevo' })),
    ]
    const desk = buildAnsweredDesk()
    for (const one of changes) expect(push(desk, one).status).toBe('applied')
    const { answer, isGone } = expected(changes)
    expect(decomposeAnswer(answer)).toEqual(decomposeAnswer(storedOn(desk)))
    expect([answer.estados?.actual, isGone]).toEqual([storedOn(desk).estados?.actual, false])
  })

  it('keeps what is there where a change will be refused or will clash', () => {
    const changes = [
      rename('something else', 'Bar Central'),
      change('answer.changeState', { from: 1, to: 0 }),
      correct(edit('9/9', null, {})),
    ]
    expect(expected(changes).answer).toMatchObject({ estados: { actual: 0 } })
    expect(decomposeAnswer(expected(changes).answer)).toEqual(decomposeAnswer(storedOn(buildAnsweredDesk())))
  })

  it('knows the state without the form, and that it will be gone', () => {
    const changes = [
      change('answer.changeState', { from: 0, to: 1 }),
      rename('Bar El Puente', 'X'),
      change('answer.delete', {}),
    ]
    const { answer, isGone } = expected(changes, undefined)
    expect([answer.estados?.actual, isGone]).toEqual([1, true])
    expect(expected([]).isGone).toBe(false)
  })
})
