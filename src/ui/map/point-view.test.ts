// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LatLng } from '#domain/places/index.ts'
import { MAP_INITIAL_ZOOM, refuse } from '#domain/kernel/index.ts'
import type { MapLayer, TileCoordinates } from '#domain/maps/index.ts'
import { mediaThat } from '#tests/support/what-jsdom-lacks.ts'
import { openPointView, type PointView } from './place-map.tsx'

const CENTRE = { latitude: -31.42, longitude: -64.18 }
let view: PointView | undefined
let element: HTMLElement
beforeEach(() => {
  // Reduced motion: without animated zooms, which need Leaflet loaded with 3D transforms.
  vi.stubGlobal('matchMedia', mediaThat(true))
  // jsdom has no layout.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300)
  element = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  view?.close()
  view = undefined
  element.remove()
  vi.restoreAllMocks()
})

/** A map without tiles, because jsdom decodes no images. */
function open(code: 'map.tile-missing' | 'network.unreachable' = 'map.tile-missing') {
  const asked: { readonly layer: MapLayer; readonly place: TileCoordinates }[] = []
  const moves: LatLng[] = []
  const marked: string[] = []
  const cuts: boolean[] = []
  const opened = openPointView(element, {
    source: {
      tile: async (layer, { z, x, y }) => {
        asked.push({ layer, place: { z, x, y } })
        return refuse(code)
      },
      farther: async () => undefined,
    },
    words: { zoomIn: 'Zoom in', zoomOut: 'Zoom out', marker: 'The place' },
    centre: CENTRE,
    zoom: MAP_INITIAL_ZOOM,
    layer: 'default',
    onMove: (point) => moves.push(point),
    onMark: (id) => marked.push(id),
    onCut: (isCut) => cuts.push(isCut),
  })
  view = opened
  const zoom = () => asked.at(-1)?.place.z
  const press = (name: string) => element.querySelector<HTMLElement>(`[title="${name}"]`)?.click()
  const key = (name: string) =>
    element
      .querySelector('.map-pin')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }))
  return { opened, asked, moves, marked, cuts, zoom, press, key }
}

describe('a map', () => {
  it('begins at the centre with zoom 12, and goes from 5 to 18', () => {
    const { asked, zoom, press } = open()
    // The tile of the centre, by the formula of web maps.
    expect(asked.map(({ place }) => place)).toContainEqual({ z: 12, x: 1317, y: 2424 })
    for (let i = 0; i < 20; i += 1) press('Zoom in')
    expect(zoom()).toBe(18)
    for (let i = 0; i < 20; i += 1) press('Zoom out')
    expect(zoom()).toBe(5)
  })

  it('goes to a point with zoom 15, and stays where it is when the point moves in sight', () => {
    const { opened, asked, zoom } = open()
    opened.show({ point: { latitude: -34.9, longitude: -56.17 }, isLocked: false })
    expect(zoom()).toBe(15)
    const before = asked.length
    opened.show({ point: { latitude: -34.9005, longitude: -56.1705 }, isLocked: false })
    expect(asked.length).toBe(before)
  })

  it('shows how sure the device is, and its other layer', () => {
    const { opened, asked } = open()
    opened.show({ point: CENTRE, accuracy: 20, isLocked: false })
    expect(element.querySelectorAll('.map-accuracy')).toHaveLength(1)
    opened.show({ point: CENTRE, isLocked: false })
    expect(element.querySelectorAll('.map-accuracy')).toHaveLength(0)
    opened.setLayer('satellite')
    expect(asked.at(-1)?.layer).toBe('satellite')
  })

  it('says that parts of it are cut off, and not that no one has drawn them', async () => {
    const { cuts } = open('network.unreachable')
    await vi.waitFor(() => expect(cuts.at(-1)).toBe(true))
    view?.close()
    element.replaceWith((element = document.createElement('div')))
    const { cuts: drawn } = open()
    await vi.waitFor(() => expect(drawn.at(-1)).toBe(false))
    expect(drawn).not.toContain(true)
  })

  it('has a marker that the arrow keys move, and nothing moves while it is locked', () => {
    const { opened, moves, key } = open()
    opened.show({ point: CENTRE, isLocked: false })
    key('ArrowUp')
    expect(moves.at(-1)?.latitude).toBeGreaterThan(CENTRE.latitude)
    key('ArrowRight')
    expect(moves.at(-1)?.longitude).toBeGreaterThan(CENTRE.longitude)
    key('a')
    opened.show({ point: CENTRE, isLocked: true })
    key('ArrowUp')
    expect(moves).toHaveLength(2)
  })

  it('takes the place where someone taps', () => {
    const { moves } = open()
    const tap = { bubbles: true, clientX: 300, clientY: 150 }
    element.dispatchEvent(new MouseEvent('click', tap))
    expect(moves).toEqual([
      { latitude: expect.closeTo(CENTRE.latitude, 3), longitude: expect.closeTo(CENTRE.longitude, 3) },
    ])
  })

  it('has marks beside the point, which are chosen by finger or Enter and move nothing', () => {
    const { opened, moves, marked } = open()
    const lamp = { id: 'L1', point: CENTRE, number: 1, name: 'Columna 1200', isChosen: false }
    const tree = { ...lamp, id: 'A1', number: 2, name: 'Ejemplar 7' }
    const names = () => [...element.querySelectorAll('.map-mark')].map((mark) => mark.getAttribute('aria-label'))
    const mark = (number: number) => element.querySelectorAll<HTMLElement>('.map-mark')[number - 1]
    opened.show({ point: CENTRE, isLocked: false, marks: [lamp, tree] })
    expect(names()).toEqual(['1: Columna 1200', '2: Ejemplar 7'])
    expect(mark(1)?.tabIndex).toBe(0)
    mark(1)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    mark(2)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(marked).toEqual(['L1', 'A1'])
    expect(moves).toEqual([])
    // The marker chosen by keyboard is rendered again, and keeps the focus.
    mark(2)?.focus()
    opened.show({ point: CENTRE, isLocked: false, marks: [lamp, { ...tree, isChosen: true }] })
    expect(document.activeElement).toBe(mark(2))
    expect(mark(2)?.className).toContain('map-mark-chosen')
    opened.show({ point: CENTRE, isLocked: false })
    expect(names()).toEqual([])
  })
})
