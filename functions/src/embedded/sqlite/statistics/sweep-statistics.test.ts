import { describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { templateIdSchema, toMilliseconds } from '#domain/kernel/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { openSqliteStore } from '../store.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { buildTemplate, NOW } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { sweepStatistics } from '#core/statistics/sweep-statistics.ts'

const FORM = templateIdSchema.parse('comercios')
const DAY = 24 * 60 * 60 * 1000

async function world() {
  const store = openSqliteStore(':memory:')
  const template = buildTemplate()
  const answer = composeAnswer(template, buildSubmit(1), { code: 'VIS1', now: NOW, author: buildUser('ines') })
  const writes = [set(keys.template(template.id), template), set(keys.answer(answer.id), answer)]
  await store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
  const clock = { now: toMilliseconds(NOW) }
  const errors: string[] = []
  const log = { info: () => undefined, error: (event: string) => void errors.push(event) }
  const statistics = there(store.statistics)
  await statistics.open(FORM, 'UTC', () => clock.now)
  const sweep = () => sweepStatistics({ store, log, clock: () => clock.now })
  return { store, statistics, clock, errors, sweep }
}

describe('the sweep of statistics', () => {
  it('leaves what is looked at and right, and forgets what no one has looked at for 90 days', async () => {
    const { statistics, clock, errors, sweep } = await world()
    expect(await sweep()).toBe(0)
    expect(await statistics.forms()).toMatchObject([{ form: FORM }])
    clock.now += 89 * DAY
    expect(await sweep()).toBe(0)
    clock.now += 2 * DAY
    expect(await sweep()).toBe(1)
    expect([await statistics.forms(), errors]).toEqual([[], []])
  })

  it('tells what differs from a recount, and has it counted again', async () => {
    const { store, statistics, clock, errors, sweep } = await world()
    const read = statistics.read.bind(statistics)
    // Every hour has the number of all answers added to its own.
    statistics.read = async (wanted) => {
      const sums = await read(wanted)
      sums.found.hours = sums.found.hours.map((count) => count + sums.found.answers)
      return sums
    }
    // The newest week is checked again within a year of weeks.
    for (let hour = 0; hour < 52 && errors.length === 0; hour += 1) {
      clock.now += 60 * 60 * 1000
      await sweep()
    }
    expect(errors).toEqual(['statistics.differ'])
    expect(await statistics.forms()).toEqual([])
    expect(await there(store.statistics).open(FORM, 'UTC', () => clock.now)).toBe(100)
  })
})
