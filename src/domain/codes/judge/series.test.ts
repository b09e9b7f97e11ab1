import { expect, it } from 'vitest'
import { keys, set, wrapFoundDocuments, type Key, type StoredDocument } from '../../store/index.ts'
import { startAboveAssignedCodes, COUNTER_KINDS, raiseSeriesNumberUnit, readSeriesNumber } from './index.ts'

const HERE = 'paises/AR/provincias/X/municipios/RIO' as Key<StoredDocument>
const place = (key: string, lastKeyNumber: number) => ({ key, lastKeyNumber, nombre: 'Río' })
const found = (entries: readonly (readonly [Key, StoredDocument | undefined])[]) => wrapFoundDocuments(new Map(entries))

it('lists every kind of counter', () => {
  const made = Object.values(keys).map((key) =>
    typeof key === 'string' ? key : (key as (...names: string[]) => string)('a', 'b', 'c'),
  )
  const kinds = made.flatMap((key) => /^counters\/([a-z]+)/.exec(key)?.[1] ?? [])
  expect(new Set(kinds)).toEqual(new Set(Object.keys(COUNTER_KINDS)))
})

it.each([
  [HERE, place('RIO', 41), { series: 'code~RIO', number: 41 }],
  [HERE, place('', 0), undefined],
  [`${HERE}/areas_municipales/a`, place('RIO', 41), undefined],
  ['counters/receipt~tX', { count: 7 }, { series: 'counters/receipt~tX', number: 7 }],
  ['counters/draft~farolas', { count: 3 }, { series: 'counters/draft~farolas', number: 3 }],
  ['counters/version~farolas', { count: 2 }, { series: 'counters/version~farolas', number: 2 }],
  ['counters/template~farolas', { count: 3 }, undefined],
  ['counters/audit', { count: 3 }, undefined],
])('%s counts its series', (key, document, series) => {
  expect(readSeriesNumber(key as Key, document)).toEqual(series)
})

const RECEIPTS = 'counters/receipt~tX'
it.each([
  {
    title: 'a lower number',
    key: HERE,
    before: place('RIO', 41),
    gap: { from: 42, to: 100 },
    after: place('RIO', 100),
  },
  { title: 'nothing for the same number', key: HERE, before: place('RIO', 100) },
  { title: 'nothing for a higher number', key: HERE, before: place('RIO', 101) },
  { title: 'no missing municipality', key: HERE },
  { title: 'a missing counter', key: RECEIPTS, gap: { from: 1, to: 100 }, after: { count: 100 } },
])('raises $title', ({ key, before, gap, after }) => {
  const { result, writes } = raiseSeriesNumberUnit(key as Key, 100).decide(found([[key as Key, before]]))
  expect(result).toEqual(gap)
  expect(writes).toEqual(after === undefined ? [] : [set(key as Key<StoredDocument>, after)])
})

it('begins a municipality that was created again above the codes of its key', () => {
  const assigned = (series: string) => (series === 'code~RIO' ? 140 : undefined)
  const begin = (before: StoredDocument | undefined, after: StoredDocument) => {
    const write = startAboveAssignedCodes(set(HERE, after), found([[HERE, before]]), assigned)
    return write.kind === 'set' ? write.document['lastKeyNumber'] : undefined
  }
  expect(begin(undefined, place('RIO', 0))).toBe(140)
  expect(begin(place('', 0), place('RIO', 0))).toBe(140)
  expect(begin(undefined, place('MAR', 0))).toBe(0)
  expect(begin(place('RIO', 41), place('RIO', 42))).toBe(42)
})
