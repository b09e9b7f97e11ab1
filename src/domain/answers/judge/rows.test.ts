import { beforeEach, describe, expect, it } from 'vitest'
import { buildRowsDesk, IDS, OLD_AGE, OLD_REMOVAL, REMOVAL, says } from '#tests/support/builders/rows-desk.ts'
import { there } from '#tests/support/there.ts'
import { decomposeAnswer } from '../../answering/index.ts'
import { toConflictResolution, acceptProposedChange } from '../../corrections/index.ts'
import type { Answer } from '../index.ts'

let { send, rows, conflicts, stored, put } = buildRowsDesk()
beforeEach(() => {
  ;({ send, rows, conflicts, stored, put } = buildRowsDesk())
})

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
  const correction = acceptProposedChange(decomposeAnswer(stored()), stored(), conflict)
  const decision = { ...IDS, base: stored().version, resolves: [toConflictResolution(conflict)] }
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
  put(withoutIds(stored()))
  expect(send('tomas', { values: [{ at: '1/r1/1', seen: null, value: says('40') }] }, IDS).status).toBe('applied')
  expect(rows()).toEqual(['Beto', 'Ceci 40'])
  expect(there(stored().secciones[1]).seccionesRepetibles.map(({ rowId }) => rowId)).toEqual(['0', '1'])
})
