import { describe, expect, it } from 'vitest'
import { CatchingUpError } from '#core/ports.ts'
import type { StatisticsRequest } from '#core/statistics-port.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { instantSchema } from '#domain/kernel/index.ts'
import { NO_STATISTICS_FILTER, iterateBits, type WholeFormColumns } from '#domain/statistics/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { agreesWithRecount, runsOr } from '#tests/support/statistics-property.ts'
import { there } from '#tests/support/there.ts'
import { openSqliteStore } from '../store.ts'

const RUNS = runsOr(30)
const FORM = buildTemplate()
const wanted: StatisticsRequest = {
  form: FORM.id,
  timeZone: 'UTC',
  sees: { inArea: () => true, throughPortal: () => false, own: 'ines' },
  filter: NO_STATISTICS_FILTER,
  cross: new Map(),
  measures: [],
  sections: [],
  among: undefined,
}

it(
  'statistics that the follower writes are what a recount of the answers says',
  async () => {
    await agreesWithRecount((most, now) => {
      const store = openSqliteStore(':memory:', 'era', now, { lagLimits: 0, max: most })
      return { store, statistics: there(store.statistics) }
    }, RUNS)
    expect.hasAssertions()
  },
  RUNS * 2_000,
)

it('one answer that cannot be read keeps no other from being counted', async () => {
  const store = openSqliteStore(':memory:', 'era', () => 0)
  for (const seed of [1, 2]) {
    const answer = composeAnswer(FORM, buildSubmit(seed), { code: `VIS${seed}`, now: NOW, author: buildUser('ines') })
    const stored = seed === 1 ? { ...answer, fechaCreacion: 'never' as never } : answer
    await store.commit({
      keysFor: () => [],
      decide: () => ({ result: undefined, writes: [set(keys.answer(answer.id), stored)] }),
    })
  }
  const statistics = there(store.statistics)
  expect(await statistics.open(FORM.id, 'UTC', () => 0)).toBe(100)
  expect((await statistics.read(wanted)).found.answers).toBe(1)
  await store.close()
})

describe('a count that takes long', () => {
  const DAYS = 24

  /** Every reading of the clock takes so long that others get the thread after three days. */
  async function slowly() {
    let now = 0
    const store = openSqliteStore(':memory:', 'era', () => (now += 40), { lagLimits: 0 })
    const put = (seed: number, day: number, author = 'ines') => {
      const made = composeAnswer(FORM, buildSubmit(seed, { author }), {
        code: `VIS${seed}`,
        now: NOW,
        author: buildUser(author),
      })
      const answer = { ...made, fechaCreacion: instantSchema.parse(new Date(Date.UTC(2026, 9, day, 12)).toISOString()) }
      const writes = [set(keys.answer(made.id), answer)]
      return store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
    }
    for (let seed = 1; seed <= DAYS; seed += 1) await put(seed, seed)
    const statistics = there(store.statistics)
    while ((await statistics.open(FORM.id, 'UTC', () => now)) < 100);
    return { store, statistics, put }
  }

  it('is of one moment, though others write while it lets them have the thread', async () => {
    const { store, statistics, put } = await slowly()
    await statistics.read(wanted)
    const reading = statistics.read(wanted)
    // Moves it from the day that is counted last to the one counted first: without a restart, neither would count it.
    await put(DAYS, 1)
    await store.following?.catchUp()
    const { all, found } = await reading
    expect([all.answers, found.answers, [...found.days.values()]]).toEqual([
      DAYS,
      DAYS,
      [2, ...Array.from({ length: DAYS - 2 }, () => 1)],
    ])
    await store.close()
  })

  it('ends where no one waits for it any more', async () => {
    const { store, statistics } = await slowly()
    const read = statistics.read({ ...wanted, signal: AbortSignal.abort() })
    await expect(read).rejects.toThrow(CatchingUpError)
    expect((await statistics.read(wanted)).found.answers).toBe(DAYS)
    await store.close()
  })

  it('gives a device nothing whose places were written in the meantime, by however many others', async () => {
    const { store, statistics, put } = await slowly()
    const writeDuring = async (times: number) => {
      let isDone = false
      const whole = statistics.whole(wanted, 1_000).finally(() => (isDone = true))
      whole.catch(() => undefined)
      for (let time = 0; time < times && !isDone; time += 1) {
        await put(DAYS, DAYS - (time % 2), time % 2 === 0 ? 'pablo' : 'ines')
        await store.following?.catchUp()
      }
      return whole
    }
    expect(answersIn(await writeDuring(0))).toBe(DAYS)
    await expect(writeDuring(500)).rejects.toThrow(CatchingUpError)
    await put(DAYS, DAYS, 'pablo')
    expect(answersIn(await writeDuring(0))).toBe(DAYS - 1)
    await store.close()
  })
})

function answersIn(whole: WholeFormColumns | undefined): number {
  return [...iterateBits(there(there(whole).get('#answers')).bits('b:live'))].length
}
