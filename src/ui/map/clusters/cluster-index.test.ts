import { describe, expect, it } from 'vitest'
import { generateAnswerId } from '#domain/kernel/index.ts'
import type { AnswerPoint } from '#domain/answers/index.ts'
import { createClusterIndex, toVisibleCopy, MAX_CLUSTER_ANSWERS, type ClusterMark } from './cluster-index.ts'

const WORLD = [-180, -90, 180, 90] as const
const idOf = (number: number) => {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setUint32(12, number)
  return generateAnswerId(bytes)
}
/** Around one city, no two in the same place. */
const around = (count: number): AnswerPoint[] =>
  Array.from({ length: count }, (_, at) => [-64.2 + (at % 97) / 500, -31.5 + Math.floor(at / 97) / 500, idOf(at)])
const counted = (marks: readonly ClusterMark[]) =>
  marks.reduce((sum, mark) => sum + (mark.kind === 'answer' ? 1 : mark.count), 0)

describe('clusters', () => {
  it('say what holds all of their points', () => {
    const clusters = createClusterIndex()
    expect(clusters.bounds()).toBeNull()
    clusters.add(
      [
        [-64.2, -31.5, idOf(1)],
        [-58.4, -34.6, idOf(2)],
      ],
      true,
    )
    expect(clusters.bounds()).toEqual([-64.2, -34.6, -58.4, -31.5])
  })

  it('hold every point at every zoom, and fall apart where they say', () => {
    const clusters = createClusterIndex()
    clusters.add(around(1_000), true)
    for (let zoom = 5; zoom <= 18; zoom += 1) expect(counted(clusters.within(WORLD, zoom))).toBe(1_000)
    const [whole] = clusters.within(WORLD, 5)
    expect(whole).toMatchObject({ kind: 'cluster', count: 1_000 })
    const opensAt = whole?.kind === 'cluster' ? whole.opensAt : null
    expect(clusters.within(WORLD, opensAt ?? 0).length).toBeGreaterThan(1)
    expect(clusters.within(WORLD, 18).every(({ kind }) => kind === 'answer')).toBe(true)
    expect(clusters.within([10, 10, 11, 11], 6)).toEqual([])
  })

  it('are with the first page, and again when twice as many are here or all are', () => {
    const clusters = createClusterIndex()
    const points = around(600)
    const add = (from: number, to: number, isLast = false) => clusters.add(points.slice(from, to), isLast)
    expect(clusters.add([], false)).toEqual({ count: 0, changed: false })
    expect(add(0, 100)).toEqual({ count: 100, changed: true })
    expect(add(100, 150)).toEqual({ count: 150, changed: false })
    expect(counted(clusters.within(WORLD, 5))).toBe(100)
    expect(add(150, 250)).toEqual({ count: 250, changed: true })
    expect(add(250, 300, true)).toEqual({ count: 300, changed: true })
    expect(counted(clusters.within(WORLD, 5))).toBe(300)
  })

  it('stay as they are while their points are asked for again, and are others only when one is another', () => {
    const clusters = createClusterIndex()
    const points = around(10)
    clusters.add(points, true)
    expect(clusters.renew(points.slice(5), true, false)).toEqual({ count: 10, changed: false })
    expect(counted(clusters.within(WORLD, 5))).toBe(10)
    // Interrupted; the next update starts from the beginning.
    expect(clusters.renew(points.slice(5), true, false)).toEqual({ count: 10, changed: false })
    expect(clusters.renew(points.slice(0, 5), false, true)).toEqual({ count: 10, changed: false })
    expect(clusters.renew(points.slice(0, 9), true, true)).toEqual({ count: 9, changed: true })
    expect(counted(clusters.within(WORLD, 18))).toBe(9)
    const moved = points.slice(0, 9).map(([longitude, latitude, id]): AnswerPoint => [longitude + 1, latitude, id])
    expect(clusters.renew(moved, true, true)).toEqual({ count: 9, changed: true })
    expect(clusters.within([-63.3, -32, -62.9, -31], 18)).toHaveLength(9)
    expect(clusters.renew([], true, true)).toEqual({ count: 0, changed: true })
  })

  it('name the answers that lie at one place, which no zoom tells apart', () => {
    const clusters = createClusterIndex()
    const here = Array.from({ length: 600 }, (_, at): AnswerPoint => [-64, -31, idOf(at)])
    clusters.add(here, true)
    const [mark] = clusters.within(WORLD, 18)
    if (mark?.kind !== 'cluster') throw new Error('They are one')
    expect([mark.count, mark.opensAt]).toEqual([600, null])
    expect(clusters.answersOf(mark.cluster)).toHaveLength(MAX_CLUSTER_ANSWERS)
    expect(new Set(clusters.answersOf(mark.cluster)).size).toBe(MAX_CLUSTER_ANSWERS)
    expect(clusters.answersOf(999_999)).toEqual([])
  })

  it.each([
    [[170, -50, 190, 50], 179, -179, [179, 181]],
    [[-190, -50, -170, 50], 179, -179, [-181, -179]],
    [[530, -50, 550, 50], 179, -179, [539, 541]],
    [[-70, -50, -50, 50], -64, -58, [-64, -58]],
  ] as const)('stand where the map is looked at: %j', ([west, south, east, north], one, other, expected) => {
    const clusters = createClusterIndex()
    clusters.add(
      [one, other].map((longitude, at): AnswerPoint => [longitude, -31, idOf(at)]),
      true,
    )
    const marks = clusters.within([west, south, east, north], 8)
    const places = marks.map((mark) => Math.round(toVisibleCopy(mark, (west + east) / 2).longitude))
    expect(places.toSorted((a, b) => a - b)).toEqual(expected)
  })
})
