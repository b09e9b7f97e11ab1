import { there } from '#tests/support/there.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { decomposeAnswer } from '../../answering/index.ts'
import type { Answer } from '../index.ts'
import { generateMutationId } from '../../kernel/new-ids.ts'
import { createMutationUnit } from './decide.ts'
import { keys } from '../../store/index.ts'
import { mutationSchema } from '../../sync/mutation.ts'
import type { PushResult } from '../../sync/protocol.ts'

/** Parts that a complete answer needs, also after each change. */
const PLACE = { direccion: 'San Martín 450' }
const submit = buildSubmit(1, { header: { ...buildSubmit().header, location: PLACE } })
const nothing = { values: [], conditions: [], rows: [] }
let desk: Desk
let lastId = 700

beforeEach(() => {
  desk = buildDesk()
  putTemplate(
    desk,
    buildTemplate({}, { opcionales: { digitalSignature: true, signatureEditableAnswer: true, geolocalizacion: true } }),
  )
  for (const name of ['sofia', 'tomas']) putUser(desk, buildUser(name, 'ROLE_SUPERVISOR_ELEVADO'))
  desk.commit(createMutationUnit(submit, { author: submit.author }, NOW))
})

function send(part: object, facts: object = {}): PushResult {
  const envelope = {
    id: generateMutationId(bytesFor(++lastId)),
    author: 'sofia',
    device: DEVICE,
    clock: CLOCK,
    offset: 0,
  }
  const { answer, template, version } = submit
  const change = {
    ...envelope,
    answer,
    template,
    version,
    base: stored().version,
    files: [],
    correction: { ...nothing, ...part },
  }
  const mutation = mutationSchema.parse({
    ...change,
    ...('kind' in facts ? {} : { kind: 'answer.correct', resolves: [] }),
    ...facts,
  })
  return desk.commit(createMutationUnit(mutation, { author: mutation.author }, NOW))
}
const stored = (): Answer => there(desk.documents.get(keys.answer(submit.answer)))
const value = (at: string, seen: string | null, wanted: string | null) => ({
  at,
  seen: seen === null ? null : { respuesta: seen },
  value: wanted === null ? null : { respuesta: wanted },
})
const check = (condition: number, checked: boolean) => ({ section: 2, condition, seen: !checked, checked })
const ROW = 'K7Q2M4T8XA'
const added = { section: 1, row: ROW, added: true }
const removed = { section: 1, row: '0', seen: { 0: { respuesta: 'Salida de emergencia' } } }

describe('a correction leaves nothing unanswered that the form requires', () => {
  it.each([
    ['a required answer is not emptied', { values: [value('0/0', 'Bar El Puente', null)] }, '0/0'],
    ['nor one of a row', { values: [value('1/r0/0', 'Salida de emergencia', null)] }, '1/r0/0'],
    ['a row that comes has its required answers', { rows: [added] }, `1/r${ROW}/0`],
    ['a condition that is checked has its required answers', { conditions: [check(1, true)] }, '2/c1/0'],
    [
      'a required section keeps a condition',
      { conditions: [check(0, false)], values: [value('2/c0/0', '40', null)] },
      undefined,
    ],
    ['the address stays', { location: { seen: PLACE, value: null } }, undefined],
    ['the address is more than blanks', { location: { seen: PLACE, value: { direccion: '  ' } } }, undefined],
  ])('%s', (_what, part, address) => {
    const result = send(part)
    expect(result).toMatchObject({
      status: 'rejected',
      problem: { code: 'answer.incomplete', ...(address === undefined ? {} : { details: { address } }) },
    })
    expect(stored()).toMatchObject({ version: 1, conflicts: [] })
  })

  it.each([
    ['an answer that is not required is emptied', { values: [value('0/1', '4', null)] }],
    ['a row comes with its answers', { rows: [added], values: [value(`1/r${ROW}/0`, null, 'Patio')] }],
    ['a row goes, with its answers', { rows: [removed] }],
    [
      'one condition takes the place of another',
      {
        conditions: [check(0, false), check(1, true)],
        values: [value('2/c0/0', '40', null), value('2/c1/0', null, '80')],
      },
    ],
    ['somebody moves', { location: { seen: PLACE, value: { direccion: 'Belgrano 1' } } }],
  ])('and takes effect where %s', (_what, part) => {
    expect(send(part)).toMatchObject({ status: 'applied', version: 2 })
  })

  it('holds for completing, too', () => {
    desk.put(keys.answer(submit.answer), { ...stored(), ubicacion: undefined })
    const edit = { kind: 'answer.edit', signatures: [] }
    expect(send({ rows: [added], location: { seen: null, value: PLACE } }, edit)).toMatchObject({
      status: 'rejected',
      problem: { code: 'answer.incomplete' },
    })
    expect(send({ location: { seen: null, value: PLACE } }, edit)).toMatchObject({ status: 'applied' })
  })

  it('asks nothing that was missing before: anyone who corrects one thing need not know the rest', () => {
    desk.put(keys.answer(submit.answer), { ...stored(), ubicacion: undefined })
    expect(send({ values: [value('0/1', '4', '5')] })).toMatchObject({ status: 'applied' })
  })
})

describe('two corrections that only together leave something unanswered', () => {
  it('conflict: each unchecks a condition, and a required section keeps the last', () => {
    send({ conditions: [check(1, true)], values: [value('2/c1/0', null, '80')] })
    send({ conditions: [check(0, false)], values: [value('2/c0/0', '40', null)] })
    const late = send(
      { conditions: [check(1, false)], values: [value('2/c1/0', '80', null), value('0/1', '4', '5')] },
      { author: 'tomas', base: 2 },
    )
    expect(late).toMatchObject({ status: 'merged', conflicts: 2, version: 4 })
    expect(decomposeAnswer(stored())).toMatchObject({
      conditions: { 2: [1] },
      values: { '2/c1/0': { respuesta: '80' }, '0/1': { respuesta: '5' } },
    })
    expect(stored().conflicts).toMatchObject([
      { kind: 'value', address: '2/c1/0', seen: { respuesta: '80' }, current: { respuesta: '80' }, proposed: null },
      { kind: 'condition', section: 2, condition: 1, seen: true, current: true, proposed: false },
    ])
  })

  it('conflict: a row comes without an answer that the form requires', () => {
    send({ values: [value('0/1', '4', '5')] })
    const values = [value(`1/r${ROW}/1`, null, 'sin foto')]
    expect(send({ rows: [added], values }, { author: 'tomas', base: 1 })).toMatchObject({
      status: 'merged',
      conflicts: 1,
    })
    expect(stored().conflicts).toMatchObject([
      { kind: 'row', section: 1, row: ROW, seen: null, current: null, proposed: { 1: { respuesta: 'sin foto' } } },
    ])
    expect(decomposeAnswer(stored()).rows).toEqual({ 1: ['0'] })
  })

  it('do not conflict where one adds a row and the other removes one', () => {
    send({ rows: [added], values: [value(`1/r${ROW}/0`, null, 'Patio')] })
    expect(send({ rows: [removed] }, { author: 'tomas', base: 1 })).toMatchObject({ status: 'applied' })
    expect(decomposeAnswer(stored())).toMatchObject({
      rows: { 1: [ROW] },
      values: { [`1/r${ROW}/0`]: { respuesta: 'Patio' } },
    })
  })

  it('conflict: an address that is taken from an answer as no one sees it any more', () => {
    send({ values: [value('0/1', '4', '5')] })
    expect(send({ location: { seen: PLACE, value: null } }, { author: 'tomas', base: 1 })).toMatchObject({
      status: 'merged',
      conflicts: 1,
    })
    expect(stored()).toMatchObject({
      ubicacion: PLACE,
      conflicts: [{ kind: 'location', seen: PLACE, current: PLACE, proposed: null }],
    })
  })
})
