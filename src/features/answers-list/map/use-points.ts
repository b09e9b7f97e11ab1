import { useEffect, useState } from 'react'
import { listAnswerPoints, type Outcome } from '#domain/api/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { AnswerFilter, AnswerPoint, AnswerPoints } from '#domain/sync/index.ts'
import { useAccount } from '#ui/index.ts'
import { openClusters, type OpenClusters } from '#ui/map/index.ts'
import type { AnswerLine } from '../answer-lines.ts'
import { gatherPoints, NOTHING_YET, type Gathered } from './gather-points.ts'

type DevicePoints = { readonly own: readonly AnswerLine[]; readonly cached: readonly AnswerLine[] }
export type Points = Gathered & { readonly clusters: OpenClusters | null }

/**
 * The points of a list, gathered in a worker: anew for other filters, and when somebody asks for it. Not `useAsked`: it keeps replies, and a map is made of dozens that are let go
 * as soon as the worker has them.
 * @param device what is here; undefined while it is read
 */
export function usePoints(
  template: TemplateId,
  filter: Partial<AnswerFilter>,
  device: DevicePoints | undefined,
): readonly [Points, () => void] {
  const { ask } = useAccount()
  const [round, setRound] = useState(0)
  const [points, setPoints] = useState<Points>({ ...NOTHING_YET, clusters: null })
  const asked = JSON.stringify(filter)
  const isRead = device !== undefined
  useEffect(() => {
    if (!isRead) return
    const controller = new AbortController()
    const { signal } = controller
    const clusters = openClusters()
    const tell = (gathered: Gathered): void => {
      if (!signal.aborted) setPoints({ ...gathered, clusters })
    }
    tell(NOTHING_YET)
    void gatherPoints(
      { own: pointsOf(device.own), cached: pointsOf(device.cached) },
      {
        ask: async (after) =>
          (await ask(listAnswerPoints, {
            template,
            ...(JSON.parse(asked) as Partial<AnswerFilter>),
            after,
          })) as Outcome<AnswerPoints>,
        clusters,
        tell,
        signal,
      },
    )
    return () => {
      controller.abort()
      clusters.end()
    }
    // What the device sends while the map is open is on it already.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, template, asked, isRead, round])
  return [points, () => setRound(round + 1)]
}

function pointsOf(lines: readonly AnswerLine[]): readonly AnswerPoint[] {
  return lines.flatMap(({ id, place }): readonly AnswerPoint[] =>
    place === undefined ? [] : [[place.longitude, place.latitude, id]],
  )
}
