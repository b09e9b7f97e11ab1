import { there } from '#tests/support/there.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { computeRequestStatus } from '../../corrections/index.ts'
import type { Answer } from '../index.ts'
import { citizenSchema } from '../../citizens/index.ts'
import { ROLES } from '../../users/index.ts'
import { generateMutationId } from '../../kernel/new-ids.ts'
import { type CitizenId, citizenIdSchema } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import { type Author, authorSchema, PUBLIC_AUTHOR } from '../../kernel/author.ts'
import { createMutationUnit } from './decide.ts'
import { keys } from '../../store/index.ts'
import { type AnswerChange, type Mutation, mutationSchema } from '../../sync/mutation.ts'
import type { PushResult } from '../../sync/protocol.ts'
import { permitOf } from '#tests/support/builders/permits.ts'

const EDITABLE = { digitalSignature: true, signatureEditableAnswer: true }
const submit = buildSubmit()
const nothing = { values: [], conditions: [], rows: [] }
const edit = (at: string, seen: unknown, value: unknown) => ({ ...nothing, values: [{ at, seen, value }] })
let desk: Desk
let lastId = 500

const CITIZEN = citizenIdSchema.parse('c1')
const send = (mutation: Mutation): PushResult =>
  desk.commit(createMutationUnit(mutation, { author: mutation.author }, NOW))
/** Sends as a citizen confirmed by the portal. */
const sendAs = (citizen: CitizenId, mutation: Mutation): PushResult =>
  desk.commit(createMutationUnit(mutation, { author: PUBLIC_AUTHOR, permits: [permitOf(citizen, mutation)] }, NOW))
function change(
  kind: AnswerChange['kind'],
  facts: Readonly<Record<string, unknown>>,
  author: Author = authorSchema.parse('sofia'),
): Mutation {
  const envelope = { id: generateMutationId(bytesFor(++lastId)), author, device: DEVICE, clock: CLOCK, offset: 0 }
  const { answer, template, version } = submit
  return mutationSchema.parse({ ...envelope, kind, answer, template, version, base: 1, files: [], ...facts })
}
const stored = (): Answer => there(desk.documents.get(keys.answer(submit.answer)))
const name = () => stored().secciones[0]?.preguntas[0]?.respuesta
const problemOf = (result: PushResult) => (result.status === 'rejected' ? result.problem.code : result.status)

describe('asking the citizen', () => {
  const PORTAL = { ...EDITABLE, citizenAssociationFromCitizenPortal: true, incidentes: true }
  const ask = (facts: Readonly<Record<string, unknown>> = {}) =>
    change('answer.requestChanges', {
      comment: 'Falta la foto',
      answers: ['0/0'],
      images: ['0/7'],
      documents: [],
      sections: [],
      ...facts,
    })
  const revise = (correction: unknown) => change('answer.revise', { correction }, PUBLIC_AUTHOR)
  const sendRevision = (correction: unknown) => sendAs(CITIZEN, revise(correction))

  beforeEach(() => {
    desk = buildDesk()
    putTemplate(desk, buildTemplate({ version: 2 }, { opcionales: PORTAL }))
    putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR'))
    send({ ...submit, version: 2 })
    desk.put(keys.answer(submit.answer), { ...stored(), datosCiudadano: citizenSchema.parse({ id: CITIZEN }) })
  })

  it('records what is to be corrected and what is there', () => {
    expect(send(ask())).toMatchObject({ status: 'applied', version: 2 })
    expect(stored().requestsForChanges).toMatchObject([
      {
        needCompletition: true,
        comment: 'Falta la foto',
        changesRequested: { answers: [{ oldAnswer: 'Bar El Puente' }], images: [{ order: 7 }] },
      },
    ])
  })

  it('says beside each mark what is wanted there, and nothing beside what is not marked', () => {
    const notes = [
      { about: '0/0', comment: 'Como en el cartel' },
      { about: 0, comment: 'Casi todo' },
    ]
    expect(problemOf(send(ask({ notes })))).toBe('answer.unknown-address')
    expect(send(ask({ notes, sections: [0] }))).toMatchObject({ status: 'applied' })
    expect(stored().requestsForChanges.at(-1)?.changesRequested).toMatchObject({
      answers: [{ order: 0, comment: 'Como en el cartel' }],
      sections: [{ sectionOrder: 0, comment: 'Casi todo' }],
    })
  })

  it('continues asking for what another request asks for that still waits, so that two people take nothing from each other', () => {
    send(ask({ answers: ['0/0'], images: [], notes: [{ about: '0/0', comment: 'Como en el cartel' }] }))
    expect(send(ask({ answers: ['0/1', '0/0'], images: [] }))).toMatchObject({ status: 'applied' })
    expect(stored().requestsForChanges.at(-1)?.changesRequested.answers).toMatchObject([
      { order: 0, comment: 'Como en el cartel' },
      { order: 1 },
    ])
    sendRevision(edit('0/1', { respuesta: '4' }, { respuesta: '9' }))
    send(ask({ answers: ['0/0'], images: [] }))
    expect(stored().requestsForChanges.at(-1)?.changesRequested.answers).toHaveLength(1)
  })

  it('ends: a revision is approved, or what was asked is taken back, by who has seen its state', () => {
    const none = { answers: [], images: [], comment: '' }
    const end = (requests: number, revised: boolean) => send(ask({ ...none, ends: { requests, revised } }))
    expect([computeRequestStatus(stored()), problemOf(end(1, true))]).toEqual(['approved', 'answer.nothing-asked'])
    send(ask())
    expect(computeRequestStatus(stored())).toBe('review')
    expect([problemOf(end(1, true)), problemOf(end(2, false))]).toEqual([
      'answer.version-conflict',
      'answer.version-conflict',
    ])
    sendRevision(edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Nuevo' }))
    expect([computeRequestStatus(stored()), problemOf(end(1, false))]).toEqual(['correct', 'answer.version-conflict'])
    expect(problemOf(send(ask({ ends: { requests: 1, revised: true } })))).toBe('request.malformed')
    expect(end(1, true)).toMatchObject({ status: 'applied' })
    expect([computeRequestStatus(stored()), stored().requestsForChanges.length]).toEqual(['approved', 2])
    send(ask())
    expect(end(3, false)).toMatchObject({ status: 'applied' })
    expect(problemOf(sendRevision(edit('0/0', { respuesta: 'Bar Nuevo' }, { respuesta: 'X' })))).toBe(
      'answer.already-revised',
    )
  })

  it('ends for who has seen this very request, not one that a restored backup lost', () => {
    const none = { answers: [], images: [], comment: '' }
    const end = (at: string) => send(ask({ ...none, ends: { requests: 1, revised: false, at } }))
    send(ask())
    expect(problemOf(end('2026-11-20T15:29:00.000Z'))).toBe('answer.version-conflict')
    expect(computeRequestStatus(stored())).toBe('review')
    expect(end('2026-11-20T15:30:00.000Z')).toMatchObject({ status: 'applied' })
  })

  it('approves the revision that its author has seen, not another of the same request', () => {
    const none = { answers: [], images: [], comment: '' }
    const end = (at: string) => send(ask({ ...none, ends: { requests: 1, revised: true, at } }))
    send(ask())
    sendRevision(edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Nuevo' }))
    const [request] = stored().requestsForChanges
    const revisedAt = '2026-11-20T15:45:00.000Z' as Instant
    desk.put(keys.answer(submit.answer), { ...stored(), requestsForChanges: [{ ...there(request), revisedAt }] })
    expect(problemOf(end('2026-11-20T15:30:00.000Z'))).toBe('answer.version-conflict')
    expect(end('2026-11-20T15:45:00.000Z')).toMatchObject({ status: 'applied' })
  })

  it('needs someone to ask', () => {
    const { datosCiudadano: _, ...nobodys } = stored()
    desk.put(keys.answer(submit.answer), nobodys)
    expect(problemOf(send(ask()))).toBe('answer.citizen-required')
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
    for (const places of [{ answers: ['7/0'] }, { images: ['0/99'] }, { documents: ['9/0'] }])
      expect(problemOf(send(ask(places)))).toBe('answer.unknown-address')
    expect(stored().requestsForChanges).toEqual([])
  })

  it('about a section says which of its answers, and opens none of the others', () => {
    expect(problemOf(send(ask({ sections: [0, 1] })))).toBe('answer.section-unmarked')
    expect(problemOf(send(ask({ answers: [], images: [], sections: [0] })))).toBe('answer.section-unmarked')
    expect(send(ask({ sections: [0] }))).toMatchObject({ status: 'applied' })
    expect(problemOf(sendRevision(edit('0/1', { respuesta: '4' }, { respuesta: '9' })))).toBe('answer.not-asked-for')
  })

  it.each([
    ['conditions', { conditions: [{ section: 2, condition: 1, seen: false, checked: true }] }],
    ['the place', { location: { seen: null, value: { direccion: 'Belgrano 1' } } }],
    ['a row more', { rows: [{ section: 1, row: 'K7Q2M4T8XA', added: true }] }],
    ['a row fewer', { rows: [{ section: 1, row: '0', seen: {} }] }],
    ['a row fewer, as earlier apps say it', { counts: [{ section: 1, seen: 1, count: 0 }] }],
  ])('lets only answers be revised: not %s, also where each section was asked about', (_what, part) => {
    send(ask({ answers: ['0/0', '1/0', '1/r0/0', '2/c0/0'], sections: [0, 1, 2] }))
    expect(problemOf(sendRevision({ ...nothing, ...part }))).toBe('answer.not-asked-for')
    expect(sendRevision(edit('1/r0/0', { respuesta: 'Salida de emergencia' }, { respuesta: 'Patio' }))).toMatchObject({
      status: 'applied',
    })
  })

  it('refuses a revision that cannot be made, and continues asking', () => {
    send(ask())
    const emptied = { correction: edit('0/0', { respuesta: 'Bar El Puente' }, null), base: 2 }
    expect(problemOf(sendAs(CITIZEN, change('answer.revise', emptied, PUBLIC_AUTHOR)))).toBe('answer.incomplete')
    expect(stored().requestsForChanges.at(-1)?.needCompletition).toBe(true)
  })

  it('lets only what was asked for be revised, once', () => {
    send(ask())
    expect(problemOf(sendRevision(edit('0/1', { respuesta: '4' }, { respuesta: '9' })))).toBe('answer.not-asked-for')
    expect(sendRevision(edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Nuevo' }))).toMatchObject({
      status: 'applied',
    })
    expect([name(), stored().requestsForChanges[0]?.needCompletition]).toEqual(['Bar Nuevo', false])
    expect(stored().answersWithCorrections).toEqual([
      { sectionOrder: 0, order: 0, title: 'Nombre', oldAnswer: 'Bar El Puente', newAnswer: 'Bar Nuevo', date: NOW },
    ])
    expect(problemOf(sendRevision(edit('0/0', { respuesta: 'Bar Nuevo' }, { respuesta: 'Otro' })))).toBe(
      'answer.already-revised',
    )
  })

  it('is answered by the citizen of the answer and no one else, whatever their role', () => {
    send(ask())
    const correction = edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Nuevo' })
    for (const role of ROLES) {
      putUser(desk, buildUser('sofia', role))
      expect([role, send(change('answer.revise', { correction })).status]).toEqual([role, 'rejected'])
    }
    expect(problemOf(send(revise(correction)))).toBe('answer.missing')
    expect(problemOf(sendAs(citizenIdSchema.parse('c2'), revise(correction)))).toBe('answer.missing')
    expect(sendRevision(correction)).toMatchObject({ status: 'applied' })
  })

  it('gives the citizen the revision and nothing else', () => {
    send(ask())
    const kinds = [
      change(
        'answer.correct',
        { correction: edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'X' }), resolves: [] },
        PUBLIC_AUTHOR,
      ),
      change('answer.edit', { correction: nothing, signatures: [] }, PUBLIC_AUTHOR),
      change('answer.changeState', { from: 0, to: 1 }, PUBLIC_AUTHOR),
      change(
        'answer.requestChanges',
        { comment: '', answers: ['0/1'], images: [], documents: [], sections: [] },
        PUBLIC_AUTHOR,
      ),
      change('answer.delete', {}, PUBLIC_AUTHOR),
    ]
    for (const mutation of kinds) expect(problemOf(sendAs(CITIZEN, mutation))).toBe('access.forbidden')
  })
})
