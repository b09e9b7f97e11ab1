import { expect, it } from 'vitest'
import { computeRetryDelay } from './retry-delay.ts'

const [SECOND, HOUR] = [1_000, 3_600_000]

/**
 * A hundred requests at once against a rate limit. @returns the number of attempts, and the time of the last success
 */
function queue(burst: number, interval: number, noTurnLost: number) {
  const due = Array.from({ length: 100 }, () => 0)
  let [now, room, looks] = [0, burst, 0]
  for (; due.some((at) => at < Infinity) && now < 100 * HOUR; now += SECOND) {
    room = Math.min(burst, room + SECOND / interval)
    for (const [index, at] of due.entries()) {
      if (at > now) continue
      looks += 1
      const seconds = Math.ceil(((1 - room) * interval) / SECOND)
      const refused = { code: 'request.too-many', details: { seconds } } as const
      due[index] = room >= 1 ? Infinity : now + computeRetryDelay(refused, now, { noTurnLost, longest: HOUR })
      if (room >= 1) room -= 1
    }
  }
  return { looks, now }
}

it('looks at what waits for its turn ever more rarely, and loses no turn', () => {
  const [burst, interval] = [15, 30 * SECOND]
  const { looks, now } = queue(burst, interval, burst * interval)
  expect(looks).toBeLessThan(15 * 100)
  expect(now).toBeLessThan(1.125 * 100 * interval)
})

it('waits no longer than a job may, however long it has waited', () => {
  const refused = { code: 'request.too-many', details: { seconds: 86 } } as const
  const bounds = { noTurnLost: HOUR, longest: HOUR }
  expect([0, HOUR, 24 * HOUR, 1000 * HOUR].map((waited) => computeRetryDelay(refused, waited, bounds))).toEqual([
    86_000,
    HOUR / 4,
    HOUR,
    HOUR,
  ])
  // Written while the clock was ahead.
  expect(computeRetryDelay(refused, -HOUR, bounds)).toBe(86_000)
})
