import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import type { MapFacts, MapLayer } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import type { BaseMap, BaseMapOptions } from './ground-map.ts'
import styles from './map.module.css'

type OpenedMap = Pick<BaseMap, 'setLayer' | 'close'>

type MapFrameProps = {
  readonly source: MapSource
  readonly layers: MapFacts['layers']
  /** description for screen readers */
  readonly label: string
  /** `answers` for the map of a list, whose height is specified */
  readonly of?: 'answers'
  /** opens the map; called once per source */
  readonly open: (box: HTMLElement, options: Pick<BaseMapOptions, 'source' | 'layer' | 'words' | 'onCut'>) => OpenedMap
}

/** A map with layer switch, attribution, and a message about missing tiles. */
export function MapFrame({ source, layers, label, of, open }: MapFrameProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const openedRef = useRef<OpenedMap>(null)
  const [layer, setLayer] = useState<MapLayer>(layers[0]?.layer ?? 'default')
  const [isCut, setCut] = useState(false)

  useEffect(() => {
    if (box.current === null) return
    const words = { zoomIn: t`Zoom in`, zoomOut: t`Zoom out` }
    const view = open(box.current, { source, layer, words, onCut: setCut })
    openedRef.current = view
    return () => {
      openedRef.current = null
      view.close()
    }
    // Runs once per source. Other changes are passed to the open map.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [source])

  const words: Readonly<Record<MapLayer, string>> = { default: t`Map`, satellite: t`Satellite` }
  const attribution = layers.find((eachLayer) => eachLayer.layer === layer)?.attribution ?? ''
  return (
    <div className={`r-column ${styles['map']}`} data-of={of}>
      {layers.length > 1 && (
        <SegmentedControl
          size="md"
          className={styles['layers'] ?? ''}
          aria-label={t`Map type`}
          value={layer}
          onChange={(chosen) => {
            const next = chosen as MapLayer
            setLayer(next)
            openedRef.current?.setLayer(next)
          }}
          data={layers.map((eachLayer) => ({ value: eachLayer.layer, label: words[eachLayer.layer] }))}
        />
      )}
      <div ref={box} className={styles['view']} role="group" aria-label={label} />
      <p className={`r-soft ${styles['attribution']}`}>{attribution}</p>
      <p className={`r-soft r-note ${styles['note']}`} role="status">
        {isCut && t`Parts of the map could not be loaded. Showing the areas already viewed on this device.`}
      </p>
    </div>
  )
}
