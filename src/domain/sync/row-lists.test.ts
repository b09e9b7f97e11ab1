import { expect, it } from 'vitest'
import { convertToRowLists } from './row-lists.ts'

const says = (respuesta: string) => ({ respuesta })
const rows = (names: readonly string[]) => ({
  values: Object.fromEntries(names.map((name, at) => [`1/r${at}/0`, says(name)])),
  conditions: {},
  rows: { 1: names.length },
})
const draft = (content: object, seen: object) => ({
  id: 'x',
  content,
  change: { mutation: '01J8Y3X5M7N9P1Q3R5S7T9V1W3', base: 1, seen: { content: seen, location: null } },
})

it('finds the rows of a drafted change again, by what they say', () => {
  expect(convertToRowLists('draft', draft(rows(['Ceci']), rows(['Beto', 'Ceci'])))).toMatchObject({
    content: { rows: { 1: ['1'] }, values: { '1/r1/0': says('Ceci') } },
    change: { seen: { content: { rows: { 1: ['0', '1'] } } } },
  })
})

it('gives a row that was added there an id of its own', () => {
  const upgraded = convertToRowLists('draft', draft(rows(['Beto', 'Dora']), rows(['Beto']))) as ReturnType<typeof draft>
  expect(upgraded.content).toMatchObject({ rows: { 1: ['0', expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/)] } })
  expect(convertToRowLists('draft', upgraded)).toBe(upgraded)
})

it('puts the numbers of rows of a sent change where the server looks for them', () => {
  const count = { section: 1, seen: 2, count: 1 }
  const upgraded = convertToRowLists('mutation', { correction: { values: [], rows: [count] } })
  expect(upgraded).toEqual({ correction: { values: [], rows: [], counts: [count] } })
  expect(convertToRowLists('mutation', upgraded)).toEqual(upgraded)
})

it.each([null, 7, 'x', [], {}, { change: { seen: 1 } }, { content: { rows: { 1: 1e9 } }, change: { seen: {} } }])(
  'leaves what it cannot read to the parser: %j',
  (raw) => {
    expect(convertToRowLists('draft', raw)).toEqual(raw)
  },
)
