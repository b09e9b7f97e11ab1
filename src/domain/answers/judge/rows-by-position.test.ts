import { beforeEach, describe, expect, it } from 'vitest'
import { buildRowsDesk, IDS, OLD_AGE, OLD_REMOVAL, REMOVAL, says } from '#tests/support/builders/rows-desk.ts'
import { buildTimeline } from '../../corrections/index.ts'

let { send, rows, conflicts, stored } = buildRowsDesk()
beforeEach(() => {
  ;({ send, rows, conflicts, stored } = buildRowsDesk())
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
    expect(conflicts()).toMatchObject([{ kind: 'row', row: '0', current: { 0: says('Beto') }, proposed: null }])
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

describe('an app from before row ids that sends two changes of one version, of which the first removes a row', () => {
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

describe('an app from before row ids that removes a row which another user has removed', () => {
  beforeEach(() => {
    send('sofia', DORA, IDS)
    send('sofia', REMOVAL, { ...IDS, base: 2 })
    expect(send('tomas', REMOVAL_OF_THREE, { base: 2 })).toMatchObject({ status: 'applied' })
  })

  it('leaves nothing to decide, and no event of a conflict', () => {
    expect(rows()).toEqual(['Ceci', 'Dora'])
    expect(conflicts()).toEqual([])
    expect(buildTimeline(stored(), []).map(({ kind }) => kind)).not.toContain('met')
    expect(buildTimeline(stored(), []).map(({ kind }) => kind)).not.toContain('decided')
  })

  it('writes an age into no row: it can be meant for the row before or after the removal', () => {
    const age = { values: [{ at: '1/r1/1', seen: null, value: says('31') }] }
    expect(send('tomas', age, { base: 2 })).toMatchObject({ status: 'merged', conflicts: 1 })
    expect(rows()).toEqual(['Ceci', 'Dora'])
  })

  it('corrects the row that the value it saw belongs to', () => {
    const renamed = { values: [{ at: '1/r1/0', seen: says('Dora'), value: says('Dorotea') }] }
    expect(send('tomas', renamed, { base: 2 }).status).toBe('applied')
    expect(rows()).toEqual(['Ceci', 'Dorotea'])
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
