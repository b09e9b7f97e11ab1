// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { generateAnswerId, ok, refuse } from '#domain/kernel/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import type { ClusterMark } from './cluster-index.ts'
import { ClusterMap } from './cluster-map.tsx'
import type { MapPosition, OpenClusters } from './cluster-view.ts'

const id = generateAnswerId(new Uint8Array(16).fill(7))
const source = { tile: async () => refuse('map.tile-missing') } as unknown as MapSource
const at = { centre: { latitude: -31.42, longitude: -64.18 }, zoom: 12 }
const MARKS: readonly ClusterMark[] = [{ kind: 'answer', id, ...at.centre }]

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Clusters with these marks; once ended they return nothing, like a worker. */
function clustersOf(marks: readonly ClusterMark[]) {
  let hasEnded = false
  const unless = <T,>(value: T): Promise<T> => (hasEnded ? new Promise(() => undefined) : Promise.resolve(value))
  const clusters: OpenClusters = {
    add: async () => ok({ count: marks.length, changed: true }),
    renew: async () => ok({ count: marks.length, changed: true }),
    within: async () => unless(ok(marks)),
    answersOf: async () => unless(ok([])),
    bounds: async () => unless(ok(marks.length === 0 ? null : ([-58.5, -34.7, -58.3, -34.5] as const))),
    end: () => (hasEnded = true),
  }
  return clusters
}

function mapOf(
  clusters: OpenClusters,
  edition: number,
  onMove: (at: MapPosition) => void = () => undefined,
  fits?: 'first' | 'last',
) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <ClusterMap
          source={source}
          layers={[{ layer: 'default', attribution: '' }] as never}
          clusters={clusters}
          edition={edition}
          at={at}
          onMove={onMove}
          fits={fits}
        >
          {(ids) => <p>{`told of ${ids.length}`}</p>}
        </ClusterMap>
      </MantineProvider>
    </I18nProvider>
  )
}
const spots = () => document.querySelectorAll('.map-spot').length

it('a map that is open shows other answers when others are looked for, and nothing of those before', async () => {
  const before = clustersOf(MARKS)
  const { rerender } = render(mapOf(before, 1))
  await waitFor(() => expect(spots()).toBe(1))
  fireEvent.click(document.querySelector('.map-spot') as Element)
  await screen.findByText('told of 1')
  before.end()
  await act(async () => rerender(mapOf(clustersOf([]), 0)))
  await waitFor(() => expect(spots()).toBe(0))
  expect(screen.queryByText('told of 1')).toBeNull()
  await act(async () => rerender(mapOf(clustersOf(MARKS), 1)))
  await waitFor(() => expect(spots()).toBe(1))
})

it('a map that is open follows what is new: its view, what is announced and the focus stay', async () => {
  const moves: MapPosition[] = []
  const shown: ClusterMark[] = [...MARKS]
  const clusters = clustersOf(shown)
  const { rerender } = render(mapOf(clusters, 1, (to) => moves.push(to)))
  await waitFor(() => expect(spots()).toBe(1))
  const spot = document.querySelector('.map-spot') as HTMLElement
  fireEvent.click(spot)
  await screen.findByText('told of 1')
  spot.focus()
  moves.length = 0
  shown.push({ kind: 'answer', id: generateAnswerId(new Uint8Array(16).fill(9)), latitude: -31.43, longitude: -64.2 })
  await act(async () => rerender(mapOf(clusters, 2, (to) => moves.push(to))))
  await waitFor(() => expect(spots()).toBe(2))
  expect(document.activeElement).toBe(spot)
  // The answer in the popup is deleted.
  shown.shift()
  await act(async () => rerender(mapOf(clusters, 3, (to) => moves.push(to))))
  await waitFor(() => expect(spots()).toBe(1))
  screen.getByText('told of 1')
  expect(document.activeElement).toBe(document.querySelector('.leaflet-container'))
  expect(moves).toEqual([])
})

it('a map that is left while it moves says nothing any more: the address is another screen’s by then', async () => {
  const moves: MapPosition[] = []
  const { unmount } = render(mapOf(clustersOf(MARKS), 1, (to) => moves.push(to)))
  await waitFor(() => expect(spots()).toBe(1))
  const map = document.querySelector('.leaflet-container') as HTMLElement
  act(() => map.focus())
  fireEvent.keyDown(map, { key: 'ArrowRight', code: 'ArrowRight', keyCode: 39 })
  unmount()
  expect(moves).toEqual([])
})

it('a map that no one has moved goes to where its points are, which is no move of its reader', async () => {
  const moves: MapPosition[] = []
  const asked: (readonly number[])[] = []
  const clusters = clustersOf(MARKS)
  const watched: OpenClusters = { ...clusters, within: (box, zoom) => (asked.push(box), clusters.within(box, zoom)) }
  const { rerender } = render(mapOf(watched, 0, (to) => moves.push(to)))
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  const inSight = () => {
    const [west = 0, south = 0, east = 0, north = 0] = asked.at(-1) ?? []
    return west < -58.5 && south < -34.7 && east > -58.3 && north > -34.5
  }
  expect(inSight()).toBe(false)
  rerender(mapOf(watched, 1, (to) => moves.push(to), 'first'))
  await waitFor(() => expect(inSight()).toBe(true))
  expect(moves).toEqual([])
  const map = document.querySelector('.leaflet-container') as HTMLElement
  act(() => map.focus())
  fireEvent.keyDown(map, { key: 'ArrowRight', code: 'ArrowRight', keyCode: 39 })
  await waitFor(() => expect(moves).toHaveLength(1))
})
