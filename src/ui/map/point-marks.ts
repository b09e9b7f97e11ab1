import { DivIcon, DomEvent, LayerGroup, type Map as LeafletMap, Marker } from 'leaflet'
import type { LatLng } from '#domain/places/index.ts'

/** Something beside the point that can be chosen, by the number that it has in the list beside the map. */
export type MapMark = {
  readonly id: string
  readonly point: LatLng
  readonly number: number
  /** read aloud, and shown to a mouse */
  readonly name: string
  readonly isChosen: boolean
}

/** Pixels; a finger that misses one has the list. */
const SIZE = 32

/** Marks on a map, which lie under its point: that is dragged. @param onMark one was tapped, or Enter pressed on it */
export function openMarks(map: LeafletMap, onMark: (id: string) => void) {
  const group = new LayerGroup().addTo(map)
  let shown: readonly MapMark[] = []
  return {
    show(marks: readonly MapMark[]): void {
      if (marks === shown) return
      shown = marks
      // A mark that has the focus of the keyboard keeps it.
      const focused = document.activeElement?.getAttribute('data-mark')
      group.clearLayers()
      for (const mark of marks) group.addLayer(markerOf(mark, onMark))
      if (focused !== null && focused !== undefined)
        map
          .getPane('markerPane')
          ?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(focused)}"]`)
          ?.focus()
    },
  }
}

function markerOf({ id, point, number, name, isChosen }: MapMark, onMark: (id: string) => void): Marker {
  const marker = new Marker([point.latitude, point.longitude], {
    title: name,
    zIndexOffset: -1000,
    icon: new DivIcon({
      className: isChosen ? 'map-mark map-mark-chosen' : 'map-mark',
      html: String(number),
      iconSize: [SIZE, SIZE],
    }),
  })
  marker.on('click', () => onMark(id))
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    // Otherwise the page scrolls.
    DomEvent.stop(event)
    onMark(id)
  }
  marker.on('add', () => {
    const element = marker.getElement()
    if (element === undefined) return
    element.setAttribute('aria-label', `${number}: ${name}`)
    element.setAttribute('data-mark', id)
    DomEvent.on(element, 'keydown', press as DomEvent.EventHandlerFn)
  })
  return marker
}
