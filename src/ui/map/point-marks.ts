import { DivIcon, DomEvent, LayerGroup, type Map as LeafletMap, Marker } from 'leaflet'
import type { LatLng } from '#domain/places/index.ts'

/** A selectable mark, with the number that it has in the list next to the map. */
export type MapMark = {
  readonly id: string
  readonly point: LatLng
  readonly number: number
  /** read by screen readers, and shown as a tooltip */
  readonly name: string
  readonly isChosen: boolean
}

/** Side length of a mark in pixels. Smaller than a touch target, as the marks are also in the list. */
const SIZE = 32

/**
 * Adds marks below the draggable point.
 * @param onMark called on tap, or Enter on a mark
 */
export function createMarkLayer(map: LeafletMap, onMark: (id: string) => void) {
  const group = new LayerGroup().addTo(map)
  let shownMarks: readonly MapMark[] = []
  return {
    show(marks: readonly MapMark[]): void {
      if (marks === shownMarks) return
      shownMarks = marks
      // Keeps the focus on its mark, as all marks are replaced.
      const focused = document.activeElement?.getAttribute('data-mark')
      group.clearLayers()
      for (const mark of marks) group.addLayer(createMarker(mark, onMark))
      if (focused !== null && focused !== undefined)
        map
          .getPane('markerPane')
          ?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(focused)}"]`)
          ?.focus()
    },
  }
}

function createMarker({ id, point, number, name, isChosen }: MapMark, onMark: (id: string) => void): Marker {
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
    // Prevents the page from scrolling.
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
