import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import { Portal } from '@mantine/core'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { useFormats } from '#ui/index.ts'
import { MapFrame } from '../map-frame.tsx'
import styles from '../map.module.css'
import { openClusterView, type ClusterView, type MapPosition, type OpenClusters } from './cluster-view.ts'

export type ClusterMapProps = {
  readonly source: MapSource
  readonly layers: MapFacts['layers']
  /** clusters to show; a new object closes the popup and, with `fits`, fits the view again */
  readonly clusters: OpenClusters
  /** increased whenever the clusters change */
  readonly edition: number
  /** initial position */
  readonly at: MapPosition
  readonly onMove: (at: MapPosition) => void
  /** fits all points into view once the first or last points are loaded; if missing, keeps the position */
  readonly fits?: 'first' | 'last' | undefined
  /** content of the popup for the selected answers, which are several if they are at the same place */
  readonly children: (ids: readonly AnswerId[]) => ReactNode
}

/** A list's answers on a map: clusters, and a popup for each answer. */
export function ClusterMap({ source, layers, clusters, edition, at, onMove, fits, children }: ClusterMapProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const view = useRef<ClusterView>(null)
  const movedRef = useRef(onMove)
  const [chosen, setChosen] = useState<{ readonly ids: readonly AnswerId[]; readonly box: HTMLElement } | null>(null)
  useEffect(() => {
    movedRef.current = onMove
  })
  useEffect(() => view.current?.show(clusters), [clusters, edition])
  useEffect(() => {
    if (fits !== undefined) view.current?.fit()
  }, [clusters, fits])
  return (
    <>
      <MapFrame
        source={source}
        layers={layers}
        label={t`Map of the answers`}
        of="answers"
        open={(box, { words, ...options }) => {
          view.current = openClusterView(box, {
            ...options,
            ...at,
            clusters,
            short: (count) => formats.number(count),
            words: {
              ...words,
              answer: t`Answer on the map`,
              cluster: (count) => t`Show ${formats.number(count)} answers separately`,
              close: t`Close`,
            },
            onMove: (to) => movedRef.current(to),
            boxOf: (count) => `${styles['chosen']} ${count > 1 ? styles['several'] : ''}`,
            onChoose: setChosen,
          })
          return view.current
        }}
      />
      {chosen !== null && <Portal target={chosen.box}>{children(chosen.ids)}</Portal>}
    </>
  )
}
