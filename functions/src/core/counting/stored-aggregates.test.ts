import { expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { STATISTICS_VERSION } from '#domain/statistics/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { agreesWithRecount, runsOr } from '#tests/support/statistics-property.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { StoredAggregates } from './stored-aggregates.ts'

const RUNS = runsOr(25)

it(
  'statistics that are kept as documents are what a recount of the answers says',
  async () => {
    await agreesWithRecount(() => {
      const store = openMemoryStore()
      return { store, statistics: new StoredAggregates(store) }
    }, RUNS)
    expect.hasAssertions()
  },
  RUNS * 2_000,
)

it('what another version has counted is counted again', async () => {
  const FORM = buildTemplate()
  const store = openMemoryStore()
  const statistics = new StoredAggregates(store)
  const write = (...writes: readonly ReturnType<typeof set>[]) =>
    store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes: [...writes] }) })
  const answer = composeAnswer(FORM, buildSubmit(1), { code: 'VIS1', now: NOW, author: buildUser('ines') })
  await write(set(keys.answer(answer.id), answer))
  const sees = { inArea: () => true, throughPortal: () => false, own: undefined }
  await statistics.open(FORM.id, 'UTC', () => 1)
  const key = keys.statistics(FORM.id)
  const { version, segments } = there(await store.get(key))
  expect([version, await statistics.versions(FORM.id, sees)]).toEqual([STATISTICS_VERSION, [FORM.version]])
  await write(set(key, { ...there(await store.get(key)), version: STATISTICS_VERSION - 1, segments: {} }))
  expect(await statistics.forms()).toEqual([])
  expect(await statistics.open(FORM.id, 'UTC', () => 2)).toBe(100)
  expect(await statistics.versions(FORM.id, sees)).toEqual([FORM.version])
  expect(Object.keys(there(await store.get(key)).segments)).toEqual(Object.keys(segments))
})
