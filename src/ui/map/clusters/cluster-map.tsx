import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useLingui } from '@lingui/react/macro'
import { Portal } from '@mantine/core'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { useFormats } from '#ui/index.ts'
import { MapFrame } from '../map-frame.tsx'
import styles from '../map.module.css'
import { openClusterView, type ClusterView, type Whereabouts } from './cluster-view.ts'
import type { OpenClusters } from './open-clusters.ts'

export type ClusterMapProps = {
  readonly source: MapSource
  readonly layers: MapFacts['layers']
  /** others when others are looked for */
  readonly clusters: OpenClusters
  /** raised whenever the clusters have others */
  readonly edition: number
  /** where it begins */
  readonly at: Whereabouts
  readonly onMove: (at: Whereabouts) => void
  /** all points are in sight, once the first are here and once the last are; missing: it stays where it was left */
  readonly fits?: 'first' | 'last' | undefined
  /** what is said of those that the user has chosen: one, or several at the same place */
  readonly children: (ids: readonly AnswerId[]) => ReactNode
}

/** The located answers of a list: clusters, and a popup for each answer. */
export function ClusterMap({ source, layers, clusters, edition, at, onMove, fits, children }: ClusterMapProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const view = useRef<ClusterView>(null)
  const moved = useRef(onMove)
  const [chosen, setChosen] = useState<{ readonly ids: readonly AnswerId[]; readonly box: HTMLElement } | null>(null)
  useEffect(() => {
    moved.current = onMove
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
              cluster: (count) => t`${formats.number(count)} answers: show them apart`,
              close: t`Close`,
            },
            onMove: (to) => moved.current(to),
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
