import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import type { LatLng } from '#domain/documents/index.ts'
import type { MapFacts, MapLayer } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/index.ts'
import styles from './location.module.css'
import { type MapView, openMapView } from './map-view.ts'

type MapProps = {
  readonly source: MapSource
  readonly layers: MapFacts['layers']
  readonly centre: LatLng
  readonly point: LatLng | undefined
  /** metres */
  readonly accuracy: number | undefined
  readonly isLocked: boolean
  readonly onMove: (point: LatLng) => void
}

/** A map with what is needed around it: its layers, whose it is, and why parts of it are missing. Nothing can be done here that the fields beside it cannot. */
export function LocationMap({ source, layers, centre, point, accuracy, isLocked, onMove }: MapProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<MapView | null>(null)
  const [layer, setLayer] = useState<MapLayer>(layers[0]?.layer ?? 'default')
  const [isCut, setCut] = useState(false)
  const moved = useRef(onMove)
  useEffect(() => {
    moved.current = onMove
  })

  useEffect(() => {
    if (box.current === null) return
    const opened = openMapView(box.current, {
      source,
      centre,
      layer,
      words: { zoomIn: t`Zoom in`, zoomOut: t`Zoom out`, marker: t`The place; the arrow keys move it` },
      onMove: (to) => moved.current(to),
      onCut: setCut,
    })
    view.current = opened
    return () => {
      view.current = null
      opened.close()
    }
    // Once: what changes later is told to the map that is open.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [source])
  useEffect(() => view.current?.show({ point, accuracy, isLocked }), [point, accuracy, isLocked, source])

  const words: Readonly<Record<MapLayer, string>> = { default: t`Map`, satellite: t`Satellite` }
  const attribution = layers.find((one) => one.layer === layer)?.attribution ?? ''
  return (
    <div className={styles['map']}>
      {layers.length > 1 && (
        <SegmentedControl
          size="md"
          className={styles['layers'] ?? ''}
          aria-label={t`What the map shows`}
          value={layer}
          onChange={(chosen) => {
            const next = chosen as MapLayer
            setLayer(next)
            view.current?.setLayer(next)
          }}
          data={layers.map((one) => ({ value: one.layer, label: words[one.layer] }))}
        />
      )}
      <div ref={box} className={styles['view']} role="region" aria-label={t`Map of the place`} />
      <p className={styles['attribution']}>{attribution}</p>
      <p className={styles['note']} role="status">
        {isCut && t`Parts of the map cannot be obtained now. What was seen before is shown; what you enter is kept.`}
      </p>
    </div>
  )
}
