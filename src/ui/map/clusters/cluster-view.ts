import { DivIcon, LatLngBounds, Marker, Popup } from 'leaflet'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { openGround, type Ground, type GroundOptions } from '../ground-map.ts'
import { inSight, type Mark } from './cluster-index.ts'
import type { OpenClusters } from './open-clusters.ts'

/** Where the user is on the map. */
export type Whereabouts = { readonly centre: LatLng; readonly zoom: number }

export type ClusterViewOptions = Omit<GroundOptions, 'words'> & {
  readonly words: GroundOptions['words'] & {
    readonly answer: string
    readonly cluster: (count: number) => string
    readonly close: string
  }
  readonly clusters: OpenClusters
  /** of a cluster's number, as it is shown */
  readonly short: (count: number) => string
  readonly onMove: (at: Whereabouts) => void
  /** of the box of the chosen ones: as large before anything is in it, so that the map makes room for it */
  readonly boxOf: (count: number) => string
  /** the user has chosen these: what is known of them is put into the box; null: closed again */
  readonly onChoose: (chosen: { readonly ids: readonly AnswerId[]; readonly box: HTMLElement } | null) => void
}

export type ClusterView = Pick<Ground, 'setLayer' | 'close'> & {
  /** asks these clusters what is in sight; where they are others than before, nothing that was said of those stays */
  show(clusters: OpenClusters): void
  /** goes to where all points are in sight, which is no move of the reader's */
  fit(): void
}

/** Closer than this, one place alone would stand without the streets around it. */
const CLOSEST_FIT = 16
/** Pixels around what is fitted: a mark stands whole beside the controls. */
const FIT_SPACE = 56
/** Of what is in sight, so much around it is there already when the map is moved. */
const AROUND = 0.5
const SPOT = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="8"/></svg>`

/** A map of many places: those close together are one, with how many they are. Only what is in sight is on the page. */
export function openClusterView(element: HTMLElement, options: ClusterViewOptions): ClusterView {
  const { words, short, boxOf, onMove, onChoose } = options
  let { clusters } = options
  const { map, setLayer, close } = openGround(element, options)
  const shown = new Map<string, Marker>()
  let asked = 0
  let isClosed = false
  let isFitting = false
  const popup = new Popup({ minWidth: 272, maxWidth: 272, offset: [0, -4] })
  // Its own word for it is English.
  popup.on('add', () =>
    popup.getElement()?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', words.close),
  )
  let chooser: HTMLElement | undefined

  async function refresh(): Promise<void> {
    const number = (asked += 1)
    const bounds = map.getBounds().pad(AROUND)
    const box = [bounds.getWest(), south(bounds), bounds.getEast(), north(bounds)] as const
    const marks = await clusters.within(box, map.getZoom())
    // Closed, asked anew or failed meanwhile.
    if (isClosed || number !== asked || !marks.ok) return
    const middle = bounds.getCenter().lng
    const next = new Map(marks.value.map((mark) => [keyOf(mark), inSight(mark, middle)]))
    for (const [key, marker] of shown) {
      if (next.has(key)) continue
      // What had the focus falls apart, or has gone: the keyboard goes on from the map, which stays where it is.
      if (marker.getElement() === document.activeElement) map.getContainer().focus({ preventScroll: true })
      marker.remove()
      shown.delete(key)
    }
    for (const [key, mark] of next) {
      const there = shown.get(key)
      if (there === undefined) shown.set(key, markerOf(mark).addTo(map))
      // Clusters have other numbers in another index, and are where they were.
      else {
        marked.set(there, mark)
        there.setLatLng([mark.latitude, mark.longitude])
      }
    }
  }

  const marked = new WeakMap<Marker, Mark>()

  function markerOf(mark: Mark): Marker {
    const isCluster = mark.kind === 'cluster'
    const size = isCluster ? sizeOf(mark.count) : 32
    const name = isCluster ? words.cluster(mark.count) : words.answer
    const marker = new Marker([mark.latitude, mark.longitude], {
      keyboard: true,
      title: name,
      icon: new DivIcon({
        className: isCluster ? 'map-cluster' : 'map-spot',
        html: isCluster ? short(mark.count) : SPOT,
        iconSize: [size, size],
      }),
    })
    marked.set(marker, mark)
    marker.on('add', () => {
      const icon = marker.getElement()
      icon?.setAttribute('aria-label', name)
      icon?.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        // Neither does the page scroll, nor the map take it for a click of its own.
        event.preventDefault()
        event.stopPropagation()
        void choose(marker, icon)
      })
    })
    marker.on('click', () => void choose(marker))
    return marker
  }

  /** @param by what had the focus, where it was the keyboard */
  async function choose(marker: Marker, by?: HTMLElement): Promise<void> {
    const mark = marked.get(marker)
    if (mark === undefined) return
    if (mark.kind === 'cluster' && mark.opensAt !== null) {
      map.setView([mark.latitude, mark.longitude], mark.opensAt)
      // What had the focus falls apart.
      if (by !== undefined) map.getContainer().focus({ preventScroll: true })
      return
    }
    const ids =
      mark.kind === 'answer' ? { ok: true as const, value: [mark.id] } : await clusters.answersOf(mark.cluster)
    if (isClosed || !ids.ok || ids.value.length === 0) return
    const box = document.createElement('div')
    box.className = boxOf(ids.value.length)
    box.tabIndex = -1
    popup.setLatLng([mark.latitude, mark.longitude]).setContent(box).openOn(map)
    onChoose({ ids: ids.value, box })
    if (by !== undefined) box.focus({ preventScroll: true })
    chooser = by
  }

  popup.on('remove', () => {
    onChoose(null)
    // It may have gone meanwhile.
    const back = chooser?.isConnected === true ? chooser : chooser && map.getContainer()
    back?.focus({ preventScroll: true })
    chooser = undefined
  })
  map.on('moveend', () => {
    // To be taken away ends the move that it is in.
    if (isClosed) return
    const { lat, lng } = map.getCenter().wrap()
    if (!isFitting) onMove({ centre: { latitude: lat, longitude: lng }, zoom: map.getZoom() })
    void refresh()
  })
  // Its own panes have it, but where a popup takes the focus only the map hears of it.
  map.getContainer().addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !popup.isOpen()) return
    event.stopPropagation()
    popup.remove()
  })
  async function fit(): Promise<void> {
    const of = clusters
    const box = await of.bounds()
    if (isClosed || of !== clusters || !box.ok || box.value === null) return
    const [west, low, east, high] = box.value
    // Without an animation it has moved, and reported so, when this returns.
    isFitting = true
    map.fitBounds(
      [
        [low, west],
        [high, east],
      ],
      { padding: [FIT_SPACE, FIT_SPACE], maxZoom: CLOSEST_FIT, animate: false },
    )
    isFitting = false
  }

  void refresh()

  return {
    show: (next) => {
      if (next !== clusters) {
        clusters = next
        // The focus stays where the user looks for others.
        chooser = undefined
        popup.remove()
      }
      void refresh()
    },
    fit: () => void fit(),
    setLayer,
    close: () => {
      isClosed = true
      close()
    },
  }
}

/** The same place with the same number is the same mark, whatever the index calls it. */
function keyOf(mark: Mark): string {
  const { longitude, latitude } = mark
  return mark.kind === 'answer' ? mark.id : `${longitude},${latitude},${mark.count},${mark.opensAt ?? 'all'}`
}

function sizeOf(count: number): number {
  return 36 + 8 * Math.min(4, Math.floor(Math.log10(count)))
}

function south(bounds: LatLngBounds): number {
  return Math.max(-90, bounds.getSouth())
}

function north(bounds: LatLngBounds): number {
  return Math.min(90, bounds.getNorth())
}
