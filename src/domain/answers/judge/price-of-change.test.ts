import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildAccount, OWNER, STEPPING } from '#tests/support/builders/paying.ts'
import { PESO } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { permitOf } from '#tests/support/builders/permits.ts'
import { buildPlainSubmit, bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, NOW } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import type { Answer } from '../index.ts'
import { chargeSchema } from '../../tickets/index.ts'
import { QUESTION_TYPE } from '../../questions/index.ts'
import { citizenSchema } from '../../citizens/index.ts'
import { authorSchema, PUBLIC_AUTHOR } from '../../kernel/author.ts'
import { citizenIdSchema } from '../../kernel/ids.ts'
import { generateMutationId } from '../../kernel/new-ids.ts'
import { toInstant } from '../../kernel/moments.ts'
import { orderRequestSchema } from '../../payments/index.ts'
import { keys } from '../../store/index.ts'
import { type AnswerChange, type Mutation, mutationSchema } from '../../sync/mutation.ts'
import type { PushResult } from '../../sync/protocol.ts'
import { openOrderUnit } from '../../payments/judge/order-unit.ts'
import { setPaymentAccountUnit } from '../../payments/judge/sale-mode.ts'
import { createMutationUnit } from './decide.ts'

const { OPEN, RADIO, BOOLEAN } = QUESTION_TYPE
const CITIZEN = citizenIdSchema.parse('c1')
const submit = buildPlainSubmit(1, 'una nota', {
  content: { values: { '0/0': { respuesta: 'una nota' }, '0/1': { chosen: [0] } }, conditions: {}, rows: {} },
})
const nothing = { values: [], conditions: [], rows: [] }
const edit = (at: string, seen: unknown, value: unknown) => ({ ...nothing, values: [{ at, seen, value }] })
const BIGGER = edit('0/1', { chosen: [0] }, { chosen: [1] })
const REFUSED = { code: 'payment.changes-price', details: { before: 0, after: 5_000, currency: 'ARS' } }
let desk: Desk
let lastId = 700

/** A stall: the small one is free, the big one costs 5,000.00, and water costs 30.00. */
function stalls(version: number, isPaid = true) {
  const options = { addPaymentGateway: isPaid, incidentes: true, citizenAssociationFromCitizenPortal: true }
  const preguntas = [
    { orden: 0, titulo: 'Nota', tipoPregunta: OPEN },
    {
      orden: 1,
      titulo: 'Puesto',
      tipoPregunta: RADIO,
      opciones: [
        { orden: 0, texto: 'Chico' },
        { orden: 1, texto: 'Grande', precio: 500_000 },
      ],
    },
    { orden: 2, titulo: 'Agua', tipoPregunta: BOOLEAN, precio: 3_000 },
    { orden: 3, titulo: 'Rubro', tipoPregunta: OPEN },
  ]
  return buildPlainTemplate(
    { version },
    { opcionales: options, secciones: [{ orden: 0, preguntas }], charge: { base: 0, currency: PESO } },
  )
}

beforeEach(() => {
  desk = buildDesk()
  putTemplate(desk, stalls(1))
  putUser(desk, buildUser('sofia', 'ROLE_ADMIN'))
  desk.commit(createMutationUnit(submit, { author: submit.author }, NOW))
  desk.put(keys.answer(submit.answer), { ...stored(), datosCiudadano: citizenSchema.parse({ id: CITIZEN }) })
})

function change(kind: AnswerChange['kind'], facts: object, author = authorSchema.parse('sofia')): Mutation {
  const envelope = { id: generateMutationId(bytesFor(++lastId)), author, device: DEVICE, clock: CLOCK, offset: 0 }
  const { answer, template, version } = submit
  return mutationSchema.parse({ ...envelope, kind, answer, template, version, base: 1, files: [], ...facts })
}

function send(kind: AnswerChange['kind'], facts: object): PushResult {
  const mutation = change(kind, facts)
  return desk.commit(createMutationUnit(mutation, { author: mutation.author }, NOW))
}

function revise(correction: object): PushResult {
  const mutation = change('answer.revise', { correction }, PUBLIC_AUTHOR)
  return desk.commit(
    createMutationUnit(mutation, { author: PUBLIC_AUTHOR, permits: [permitOf(CITIZEN, mutation)] }, NOW),
  )
}

function stored(): Answer {
  return there(desk.documents.get(keys.answer(submit.answer)))
}

const complete = (correction: object) => send('answer.edit', { correction, signatures: [] })
const problemOf = (result: PushResult) => (result.status === 'rejected' ? result.problem : result.status)

describe('an answer that costs nothing, of a form that asks for money', () => {
  it('is locked by its form, as one that costs something', () => {
    expect(stored().opcionales.addPaymentGateway).toBe(false)
    expect(problemOf(send('answer.correct', { correction: BIGGER, resolves: [] }))).toEqual({
      code: 'answer.locked-by-payment',
    })
    expect(problemOf(send('answer.delete', {}))).toEqual({ code: 'answer.locked-by-payment' })
    const asked = { comment: 'x', answers: ['0/1'], images: [], documents: [], sections: [] }
    expect(problemOf(send('answer.requestChanges', asked))).toEqual({ code: 'access.forbidden' })
  })

  it('is not completed into one that costs something: both amounts are named', () => {
    expect(problemOf(complete(edit('0/2', null, { respuesta: true })))).toEqual({
      code: 'payment.changes-price',
      details: { before: 0, after: 30, currency: 'ARS' },
    })
    expect(stored().version).toBe(1)
  })

  it('is completed with what costs nothing', () => {
    expect(problemOf(complete(edit('0/3', null, { respuesta: 'Bar' })))).toBe('applied')
  })

  it('does not become another by a decision about a conflict', () => {
    const conflict = { kind: 'value', address: '0/1', seen: null, current: { chosen: [0] }, proposed: { chosen: [1] } }
    const made = { mutation: generateMutationId(bytesFor(1)), madeBy: { username: 'x', email: '' }, date: NOW }
    desk.put(keys.answer(submit.answer), { ...stored(), conflicts: [{ ...conflict, ...made }] } as never)
    const resolves = [{ mutation: made.mutation, at: '0/1' }]
    expect(problemOf(send('answer.correct', { correction: BIGGER, resolves }))).toEqual(REFUSED)
  })

  it('is not revised into one that costs something', () => {
    const request = {
      needCompletition: true,
      comment: 'Elija otro',
      madeBy: { username: 'sofia', email: '' },
      sentDateTime: NOW,
      changesRequested: { answers: [{ sectionOrder: 0, order: 1, oldAnswer: 'Chico' }], images: [], documents: [] },
    }
    desk.put(keys.answer(submit.answer), { ...stored(), requestsForChanges: [request] } as never)
    expect(problemOf(revise(BIGGER))).toEqual(REFUSED)
  })

  it('is measured by the version that was current when it arrived, not by the one that its sender named', () => {
    putTemplate(desk, stalls(1, false))
    putTemplate(desk, stalls(2))
    const late = { ...submit, id: generateMutationId(bytesFor(901)), answer: buildPlainSubmit(901).answer }
    desk.commit(createMutationUnit(late, { author: late.author }, NOW))
    const correction = edit('0/2', null, { respuesta: true })
    const mutation = { ...change('answer.correct', { correction, resolves: [] }), answer: late.answer } as Mutation
    expect(problemOf(desk.commit(createMutationUnit(mutation, { author: mutation.author }, NOW)))).toMatchObject({
      code: 'payment.changes-price',
    })
  })
})

describe('an answer that was ordered with a discount code', () => {
  const code = { name: 'Feria', percentOff: 50, amountOff: 0, from: 1, code: 'FERIA', until: NOW }
  const charge = { base: 10_000, currency: PESO, discounts: [code] }
  const later = (hours: number) => toInstant(Date.parse(NOW) + hours * 3_600_000)

  beforeEach(() => {
    desk = buildDesk()
    putTemplate(desk, { ...stalls(1), charge: chargeSchema.parse(charge) })
    putUser(desk, buildUser('sofia', 'ROLE_ADMIN'))
    desk.commit(createMutationUnit(submit, { author: submit.author }, NOW))
    desk.commit(setPaymentAccountUnit(OWNER, buildAccount()))
    const payer = { fullName: 'Ana Paz', dni: '30111222', phone: '', email: 'ana@relevo.example' }
    const wish = orderRequestSchema.parse({ answer: submit.answer, payer, code: 'feria', shown: 5_000 })
    expect(desk.commit(openOrderUnit({ by: 'provider', wish }, 'K3WQ9ZT0M4XB', STEPPING))).toMatchObject({ ok: true })
  })

  it('keeps its price after the code has expired', () => {
    const mutation = change('answer.edit', { correction: edit('0/2', null, { respuesta: true }), signatures: [] })
    const result = desk.commit(createMutationUnit(mutation, { author: mutation.author }, later(48)))
    expect(problemOf(result)).toEqual({
      code: 'payment.changes-price',
      details: { before: 50, after: 65, currency: 'ARS' },
    })
    const free = change('answer.edit', { correction: edit('0/3', null, { respuesta: 'Bar' }), signatures: [] })
    expect(problemOf(desk.commit(createMutationUnit(free, { author: free.author }, later(48))))).toBe('applied')
  })
})
