import { wrap } from 'comlink'
import { DivIcon, LatLngBounds, Marker, Popup } from 'leaflet'
import { ok, refuse, type AnswerId, type Result } from '#domain/kernel/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { openBaseMap, type BaseMap, type BaseMapOptions } from '../ground-map.ts'
import { toVisibleCopy, type ClusterMark, type ClusterIndex } from './cluster-index.ts'

/** The visible part of the map. */
export type MapPosition = { readonly centre: LatLng; readonly zoom: number }

type ClusterViewOptions = Omit<BaseMapOptions, 'words'> & {
  readonly words: BaseMapOptions['words'] & {
    readonly answer: string
    readonly cluster: (count: number) => string
    readonly close: string
  }
  readonly clusters: OpenClusters
  /** formats a cluster's count in short */
  readonly short: (count: number) => string
  readonly onMove: (at: MapPosition) => void
  /** class that sets the size of the popup's box, which is needed before the box has content */
  readonly boxOf: (count: number) => string
  /** called with the selected answers and the box for their details, or with null when the popup is closed */
  readonly onChoose: (chosen: { readonly ids: readonly AnswerId[]; readonly box: HTMLElement } | null) => void
}

export type ClusterView = Pick<BaseMap, 'setLayer' | 'close'> & {
  /** shows the marks of these clusters; closes the popup if the clusters are a new object */
  show(clusters: OpenClusters): void
  /** fits all points into view, without calling `onMove` */
  fit(): void
}

/** Maximum zoom when fitting, so that a single place is shown with its surroundings. */
const CLOSEST_FIT = 16
/** Pixels around the fitted points, so that marks do not overlap the controls. */
const FIT_SPACE = 56
/** Pixels left of and above the popup; the layer switch is above it. */
const POPUP_SPACE: [number, number] = [5, 72]
/** Fraction of the view that is loaded in addition on each side, so that marks exist when the map is moved. */
const VIEW_MARGIN = 0.5
const SPOT = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="8"/></svg>`

/** Opens a map of many places. Nearby places are clusters with a count. Only marks in view are in the page. */
export function openClusterView(element: HTMLElement, options: ClusterViewOptions): ClusterView {
  const { words, short, boxOf, onMove, onChoose } = options
  let { clusters } = options
  const { map, setLayer, close } = openBaseMap(element, options)
  const shown = new Map<string, Marker>()
  let requested = 0
  let isClosed = false
  let isFitting = false
  const popup = new Popup({ minWidth: 272, maxWidth: 272, offset: [0, -4], autoPanPaddingTopLeft: POPUP_SPACE })
  // Leaflet's own label is in English.
  popup.on('add', () =>
    popup.getElement()?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', words.close),
  )
  let chooser: HTMLElement | undefined

  async function refresh(): Promise<void> {
    const number = (requested += 1)
    const bounds = map.getBounds().pad(VIEW_MARGIN)
    const box = [bounds.getWest(), clampSouth(bounds), bounds.getEast(), clampNorth(bounds)] as const
    const marks = await clusters.within(box, map.getZoom())
    // Ignores a failure, and the result of an outdated request.
    if (isClosed || number !== requested || !marks.ok) return
    const middle = bounds.getCenter().lng
    const next = new Map(marks.value.map((mark) => [markKey(mark), toVisibleCopy(mark, middle)]))
    for (const [key, marker] of shown) {
      if (next.has(key)) continue
      // Moves the focus to the map if the removed mark has it.
      if (marker.getElement() === document.activeElement) map.getContainer().focus({ preventScroll: true })
      marker.remove()
      shown.delete(key)
    }
    for (const [key, mark] of next) {
      const marker = shown.get(key)
      if (marker === undefined) shown.set(key, createMarker(mark).addTo(map))
      // The mark is shown already, but may have a new id.
      else {
        markedDocuments.set(marker, mark)
        marker.setLatLng([mark.latitude, mark.longitude])
      }
    }
  }

  const markedDocuments = new WeakMap<Marker, ClusterMark>()

  function createMarker(mark: ClusterMark): Marker {
    const isCluster = mark.kind === 'cluster'
    const size = isCluster ? computeClusterSize(mark.count) : 32
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
    markedDocuments.set(marker, mark)
    marker.on('add', () => {
      const icon = marker.getElement()
      icon?.setAttribute('aria-label', name)
      icon?.addEventListener('keydown', (event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        // Prevents scrolling, and a click on the map.
        event.preventDefault()
        event.stopPropagation()
        void choose(marker, icon)
      })
    })
    marker.on('click', () => void choose(marker))
    return marker
  }

  /** @param by the focused element, if selected by keyboard */
  async function choose(marker: Marker, by?: HTMLElement): Promise<void> {
    const mark = markedDocuments.get(marker)
    if (mark === undefined) return
    if (mark.kind === 'cluster' && mark.opensAt !== null) {
      map.setView([mark.latitude, mark.longitude], mark.opensAt)
      // The focused cluster will be removed.
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
    // Returns the focus to the mark that opened the popup, or to the map if the mark was removed.
    const backElement = chooser?.isConnected === true ? chooser : chooser && map.getContainer()
    backElement?.focus({ preventScroll: true })
    chooser = undefined
  })
  map.on('moveend', () => {
    // Removing the map ends a running move and fires this event.
    if (isClosed) return
    const { lat, lng } = map.getCenter().wrap()
    if (!isFitting) onMove({ centre: { latitude: lat, longitude: lng }, zoom: map.getZoom() })
    void refresh()
  })
  // Keeps the popup in view, for example if a tablet is turned.
  map.on('resize', () => {
    if (popup.isOpen()) popup.update()
  })
  // Closes the popup on Escape, which Leaflet does not if the popup has the focus.
  map.getContainer().addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !popup.isOpen()) return
    event.stopPropagation()
    popup.remove()
  })
  async function fit(): Promise<void> {
    const thisClusters = clusters
    const box = await thisClusters.bounds()
    if (isClosed || thisClusters !== clusters || !box.ok || box.value === null) return
    const [west, low, east, high] = box.value
    // Without animation `moveend` is fired before `fitBounds` returns.
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
        // Keeps the focus where it is, outside of the map.
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

/** The key of a mark: its place and count, as ids change with the index. */
function markKey(mark: ClusterMark): string {
  const { longitude, latitude } = mark
  return mark.kind === 'answer' ? mark.id : `${longitude},${latitude},${mark.count},${mark.opensAt ?? 'all'}`
}

function computeClusterSize(count: number): number {
  return 36 + 8 * Math.min(4, Math.floor(Math.log10(count)))
}

function clampSouth(bounds: LatLngBounds): number {
  return Math.max(-90, bounds.getSouth())
}

function clampNorth(bounds: LatLngBounds): number {
  return Math.min(90, bounds.getNorth())
}

/**
 * Functions of the clusters, run in a worker. Each refuses with network.unreachable if the worker cannot be loaded, and
 * with server.failed if the worker has crashed.
 */
export type OpenClusters = {
  readonly [Name in keyof ClusterIndex]: (
    ...given: Parameters<ClusterIndex[Name]>
  ) => Promise<Result<ReturnType<ClusterIndex[Name]>>>
} & { readonly end: () => void }

export function openClusters(): OpenClusters {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' })
  const clusters = wrap<ClusterIndex>(worker)
  const missing = new Promise<Result<never>>((resolve) => {
    worker.addEventListener('error', () => resolve(refuse('network.unreachable')))
  })
  const done = async <T>(work: Promise<T>): Promise<Result<T>> =>
    Promise.race([
      work.then(
        (value) => ok(value),
        () => refuse('server.failed'),
      ),
      missing,
    ])
  return {
    add: (...given) => done(clusters.add(...given)),
    renew: (...given) => done(clusters.renew(...given)),
    within: (...given) => done(clusters.within(...given)),
    bounds: () => done(clusters.bounds()),
    answersOf: (...given) => done(clusters.answersOf(...given)),
    end: () => worker.terminate(),
  }
}
