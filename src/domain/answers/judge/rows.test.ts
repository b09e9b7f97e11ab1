import { beforeEach, describe, expect, it } from 'vitest'
import { buildDesk, type Desk, putTemplate, putUser } from '#tests/support/builders/desk.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { push } from '#tests/support/builders/judged.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { decomposeAnswer } from '../../answering/index.ts'
import { toResolution, acceptProposed } from '../../corrections/index.ts'
import type { Answer } from '../index.ts'
import { newMutationId } from '../../kernel/index.ts'
import { keys } from '../../store/index.ts'
import { type AnswerChange, mutationSchema, withRowLists } from '../../sync/index.ts'

const FORM = templateOf([section(0, [question(0)]), section(1, [question(0), question(1)], { repetible: true })])
const says = (respuesta: string) => ({ respuesta })
/** Ana in the main row, Beto and Ceci behind her, as an app from before row ids sent them. */
const submit = withRowLists('mutation', {
  ...buildPlainSubmit(1, 'x'),
  template: FORM.id,
  version: FORM.version,
  content: {
    values: { '1/0': says('Ana'), '1/r0/0': says('Beto'), '1/r1/0': says('Ceci') },
    conditions: {},
    rows: { 1: 2 },
  },
})
const { answer } = mutationSchema.parse(submit)

let desk: Desk
let lastId = 500
beforeEach(() => {
  desk = buildDesk()
  putTemplate(desk, FORM)
  for (const name of ['sofia', 'tomas']) putUser(desk, buildUser(name, 'ROLE_SUPERVISOR_CORRECTOR'))
  expect(push(desk, mutationSchema.parse(submit)).status).toBe('applied')
})

const stored = (): Answer => there(desk.documents.get(keys.answer(answer)))
function send(author: string, correction: object, more: object = {}) {
  const envelope = { id: newMutationId(bytesFor(++lastId)), author, device: DEVICE, clock: CLOCK, offset: 0 }
  const about = { answer, template: FORM.id, version: FORM.version, base: 1, files: [] }
  const raw = {
    ...envelope,
    ...about,
    kind: 'answer.correct',
    resolves: [],
    correction: { values: [], conditions: [], rows: [], ...correction },
    ...more,
  }
  return push(desk, mutationSchema.parse(withRowLists('mutation', raw)) as AnswerChange)
}
/** The text of each row, the main row first. */
const rows = () =>
  there(stored().secciones[1]).seccionesRepetibles.map(({ preguntas }) =>
    preguntas
      .map(({ respuesta }) => respuesta ?? '')
      .join(' ')
      .trim(),
  )
const conflicts = () => stored().conflicts.filter(({ resolved }) => resolved === undefined)

/** As an app from before row ids says that Beto's row goes: Ceci moves up, and there is one row fewer. */
const OLD_REMOVAL = {
  rows: [{ section: 1, seen: 2, count: 1 }],
  values: [
    { at: '1/r0/0', seen: says('Beto'), value: says('Ceci') },
    { at: '1/r1/0', seen: says('Ceci'), value: null },
  ],
}
const OLD_AGE = { values: [{ at: '1/r0/1', seen: null, value: says('31') }] }
const REMOVAL = { rows: [{ section: 1, row: '0', seen: { 0: says('Beto') } }] }
const IDS = { rowIds: true }
const BETO = { 0: says('Beto') }
const AGED = { ...BETO, 1: says('31') }

describe.each([
  ['today', REMOVAL, OLD_AGE, IDS],
  ['before row ids', OLD_REMOVAL, OLD_AGE, {}],
])('two apps of %s', (_when, removal, age, more) => {
  it('keep the age for Beto, whose row was removed, as a conflict: Ceci does not get it', () => {
    expect(send('sofia', removal, more).status).toBe('applied')
    expect(rows()).toEqual(['Ceci'])
    expect(send('tomas', age, more)).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Ceci'])
    expect(conflicts()).toMatchObject([
      { kind: 'row', section: 1, row: '0', seen: BETO, current: null, proposed: AGED },
    ])
  })

  it('keep the row when the age came first, with the same two sides', () => {
    expect(send('tomas', age, more).status).toBe('applied')
    expect(send('sofia', removal, more)).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Beto 31', 'Ceci'])
    expect(conflicts()).toMatchObject([
      { kind: 'row', section: 1, row: '0', seen: BETO, current: AGED, proposed: null },
    ])
  })

  it('remove the row once when both do', () => {
    send('sofia', removal, more)
    send('tomas', removal, more)
    expect(rows()).toEqual(['Ceci'])
    expect(conflicts()).toEqual([])
  })
})

it('a row that is decided to come back is where it was, with what both said', () => {
  send('sofia', REMOVAL, IDS)
  send('tomas', OLD_AGE, IDS)
  const [conflict] = conflicts()
  if (conflict?.kind !== 'row') throw new Error('There is a conflict about a row')
  const correction = acceptProposed(decomposeAnswer(stored()), stored(), conflict)
  const decision = { ...IDS, base: stored().version, resolves: [toResolution(conflict)] }
  expect(send('sofia', correction, decision).status).toBe('applied')
  expect(rows()).toEqual(['Beto 31', 'Ceci'])
  expect(conflicts()).toEqual([])
})

it('two rows that are added are two rows, in the same order whichever came first', () => {
  const dora = {
    rows: [{ section: 1, row: '4AAAAAAAAA', added: true }],
    values: [{ at: '1/r4AAAAAAAAA/0', seen: null, value: says('Dora') }],
  }
  const elsa = {
    rows: [{ section: 1, row: '5AAAAAAAAA', added: true }],
    values: [{ at: '1/r5AAAAAAAAA/0', seen: null, value: says('Elsa') }],
  }
  expect(send('tomas', elsa, IDS).status).toBe('applied')
  expect(send('sofia', dora, IDS).status).toBe('applied')
  expect(rows()).toEqual(['Beto', 'Ceci', 'Dora', 'Elsa'])
  expect(there(stored().secciones[1]).seccionesRepetibles.map(({ orden, rowId }) => [orden, rowId])).toEqual([
    [0, '0'],
    [1, '1'],
    [2, '4AAAAAAAAA'],
    [3, '5AAAAAAAAA'],
  ])
})

it('rows that were stored without ids have their positions as ids, which the next change stores', () => {
  const withoutIds = (document: Answer) => ({
    ...document,
    secciones: document.secciones.map((section) => ({
      ...section,
      seccionesRepetibles: section.seccionesRepetibles.map(({ rowId: _, ...row }) => row),
    })),
  })
  desk.put(keys.answer(answer), withoutIds(stored()))
  expect(send('tomas', { values: [{ at: '1/r1/1', seen: null, value: says('40') }] }, IDS).status).toBe('applied')
  expect(rows()).toEqual(['Beto', 'Ceci 40'])
  expect(there(stored().secciones[1]).seccionesRepetibles.map(({ rowId }) => rowId)).toEqual(['0', '1'])
})

describe('an app from before row ids', () => {
  const add = (name: string) => ({
    rows: [{ section: 1, seen: 2, count: 3 }],
    values: [{ at: '1/r2/0', seen: null, value: says(name) }],
  })

  it('adds a row of its own, also where another added one at the same position', () => {
    expect(send('sofia', add('Dora')).status).toBe('applied')
    expect(send('tomas', add('Elsa')).status).toBe('applied')
    expect(rows().slice(0, 2)).toEqual(['Beto', 'Ceci'])
    expect(
      rows()
        .slice(2)
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['Dora', 'Elsa'])
  })

  it('means the row at the position that its author saw: after a removal, the second is still Ceci', () => {
    send('sofia', REMOVAL, IDS)
    const age = { values: [{ at: '1/r1/1', seen: null, value: says('40') }] }
    expect(send('tomas', age).status).toBe('applied')
    expect(rows()).toEqual(['Ceci 40'])
    const corrected = { values: [{ at: '1/r0/1', seen: says('40'), value: says('41') }] }
    expect(send('tomas', corrected, { base: stored().version }).status).toBe('applied')
    expect(rows()).toEqual(['Ceci 41'])
  })

  it('removes no row of an answer that has changed since: that is a conflict', () => {
    send('sofia', { values: [{ at: '0/0', seen: null, value: says('other') }] }, IDS)
    expect(send('tomas', OLD_REMOVAL)).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Beto', 'Ceci'])
    expect(conflicts()).toMatchObject([{ kind: 'row', row: '0', current: BETO, proposed: null }])
  })

  it('removes no row that its author changed on another device: that is one conflict about the row', () => {
    send('tomas', { values: [{ at: '1/r1/0', seen: says('Ceci'), value: says('Cecilia') }] }, IDS)
    const removal = {
      rows: [{ section: 1, seen: 2, count: 1 }],
      values: [{ at: '1/r1/0', seen: says('Ceci'), value: null }],
    }
    expect(send('tomas', removal)).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Beto', 'Cecilia'])
    expect(conflicts()).toMatchObject([{ kind: 'row', row: '1', current: { 0: says('Cecilia') }, proposed: null }])
  })

  it('removes no row that its author saw empty and filled in on another device', () => {
    send('sofia', { rows: [{ section: 1, row: '2', added: true }] }, IDS)
    send('tomas', { values: [{ at: '1/r2/0', seen: null, value: says('Dora') }] }, { ...IDS, base: 2 })
    const removal = { rows: [{ section: 1, seen: 3, count: 2 }] }
    expect(send('tomas', removal, { base: 2 })).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Beto', 'Ceci', 'Dora'])
    expect(conflicts()).toMatchObject([{ kind: 'row', row: '2', seen: {}, current: { 0: says('Dora') } }])
  })
})

describe('an app from before row ids that sends two changes of one version, of which the first removes a row', () => {
  const DORA = {
    rows: [{ section: 1, row: '4AAAAAAAAA', added: true }],
    values: [{ at: '1/r4AAAAAAAAA/0', seen: null, value: says('Dora') }],
  }
  /** Removes Beto from Beto, Ceci, Dora. */
  const REMOVAL_OF_THREE = {
    rows: [{ section: 1, seen: 3, count: 2 }],
    values: [
      { at: '1/r0/0', seen: says('Beto'), value: says('Ceci') },
      { at: '1/r1/0', seen: says('Ceci'), value: says('Dora') },
      { at: '1/r2/0', seen: says('Dora'), value: null },
    ],
  }
  const ageAt = (position: number) => ({ values: [{ at: `1/r${position}/1`, seen: null, value: says('31') }] })
  const second = (correction: object, author = 'tomas') => send(author, correction, { base: 2 })
  beforeEach(() => {
    send('sofia', DORA, IDS)
    expect(rows()).toEqual(['Beto', 'Ceci', 'Dora'])
    expect(second(REMOVAL_OF_THREE).status).toBe('applied')
    expect(rows()).toEqual(['Ceci', 'Dora'])
  })

  it('writes an age into no row: it can be meant for the row before or after the removal', () => {
    expect(second(ageAt(1))).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Ceci', 'Dora'])
    expect(conflicts()).toMatchObject([
      { kind: 'value', address: '1/r4AAAAAAAAA/1', seen: null, current: null, proposed: says('31') },
    ])
  })

  it('corrects the row that the value it saw belongs to', () => {
    const renamed = { values: [{ at: '1/r1/0', seen: says('Dora'), value: says('Dorotea') }] }
    expect(second(renamed).status).toBe('applied')
    expect(rows()).toEqual(['Ceci', 'Dorotea'])
    const before = { values: [{ at: '1/r1/0', seen: says('Ceci'), value: says('Cecilia') }] }
    expect(second(before).status).toBe('applied')
    expect(rows()).toEqual(['Cecilia', 'Dorotea'])
  })

  it('removes a second row, which its author saw without the first', () => {
    const removal = {
      rows: [{ section: 1, seen: 2, count: 1 }],
      values: [
        { at: '1/r0/0', seen: says('Ceci'), value: says('Dora') },
        { at: '1/r1/0', seen: says('Dora'), value: null },
      ],
    }
    expect(second(removal).status).toBe('applied')
    expect(rows()).toEqual(['Dora'])
  })

  it('means the row at the base when another person removed the row', () => {
    expect(second(ageAt(1), 'sofia').status).toBe('applied')
    expect(rows()).toEqual(['Ceci 31', 'Dora'])
  })

  it('writes into no row that only another person can have put at the position', () => {
    send('sofia', { rows: [{ section: 1, row: '1', seen: { 0: says('Ceci') } }] }, { ...IDS, base: 3 })
    send('sofia', { rows: [{ section: 1, row: '5AAAAAAAAA', added: true }] }, { ...IDS, base: 4 })
    expect(rows()).toEqual(['Dora', ''])
    expect(second(ageAt(1))).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Dora', ''])
  })
})

it('an app from before row ids writes into no row after its removal of another became a conflict', () => {
  send('sofia', { values: [{ at: '0/0', seen: null, value: says('other') }] }, IDS)
  expect(send('tomas', OLD_REMOVAL)).toMatchObject({ status: 'merged', conflicts: 1 })
  expect(send('tomas', OLD_AGE)).toMatchObject({ status: 'merged', conflicts: 1 })
  expect(rows()).toEqual(['Beto', 'Ceci'])
})

it('an app from before row ids that names an unknown version writes into no row', () => {
  expect(send('tomas', OLD_AGE, { base: 7 })).toMatchObject({ status: 'merged', conflicts: 1 })
  expect(rows()).toEqual(['Beto', 'Ceci'])
})

it('a change by position writes into no row of another version that has the number its author saw', () => {
  expect(send('tomas', OLD_AGE, { baseAt: '2026-01-01T00:00:00.000Z' })).toMatchObject({
    status: 'merged',
    conflicts: 1,
  })
  expect(rows()).toEqual(['Beto', 'Ceci'])
})
