// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import type { RequestOutcome } from '#domain/endpoints/index.ts'
import { generateAnswerId, ok, refuse } from '#domain/kernel/index.ts'
import type { AnswerPoint, AnswerPoints } from '#domain/answers/index.ts'
import { loadPoints, reloadPoints, type PointLoadingState } from './use-points.ts'

const point = (number: number): AnswerPoint => [-64, -31, generateAnswerId(new Uint8Array(16).fill(number))]
const came = (points: readonly AnswerPoint[], next?: string): RequestOutcome<AnswerPoints> => ({
  kind: 'ok',
  value: { points, ...(next === undefined ? {} : { next }) },
  sentAt: 0,
  gotAt: 0,
})
const CUT: RequestOutcome<never> = { kind: 'retry', problem: { code: 'network.unreachable' } }

/** The result for these successive replies of the server. */
async function gather(
  says: readonly RequestOutcome<AnswerPoints>[],
  { own = [], cached = [], stopAt }: { own?: AnswerPoint[]; cached?: AnswerPoint[]; stopAt?: number } = {},
) {
  const [asked, progress, added]: [(string | undefined)[], PointLoadingState[], AnswerPoint[]] = [[], [], []]
  const controller = new AbortController()
  let last = false
  await loadPoints(
    { own, cached },
    {
      ask: async (after) => {
        if (asked.push(after) === stopAt) controller.abort()
        return says[asked.length - 1] ?? CUT
      },
      clusters: {
        add: async (points, isLast) => {
          added.push(...points)
          last = isLast
          return ok({ count: added.length, changed: points.length > 0 })
        },
      },
      tell: (gathered) => progress.push(gathered),
      signal: controller.signal,
    },
  )
  return { asked, progress, added, last, end: progress.at(-1) }
}

describe('the points of a list', () => {
  it('are asked for until there are no more, and shown with each page', async () => {
    const { asked, progress, added, last, end } = await gather([came([point(1)], 'a'), came([], 'b'), came([point(2)])])
    expect(asked).toEqual([undefined, 'a', 'b'])
    expect(progress.map(({ count, isDone }) => [count, isDone])).toEqual([
      [1, false],
      [1, false],
      [2, true],
    ])
    expect(added).toEqual([point(1), point(2)])
    expect([last, end?.problem]).toEqual([true, null])
  })

  it('have what only this device has, once, also when it arrives in the meantime', async () => {
    const { added } = await gather([came([point(1), point(2)])], { own: [point(2)], cached: [point(3)] })
    expect(added).toEqual([point(2), point(1)])
  })

  it('are those of the device where the server cannot be reached, and it is said', async () => {
    const { added, end } = await gather([CUT], { own: [point(1)], cached: [point(1), point(2)] })
    expect(added).toEqual([point(1), point(2)])
    expect(end).toMatchObject({ count: 2, isDone: true, refused: false, problem: { code: 'network.unreachable' } })
  })

  it('stay as far as they came when the line is lost on the way', async () => {
    const { added, end, last } = await gather([came([point(1)], 'a'), CUT], { cached: [point(9)] })
    expect(added).toEqual([point(1)])
    expect(last).toBe(true)
    expect(end).toMatchObject({ count: 1, isDone: true, problem: { code: 'network.unreachable' } })
  })

  it('are no one else’s when the server says no', async () => {
    const { problem } = refuse('access.forbidden')
    const { added, end } = await gather([{ kind: 'refused', status: 403, problem }], { cached: [point(1)] })
    expect(added).toEqual([])
    expect(end).toMatchObject({ refused: true, problem: { code: 'access.forbidden' } })
  })

  it('are shown to no one who has left', async () => {
    const { asked, progress } = await gather([came([point(1)], 'a'), came([point(2)])], { stopAt: 1 })
    expect([asked.length, progress]).toEqual([1, []])
  })
})

describe('points that are asked for again', () => {
  /** @param says successive replies of the server */
  async function renew(says: readonly RequestOutcome<AnswerPoints>[], own: readonly AnswerPoint[] = []) {
    const given: (readonly [readonly AnswerPoint[], boolean, boolean])[] = []
    const left = [...says]
    const renewed = await reloadPoints(own, {
      ask: async () => left.shift() ?? CUT,
      clusters: {
        renew: async (...stretch) => {
          given.push(stretch)
          return ok({ count: given.length, changed: true })
        },
      },
      signal: new AbortController().signal,
    })
    return { renewed, given }
  }

  it('are given as they come, this device’s own first, and are others with the last of them', async () => {
    const { renewed, given } = await renew([came([point(1), point(2)], 'a'), came([point(3)])], [point(2)])
    expect(given).toEqual([
      [[point(2), point(1)], true, false],
      [[point(3)], false, true],
    ])
    expect(renewed).toEqual({ count: 2, changed: true })
  })

  it('are never ended by what was not heard, and say whether it was a refusal', async () => {
    const { renewed, given } = await renew([came([point(1)], 'a'), CUT])
    expect([renewed, given.some(([, , isLast]) => isLast)]).toEqual([
      { problem: { code: 'network.unreachable' }, refused: false },
      false,
    ])
    const { problem } = refuse('access.forbidden')
    expect((await renew([{ kind: 'refused', status: 403, problem }])).renewed).toEqual({ problem, refused: true })
  })
})
