import { beforeEach, describe, expect, it } from 'vitest'
import { buildAnsweredDesk, change, edit, EDITABLE, rename, storedOn, submit } from '#tests/support/builders/changes.ts'
import { type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { problemOf, push } from '#tests/support/builders/judged.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AUTHOR, buildSubmit } from '#tests/support/builders/submit.ts'
import { buildTemplate, OTHER_AREA } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import type { Answer } from '../index.ts'
import { type Author, authorSchema } from '../../kernel/author.ts'
import { keys } from '../../store/index.ts'
import type { Mutation } from '../../sync/mutation.ts'

let desk: Desk
beforeEach(() => {
  desk = buildAnsweredDesk()
})
const send = (mutation: Mutation, author?: Author) => push(desk, mutation, author)
const stored = () => storedOn(desk)
const name = () => stored().secciones[0]?.preguntas[0]?.respuesta

describe('who may change an answer', () => {
  it.each([
    [
      'a role without the right to correct',
      () => putUser(desk, buildUser('sofia', 'ROLE_INSPECTOR')),
      'access.forbidden',
    ],
    // A user without access gets the same reply as for a missing answer.
    [
      'staff of another area',
      () => putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR', [OTHER_AREA])),
      'answer.missing',
    ],
    ['an account that is gone', () => desk.remove(keys.user(authorSchema.parse('sofia'))), 'answer.missing'],
  ] as const)('is not %s', (_who, withdraw, code) => {
    withdraw()
    expect(problemOf(send(rename('Bar El Puente', 'X')))).toBe(code)
    expect(stored().version).toBe(1)
  })

  it('is not someone who signs with another name', () => {
    expect(problemOf(send(rename('Bar El Puente', 'X'), AUTHOR))).toBe('answer.author-mismatch')
  })
})

describe('an answer that is locked', () => {
  it.each([
    [
      'by a payment',
      (answer: Answer) => ({ ...answer, opcionales: { ...answer.opcionales, addPaymentGateway: true } }),
      'answer.locked-by-payment',
    ],
    [
      'by the citizen portal',
      (answer: Answer) => ({ ...answer, portalCiudadanoData: { idRespuestaMG: '7' } }),
      'answer.locked-by-portal',
    ],
    [
      'by its signature',
      (answer: Answer) => ({
        ...answer,
        opcionales: { ...answer.opcionales, signatureEditableAnswer: false },
        signatures: answer.signatures.map((one) => ({ ...one, required: true })),
      }),
      'answer.locked-by-signature',
    ],
  ])('%s is neither corrected nor deleted, whoever asks', (_how, lock, code) => {
    putUser(desk, buildUser('sofia', 'ROLE_ADMIN'))
    desk.put(keys.answer(submit.answer), lock(stored()) as never)
    expect(problemOf(send(rename('Bar El Puente', 'X')))).toBe(code)
    expect(problemOf(send(change('answer.delete', {})))).toBe(code)
    expect(stored()).toMatchObject({ version: 1 })
  })
})

it('a change that was made gives its result to no one else, nor for another answer', () => {
  const mutation = rename('Bar El Puente', 'Bar Central')
  expect(send(mutation)).toMatchObject({ status: 'applied', code: 'VIS1' })
  const other = buildSubmit(5)
  send(other)
  for (const stolen of [
    { ...mutation, author: authorSchema.parse('tomas') },
    { ...mutation, answer: other.answer },
  ]) {
    const result = send(stolen)
    expect(result).toMatchObject({ status: 'rejected', problem: { code: 'answer.author-mismatch' } })
    expect(JSON.stringify(result)).not.toContain('VIS')
  }
})

describe('a change of state', () => {
  const move = (from: number, to: number, author = 'sofia') => change('answer.changeState', { from, to }, author)

  it('follows a transition of the form and is written into the history', () => {
    expect(send(move(0, 1))).toMatchObject({ status: 'applied', version: 2 })
    expect(stored().estados).toMatchObject({
      actual: 1,
      history: [{ stateId: 0 }, { stateId: 1, userName: 'sofia@relevo.example', name: 'Inés Quiroga' }],
    })
  })

  it('that has happened already is nothing to do', () => {
    send(move(0, 1))
    expect(send(move(0, 1, 'tomas'))).toMatchObject({ status: 'applied', version: 2 })
    expect(stored().estados?.history).toHaveLength(2)
  })

  it('that the form does not allow is rejected', () => {
    send(move(0, 1))
    expect(problemOf(send(move(1, 0)))).toBe('answer.transition-not-allowed')
    expect(problemOf(send(move(1, 5)))).toBe('answer.state-unknown')
  })

  it('from a state that is not the current one any more is kept as a conflict', () => {
    const states = {
      disponibles: [0, 1, 2].map((id) => ({ id, nombre: `E${id}`, transiciones: id === 0 ? [1, 2] : [] })),
      inicial: 0,
    }
    putTemplate(desk, buildTemplate({ version: 2 }, { estados: states, opcionales: EDITABLE }))
    const other = { ...buildSubmit(8), version: 2 }
    send(other)
    send({ ...move(0, 1), answer: other.answer })
    expect(send({ ...move(0, 2, 'tomas'), answer: other.answer })).toMatchObject({ status: 'merged', conflicts: 1 })
    const answer = there(desk.documents.get(keys.answer(other.answer)))
    expect(answer.estados?.actual).toBe(1)
    expect(answer.conflicts).toMatchObject([{ kind: 'state', seen: 0, current: 1, proposed: 2 }])
  })
})

describe('a deletion', () => {
  const remove = (base: number) => change('answer.delete', { base })

  it('removes the answer, keeps its last version in the history, and frees its place under the limit', () => {
    expect(send(remove(1))).toMatchObject({ status: 'applied' })
    expect(desk.documents.get(keys.answer(submit.answer))).toBeUndefined()
    expect(desk.documents.get(keys.answerVersion(submit.answer, 1))).toMatchObject({ codigoMunicipio: 'VIS1' })
    expect(desk.documents.get(keys.templateCounter(submit.template))).toEqual({ count: 0 })
  })

  it('of a version that its author had not seen is refused', () => {
    send(rename('Bar El Puente', 'Bar Central', 'tomas'))
    expect(problemOf(send(remove(1)))).toBe('answer.version-conflict')
    expect(name()).toBe('Bar Central')
  })

  it('is not undone by the submission arriving once more', () => {
    send(remove(1))
    expect(send(submit)).toMatchObject({ status: 'applied', code: 'VIS1' })
    expect(desk.documents.get(keys.answer(submit.answer))).toBeUndefined()
  })
})

it('completing is for incomplete answers only: once every question that is asked has an answer, there is nothing to fill in', () => {
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR'))
  const photos = ['1/1', '1/r0/1'].map((at) => ({ at, seen: null, value: { respuesta: 'sin foto' } }))
  const fill = change('answer.edit', { correction: { values: photos, conditions: [], rows: [] }, signatures: [] })
  expect(send(fill)).toMatchObject({ status: 'applied' })
  const complete = change('answer.edit', { correction: edit('0/0', null, { respuesta: 'x' }), signatures: [] })
  expect(problemOf(send(complete))).toBe('answer.not-incomplete')
})
