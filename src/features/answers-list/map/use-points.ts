import { useEffect, useRef, useState } from 'react'
import { listAnswerPoints, type ListFilter, type AnswerPoint, type AnswerPoints } from '#domain/answers/index.ts'
import type { Outcome } from '#domain/endpoints/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import { useAccount, useTopicRevision } from '#ui/index.ts'
import { openClusters, type OpenClusters } from '#ui/map/index.ts'
import type { AnswerLine } from '../answer-lines.ts'
import { createPointReloader } from './follow.ts'
import { loadPoints, NO_POINTS_YET, reloadPoints, type LoadedPoints } from './gather-points.ts'

type DevicePoints = { readonly own: readonly AnswerLine[]; readonly cached: readonly AnswerLine[] }
export type Points = LoadedPoints & { readonly clusters: OpenClusters | null }

/**
 * A list's points, collected in a worker. Other filters load them from scratch, changes update them in the background.
 * Does not use `useEndpointData`, which would cache the batches already passed to the worker.
 * @param device stored answers; undefined while loading
 */
export function usePoints(
  template: TemplateId,
  filter: Partial<ListFilter>,
  device: DevicePoints | undefined,
): readonly [Points, () => void] {
  const { ask } = useAccount()
  const [round, setRound] = useState(0)
  const [points, setPoints] = useState<Points>({ ...NO_POINTS_YET, clusters: null })
  const asked = JSON.stringify(filter)
  const isRead = device !== undefined
  const latest = useRef(device)
  const follow = useRef<() => void>(null)
  useEffect(() => {
    latest.current = device
  })
  useEffect(() => {
    if (!isRead) return
    const controller = new AbortController()
    const { signal } = controller
    const clusters = openClusters()
    const askFor = async (after: string | undefined) =>
      (await ask(listAnswerPoints, {
        template,
        ...(JSON.parse(asked) as Partial<ListFilter>),
        after,
      })) as Outcome<AnswerPoints>
    const tell = (gathered: LoadedPoints): void => {
      if (!signal.aborted) setPoints({ ...gathered, clusters })
    }
    tell(NO_POINTS_YET)
    const { own = [], cached = [] } = latest.current ?? {}
    const first = loadPoints(
      { own: toAnswerPoints(own), cached: toAnswerPoints(cached) },
      { ask: askFor, clusters, tell, signal },
    )
    follow.current = createPointReloader({
      renew: async () => {
        await first
        const renewed = await reloadPoints(toAnswerPoints(latest.current?.own ?? []), { ask: askFor, clusters, signal })
        if (renewed === null || signal.aborted) return
        setPoints((before) => withRenewed(before, renewed))
      },
      wait: (milliseconds) => waitWhileVisible(milliseconds, signal),
      clock: () => performance.now(),
      signal,
    })
    return () => {
      controller.abort()
      clusters.end()
    }
  }, [ask, template, asked, isRead, round])
  useFollowed(follow, useTopicRevision('answers'))
  useFollowed(follow, device && JSON.stringify(toAnswerPoints(device.own)))
  return [points, () => setRound(round + 1)]
}

/** The state after a background reload. A failed reload changes nothing, unless the server has refused it. */
function withRenewed(before: Points, renewed: NonNullable<Awaited<ReturnType<typeof reloadPoints>>>): Points {
  if ('problem' in renewed) return renewed.refused ? { ...before, ...renewed, isDone: true } : before
  const { count, changed } = renewed
  return { ...before, count, edition: before.edition + (changed ? 1 : 0), isDone: true, problem: null, refused: false }
}

/** Calls `follow` when a value changes, but not for its initial value. */
function useFollowed(follow: { readonly current: (() => void) | null }, now: unknown): void {
  const before = useRef(now)
  useEffect(() => {
    if (before.current !== undefined && before.current !== 0 && before.current !== now) follow.current?.()
    before.current = now
  }, [follow, now])
}

/** Resolves once the given time is over and the page is visible. */
function waitWhileVisible(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let isOver = false
    const end = (): void => {
      if (!signal.aborted && (!isOver || document.hidden)) return
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(() => {
      isOver = true
      end()
    }, milliseconds)
    document.addEventListener('visibilitychange', end)
    signal.addEventListener('abort', end)
  })
}

function toAnswerPoints(lines: readonly AnswerLine[]): readonly AnswerPoint[] {
  return lines.flatMap(({ id, place }): readonly AnswerPoint[] =>
    place === undefined ? [] : [[place.longitude, place.latitude, id]],
  )
}
