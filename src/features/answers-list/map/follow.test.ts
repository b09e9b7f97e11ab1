// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { createPointReloader } from './use-points.ts'

/** A map whose request takes this long; every wait ends on demand. */
function follow(took = 0) {
  const controller = new AbortController()
  const waits: { readonly milliseconds: number; readonly end: () => void }[] = []
  let [now, renewals] = [0, 0]
  const news = createPointReloader({
    renew: async () => {
      renewals += 1
      now += took
    },
    wait: (milliseconds) => new Promise((resolve) => waits.push({ milliseconds, end: () => resolve() })),
    clock: () => now,
    signal: controller.signal,
  })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0))
  const endWait = async () => {
    waits.at(-1)?.end()
    await settled()
  }
  return {
    news,
    endWait,
    waited: () => waits.map(({ milliseconds }) => milliseconds),
    count: () => renewals,
    controller,
  }
}

describe('a map that follows', () => {
  it('asks again once for a burst of news', async () => {
    const { news, endWait, count, waited } = follow()
    for (let nudge = 0; nudge < 10; nudge += 1) news()
    await endWait()
    expect([count(), waited()]).toEqual([1, [1_000]])
  })

  it('asks again for what came while it asked, and then rests', async () => {
    const { news, endWait, count, waited } = follow()
    news()
    await endWait()
    news()
    news()
    await endWait()
    expect([count(), waited()]).toEqual([2, [1_000, 1_000]])
  })

  it('takes a twentieth of the time at most, and rests no longer than five minutes', async () => {
    const { news, endWait, waited } = follow(2_000)
    news()
    await endWait()
    news()
    expect(waited()).toEqual([1_000, 38_000])
    const large = follow(60_000)
    large.news()
    await large.endWait()
    large.news()
    expect(large.waited()).toEqual([1_000, 300_000])
  })

  it('asks nothing for anyone who has left', async () => {
    const { news, endWait, count, controller } = follow()
    news()
    controller.abort()
    await endWait()
    expect(count()).toBe(0)
  })
})
