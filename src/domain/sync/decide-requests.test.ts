import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import type { Answer } from '../documents/index.ts'
import { newMutationId } from '../kernel/ids.ts'
import { unitFor } from './decide.ts'
import { keys } from './keys.ts'
import { type Change, type Mutation, mutationSchema } from './mutation.ts'
import type { PushResult } from './protocol.ts'

const EDITABLE = { digitalSignature: true, signatureEditableAnswer: true }
const submit = buildSubmit()
const nothing = { values: [], conditions: [], rows: [] }
const edit = (at: string, seen: unknown, value: unknown) => ({ ...nothing, values: [{ at, seen, value }] })
let desk: Desk
let lastId = 500

const send = (mutation: Mutation): PushResult => desk.commit(unitFor(mutation, { author: mutation.author }, NOW))
function change(kind: Change['kind'], facts: Readonly<Record<string, unknown>>): Mutation {
  const envelope = { id: newMutationId(bytesFor(++lastId)), author: 'sofia', device: DEVICE, clock: CLOCK, offset: 0 }
  const { answer, template, version } = submit
  return mutationSchema.parse({ ...envelope, kind, answer, template, version, base: 1, files: [], ...facts })
}
const stored = (): Answer => desk.documents.get(keys.answer(submit.answer)) as Answer
const name = () => stored().secciones[0]?.preguntas[0]?.respuesta
const problemOf = (result: PushResult) => (result.status === 'rejected' ? result.problem.code : result.status)

describe('asking the citizen', () => {
  const PORTAL = { ...EDITABLE, citizenAssociationFromCitizenPortal: true, incidentes: true }
  const ask = (facts: Readonly<Record<string, unknown>> = {}) =>
    change('answer.requestChanges', { comment: 'Falta la foto', answers: ['0/0'], images: ['0/7'], documents: [], sections: [], ...facts })
  const revise = (correction: unknown) => change('answer.revise', { correction })

  beforeEach(() => {
    desk = buildDesk()
    putTemplate(desk, buildTemplate({ version: 2 }, { opcionales: PORTAL }))
    putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR'))
    send({ ...submit, version: 2 })
  })

  it('records what is to be corrected and what stands there', () => {
    expect(send(ask())).toMatchObject({ status: 'applied', version: 2 })
    expect(stored().requestsForChanges).toMatchObject([
      { needCompletition: true, comment: 'Falta la foto', changesRequested: { answers: [{ oldAnswer: 'Bar El Puente' }], images: [{ order: 7 }] } },
    ])
  })

  it('needs something to ask for, and a form that allows it', () => {
    expect(problemOf(send(ask({ answers: [], images: [] })))).toBe('answer.no-changes')
    putTemplate(desk, buildTemplate({ version: 3 }, { opcionales: EDITABLE }))
    const other = { ...buildSubmit(9), version: 3 }
    send(other)
    expect(problemOf(send({ ...ask(), answer: other.answer }))).toBe('access.forbidden')
  })

  it.each([
    ['no incidents', { incidentes: false }],
    ['no tie to the portal', { citizenAssociationFromCitizenPortal: false }],
    ['a payment', { addPaymentGateway: true }],
  ])('is not for an answer with %s', (_what, options) => {
    desk.put(keys.answer(submit.answer), { ...stored(), opcionales: { ...stored().opcionales, ...options } })
    expect(problemOf(send(ask()))).toBe('access.forbidden')
  })

  it('asks about nothing that the form does not have', () => {
    for (const places of [{ answers: ['7/0'] }, { images: ['0/99'] }, { documents: ['9/0'] }]) expect(problemOf(send(ask(places)))).toBe('answer.unknown-address')
    expect(stored().requestsForChanges).toEqual([])
  })

  it('lets neither conditions nor the place be revised, also where whole sections were asked for', () => {
    send(ask({ sections: [0, 1, 2] }))
    for (const part of [{ conditions: [{ section: 2, condition: 1, seen: false, checked: true }] }, { location: { seen: null, value: { direccion: 'Belgrano 1' } } }]) {
      expect(problemOf(send(revise({ ...nothing, ...part })))).toBe('answer.not-asked-for')
    }
    expect(send(revise(edit('0/1', { respuesta: '4' }, { respuesta: '9' })))).toMatchObject({ status: 'applied' })
  })

  it('refuses a revision that cannot be made, and goes on asking', () => {
    send(ask({ answers: [], images: [], sections: [0] }))
    expect(problemOf(send(revise(edit('0/99', null, { respuesta: '9' }))))).toBe('answer.unknown-address')
    expect(stored().requestsForChanges.at(-1)?.needCompletition).toBe(true)
  })

  it('lets only what was asked for be revised, once', () => {
    send(ask())
    expect(problemOf(send(revise(edit('0/1', { respuesta: '4' }, { respuesta: '9' }))))).toBe('answer.not-asked-for')
    expect(send(revise(edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Nuevo' })))).toMatchObject({ status: 'applied' })
    expect([name(), stored().requestsForChanges[0]?.needCompletition]).toEqual(['Bar Nuevo', false])
    expect(stored().answersWithCorrections).toEqual([{ sectionOrder: 0, order: 0, title: 'Nombre', oldAnswer: 'Bar El Puente', newAnswer: 'Bar Nuevo', date: NOW }])
    expect(problemOf(send(revise(edit('0/0', { respuesta: 'Bar Nuevo' }, { respuesta: 'Otro' }))))).toBe('answer.already-revised')
  })
})
