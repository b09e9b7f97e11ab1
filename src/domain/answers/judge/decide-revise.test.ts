import { there } from '#tests/support/there.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { permitOf } from '#tests/support/builders/permits.ts'
import { buildSubmit, bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { computeRequestStatus } from '../../corrections/index.ts'
import type { Answer } from '../index.ts'
import { type CitizenPermit, citizenSchema } from '../../citizens/index.ts'
import { type Author, authorSchema, PUBLIC_AUTHOR } from '../../kernel/author.ts'
import { citizenIdSchema } from '../../kernel/ids.ts'
import { generateMutationId } from '../../kernel/new-ids.ts'
import { keys } from '../../store/index.ts'
import { type AnswerChange, type Mutation, mutationSchema } from '../../sync/mutation.ts'
import type { PushResult } from '../../sync/protocol.ts'
import { createMutationUnit } from './decide.ts'

const CITIZEN = citizenIdSchema.parse('c1')
const PORTAL = {
  digitalSignature: true,
  signatureEditableAnswer: true,
  citizenAssociationFromCitizenPortal: true,
  incidentes: true,
}
const submit = buildSubmit()
let desk: Desk
let lastId = 700

const NAME = { respuesta: 'Bar El Puente' }
const TABLES = { respuesta: '4' }
const edit = (at: string, seen: unknown, value: unknown) => ({
  values: [{ at, seen, value }],
  conditions: [],
  rows: [],
})
const both = {
  ...edit('0/0', NAME, { respuesta: 'Bar Nuevo' }),
  values: [
    { at: '0/0', seen: NAME, value: { respuesta: 'Bar Nuevo' } },
    { at: '0/1', seen: TABLES, value: { respuesta: '9' } },
  ],
}

function change(kind: AnswerChange['kind'], facts: object, author: Author = authorSchema.parse('sofia')): Mutation {
  const envelope = { id: generateMutationId(bytesFor(++lastId)), author, device: DEVICE, clock: CLOCK, offset: 0 }
  const { answer, template, version } = submit
  return mutationSchema.parse({ ...envelope, kind, answer, template, version, base: 1, files: [], ...facts })
}
let now = NOW
const send = (mutation: Mutation): PushResult =>
  desk.commit(createMutationUnit(mutation, { author: mutation.author }, now))
const ask = (answers: readonly string[], notes: readonly object[] = []): PushResult =>
  send(change('answer.requestChanges', { comment: '', answers, images: [], documents: [], sections: [], notes }))
const end = (requests: number, revised = false): PushResult => {
  const none = { comment: '', answers: [], images: [], documents: [], sections: [] }
  return send(change('answer.requestChanges', { ...none, ends: { requests, revised } }))
}
/** @param request index of the request that was open when the citizen opened the form */
function revise(request: number, correction: unknown, more: Partial<CitizenPermit> = {}): PushResult {
  const mutation = change('answer.revise', { correction }, PUBLIC_AUTHOR)
  const permits = [permitOf(CITIZEN, mutation, { request, ...more })]
  return desk.commit(createMutationUnit(mutation, { author: PUBLIC_AUTHOR, permits }, NOW))
}
const stored = (): Answer => there(desk.documents.get(keys.answer(submit.answer)))
const valueAt = (order: number) => stored().secciones[0]?.preguntas[order]?.respuesta
const marked = () =>
  stored()
    .requestsForChanges.at(-1)
    ?.changesRequested.answers.map(({ order }) => order)

beforeEach(() => {
  now = NOW
  desk = buildDesk()
  putTemplate(desk, buildTemplate({ version: 2 }, { opcionales: PORTAL }))
  putUser(desk, buildUser('sofia', 'ROLE_SUPERVISOR_CORRECTOR'))
  send({ ...submit, version: 2 })
  desk.put(keys.answer(submit.answer), { ...stored(), datosCiudadano: citizenSchema.parse({ id: CITIZEN }) })
})

describe('a revision of a request that staff have extended in the meantime', () => {
  it('is taken over, and what was added is still asked', () => {
    ask(['0/0'])
    ask(['0/1'])
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))).toMatchObject({
      status: 'applied',
      asksMore: true,
    })
    expect([valueAt(0), computeRequestStatus(stored()), marked()]).toEqual(['Bar Nuevo', 'review', [1]])
    expect(stored().requestsForChanges).toHaveLength(2)
    const rest = revise(1, edit('0/1', TABLES, { respuesta: '9' }))
    expect(rest).toMatchObject({ status: 'applied' })
    expect(rest).not.toHaveProperty('asksMore')
    expect([valueAt(1), computeRequestStatus(stored())]).toEqual(['9', 'correct'])
  })

  it('still asks for a mark whose words the citizen had not read', () => {
    ask(['0/0'])
    ask(['0/0'], [{ about: '0/0', comment: 'As on the sign' }])
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))).toMatchObject({ asksMore: true })
    expect([valueAt(0), marked()]).toEqual(['Bar Nuevo', [0]])
  })

  it('is complete where nothing was added', () => {
    ask(['0/0'])
    ask(['0/0'])
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))).not.toHaveProperty('asksMore')
    expect(computeRequestStatus(stored())).toBe('correct')
  })

  it('keeps what a second device of the citizen wrote before the first one arrived', () => {
    ask(['0/0'])
    ask(['0/1'])
    revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))
    const other = { ...both, values: [{ at: '0/0', seen: NAME, value: { respuesta: 'Otro' } }, both.values[1]] }
    expect(revise(1, other)).toMatchObject({ status: 'merged', conflicts: 1 })
    expect([valueAt(0), valueAt(1), computeRequestStatus(stored())]).toEqual(['Bar Nuevo', '9', 'correct'])
    expect(stored().conflicts).toMatchObject([{ address: '0/0', proposed: { respuesta: 'Otro' } }])
  })

  it.each([0, 1])(
    'still asks for a mark that staff asked for again after another device answered it (%i)',
    (request) => {
      ask(['0/0'])
      ask(['0/1'])
      revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))
      ask(['0/0'])
      expect(revise(request, edit('0/0', NAME, { respuesta: 'Otro' }))).toMatchObject({ conflicts: 1, asksMore: true })
      expect([valueAt(0), marked()]).toEqual(['Bar Nuevo', request === 0 ? [1, 0] : [0]])
    },
  )

  it('opens nothing that no request had asked for', () => {
    ask(['0/0'])
    ask(['0/1'])
    expect(revise(0, edit('0/1', TABLES, { respuesta: '9' }))).toMatchObject({
      status: 'rejected',
      problem: { code: 'answer.not-asked-for' },
    })
  })
})

describe('a revision that comes too late', () => {
  it('is held for staff with its reason where the request was ended, and changes nothing', () => {
    ask(['0/0', '0/1'])
    end(1)
    const before = stored().secciones
    expect(revise(0, both)).toMatchObject({ status: 'merged', conflicts: 2, late: 'ended' })
    expect(stored().secciones).toEqual(before)
    expect(stored().conflicts).toMatchObject([
      { address: '0/0', late: 'ended', seen: NAME, current: NAME, proposed: { respuesta: 'Bar Nuevo' } },
      { address: '0/1', late: 'ended', seen: TABLES, current: TABLES, proposed: { respuesta: '9' } },
    ])
    expect(computeRequestStatus(stored())).toBe('approved')
  })

  it('is held also where something else was asked after the end', () => {
    ask(['0/0'])
    end(1)
    ask(['0/1'])
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))).toMatchObject({ late: 'ended' })
    expect([valueAt(0), computeRequestStatus(stored()), marked()]).toEqual(['Bar El Puente', 'review', [1]])
  })

  it('is held where the citizen has answered the request on another device', () => {
    ask(['0/0'])
    revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Otro' }))).toMatchObject({ status: 'merged', late: 'revised' })
    expect(valueAt(0)).toBe('Bar Nuevo')
    expect(stored().conflicts).toMatchObject([
      { late: 'revised', current: { respuesta: 'Bar Nuevo' }, proposed: { respuesta: 'Otro' } },
    ])
  })

  it('has nothing to decide where it says what is stored already', () => {
    ask(['0/0'])
    revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))
    const { version } = stored()
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))).toMatchObject({ status: 'applied', version })
    expect(stored().conflicts).toEqual([])
  })

  it('puts nothing before staff that was never asked for', () => {
    ask(['0/0'])
    end(1)
    expect(revise(0, edit('0/1', TABLES, { respuesta: '9' }))).toMatchObject({ status: 'rejected' })
    expect(stored().conflicts).toEqual([])
  })

  it('can be taken over by staff after all', () => {
    ask(['0/0'])
    end(1)
    revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }))
    const [conflict] = stored().conflicts
    const resolves = [{ mutation: conflict?.mutation, at: '0/0' }]
    const correction = edit('0/0', NAME, { respuesta: 'Bar Nuevo' })
    expect(send(change('answer.correct', { correction, resolves, base: stored().version }))).toMatchObject({
      status: 'applied',
    })
    expect([valueAt(0), stored().conflicts[0]?.resolved === undefined]).toEqual(['Bar Nuevo', false])
  })
})

it('takes a revision without changes as the word that what is asked about is right', () => {
  ask(['0/0'])
  expect(revise(0, { values: [], conditions: [], rows: [] })).toMatchObject({ status: 'applied' })
  expect([valueAt(0), computeRequestStatus(stored())]).toEqual(['Bar El Puente', 'correct'])
  expect(stored().requestsForChanges.at(-1)).toMatchObject({ needCompletition: false, revisedAt: NOW })
})

describe('a revision of a request that the server has lost, because a backup was restored', () => {
  /** a minute after `NOW` */
  const LATER = '2026-11-20T15:31:00.000Z' as typeof NOW
  const [seen, one, two] = [{ requestSentAt: NOW }, { requestMarks: 1 }, { requestMarks: 2 }]

  it('is held for staff with its reason where another request has its number, which is still asked', () => {
    now = LATER
    ask(['0/1'])
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }), { ...seen, ...one })).toMatchObject({
      status: 'merged',
      conflicts: 1,
      late: 'lost',
    })
    expect([valueAt(0), computeRequestStatus(stored()), marked()]).toEqual(['Bar El Puente', 'review', [1]])
    expect(stored().conflicts).toMatchObject([
      { address: '0/0', late: 'lost', seen: NAME, current: NAME, proposed: { respuesta: 'Bar Nuevo' } },
    ])
  })

  it('does not answer another request of its number by saying that everything is right', () => {
    now = LATER
    ask(['0/1'])
    revise(0, { values: [], conditions: [], rows: [] }, { ...seen, ...one })
    expect([computeRequestStatus(stored()), marked()]).toEqual(['review', [1]])
  })

  it('is held where nothing has its number', () => {
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }), { ...seen, ...one })).toMatchObject({
      late: 'lost',
    })
    expect(revise(0, both, { ...seen, ...two })).toMatchObject({ late: 'lost', conflicts: 2 })
  })

  it('is held where marks that had been answered are asked for again', () => {
    ask(['0/0', '0/1'])
    expect(revise(0, edit('0/1', TABLES, { respuesta: '9' }), { ...seen, ...one })).toMatchObject({ late: 'lost' })
    expect([computeRequestStatus(stored()), marked()]).toEqual(['review', [0, 1]])
  })

  it('is taken over where the request is there as its citizen saw it, or with fewer marks', () => {
    ask(['0/0'])
    ask(['0/1'])
    expect(revise(0, edit('0/0', NAME, { respuesta: 'Bar Nuevo' }), { ...seen, ...one })).toMatchObject({
      status: 'applied',
      asksMore: true,
    })
    expect(revise(1, edit('0/1', TABLES, { respuesta: '9' }), { ...seen, ...two })).toMatchObject({
      status: 'applied',
    })
    expect([valueAt(0), valueAt(1), computeRequestStatus(stored())]).toEqual(['Bar Nuevo', '9', 'correct'])
  })

  it('changes nothing but the values of questions', () => {
    now = LATER
    ask(['0/1'])
    const rows = { values: [], conditions: [], rows: [{ section: 1, row: '0000000001', added: true }] }
    expect(revise(0, rows, { ...seen, ...one })).toMatchObject({ status: 'rejected' })
  })
})
