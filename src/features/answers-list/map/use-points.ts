import { useEffect, useRef, useState } from 'react'
import { listAnswerPoints, type ListFilter, type AnswerPoint, type AnswerPoints } from '#domain/answers/index.ts'
import { toProblem, type RequestOutcome } from '#domain/endpoints/index.ts'
import type { TemplateId, Problem } from '#domain/kernel/index.ts'
import { useAccount, useTopicRevision } from '#ui/index.ts'
import { openClusters, type OpenClusters } from '#ui/map/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'

/** Loading state of the map. */
export type PointLoadingState = {
  /** number of points on the map */
  readonly count: number
  /** incremented whenever the clusters change */
  readonly edition: number
  /** whether all available points are loaded */
  readonly isDone: boolean
  /** reason why points are missing; `refused`: whether the server refused the request */
  readonly problem: Problem | null
  readonly refused: boolean
}
const NO_POINTS_YET: PointLoadingState = { count: 0, edition: 0, isDone: false, problem: null, refused: false }

type LoadPointsDeps = {
  /** requests the batch after the given cursor */
  readonly ask: (after: string | undefined) => Promise<RequestOutcome<AnswerPoints>>
  readonly clusters: Pick<OpenClusters, 'add'>
  readonly tell: (gathered: PointLoadingState) => void
  readonly signal: AbortSignal
}

/**
 * Loads all points of a list in batches, so that the first clusters appear immediately.
 * @param own points that exist only on this device, added to the server's points
 * @param cached stored points, used when the server cannot be reached
 */
export async function loadPoints(
  { own, cached }: { readonly own: readonly AnswerPoint[]; readonly cached: readonly AnswerPoint[] },
  { ask, clusters, tell, signal }: LoadPointsDeps,
): Promise<void> {
  let gathered = NO_POINTS_YET
  const add = async (points: readonly AnswerPoint[], isLast: boolean): Promise<boolean> => {
    const result = await clusters.add(points, isLast)
    if (signal.aborted) return false
    gathered = result.ok
      ? { ...gathered, count: result.value.count, edition: gathered.edition + (result.value.changed ? 1 : 0) }
      : { ...gathered, problem: result.problem, isDone: true }
    return result.ok
  }
  const seen = new Set(own.map(([, , id]) => id))
  if (!(await add(own, false))) return tell(gathered)
  for (let after: string | undefined; ;) {
    const outcome = await ask(after)
    if (signal.aborted) return
    if (outcome.kind !== 'ok') {
      const refused = outcome.kind === 'refused'
      // Keeps the points loaded so far. If not even the first batch could be loaded, adds the stored points.
      const more = after === undefined && !refused ? cached.filter(([, , id]) => !seen.has(id)) : []
      await add(more, true)
      return tell({ ...gathered, isDone: true, problem: toProblem(outcome), refused })
    }
    // Skips duplicates: an answer sent while loading is both on this device and in the server's batches.
    const points = outcome.value.points.filter(([, , id]) => !seen.has(id))
    after = outcome.value.next
    if (!(await add(points, after === undefined))) return tell(gathered)
    if (after === undefined) return tell({ ...gathered, isDone: true })
    tell(gathered)
  }
}

/** Why the reload failed. `refused`: the server refused the request. */
type ReloadFailure = { readonly problem: Problem; readonly refused: boolean }
type ReloadPointsDeps = Pick<LoadPointsDeps, 'ask' | 'signal'> & {
  readonly clusters: Pick<OpenClusters, 'renew'>
}

/**
 * Reloads all points while the current points stay visible. @returns the count, and whether points changed; null if
 * aborted
 */
export async function reloadPoints(
  own: readonly AnswerPoint[],
  { ask, clusters, signal }: ReloadPointsDeps,
): Promise<{ readonly count: number; readonly changed: boolean } | ReloadFailure | null> {
  const seen = new Set(own.map(([, , id]) => id))
  for (let after: string | undefined, isFirst = true; ; isFirst = false) {
    const outcome = await ask(after)
    if (signal.aborted) return null
    if (outcome.kind !== 'ok') return { problem: toProblem(outcome), refused: outcome.kind === 'refused' }
    const points = outcome.value.points.filter(([, , id]) => !seen.has(id))
    after = outcome.value.next
    const renewed = await clusters.renew(isFirst ? [...own, ...points] : points, isFirst, after === undefined)
    if (signal.aborted) return null
    if (!renewed.ok) return { problem: renewed.problem, refused: false }
    if (after === undefined) return renewed.value
  }
}

/** Initial delay between a change and the reload, milliseconds. Change notifications often arrive in bursts. */
const INITIAL_REST_MS = 1_000
/** Reloads take at most 1/RELOAD_SHARE of the time. */
const RELOAD_SHARE = 20
const MAX_REST_MS = 5 * 60_000

type PointReloaderDeps = {
  readonly renew: () => Promise<void>
  /** resolves after the given time while the page is visible; immediately when the signal aborts */
  readonly wait: (milliseconds: number) => Promise<void>
  /** milliseconds */
  readonly clock: () => number
  readonly signal: AbortSignal
}

/**
 * Reloads all points in the background after change notifications, which do not say what changed. Limits the load on
 * device and server: reloads never overlap, and pauses grow with the duration of a reload (`RELOAD_SHARE`).
 * @returns a function to call on each notification
 */
export function createPointReloader({ renew, wait, clock, signal }: PointReloaderDeps): () => void {
  let [isDue, isRunning, rest] = [false, false, INITIAL_REST_MS]
  async function run(): Promise<void> {
    isRunning = true
    while (isDue && !signal.aborted) {
      await wait(rest)
      if (signal.aborted) break
      isDue = false
      const began = clock()
      await renew()
      rest = Math.min(MAX_REST_MS, Math.max(INITIAL_REST_MS, (RELOAD_SHARE - 1) * (clock() - began)))
    }
    isRunning = false
  }
  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}

type DevicePoints = { readonly own: readonly AnswerTableRow[]; readonly cached: readonly AnswerTableRow[] }
export type ClusteredPoints = PointLoadingState & { readonly clusters: OpenClusters | null }

/**
 * A list's points, collected in a worker. If filters change, loads the points again; if answers change, updates them in
 * the background. Does not use `useEndpointData`, which would cache the batches already passed to the worker.
 * @param device stored answers; undefined while they are loading
 */
export function usePoints(
  template: TemplateId,
  filter: Partial<ListFilter>,
  device: DevicePoints | undefined,
): readonly [ClusteredPoints, () => void] {
  const { ask } = useAccount()
  const [round, setRound] = useState(0)
  const [points, setPoints] = useState<ClusteredPoints>({ ...NO_POINTS_YET, clusters: null })
  const requested = JSON.stringify(filter)
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
        ...(JSON.parse(requested) as Partial<ListFilter>),
        after,
      })) as RequestOutcome<AnswerPoints>
    const tell = (gathered: PointLoadingState): void => {
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
        setPoints((before) => applyReload(before, renewed))
      },
      wait: (milliseconds) => waitWhileVisible(milliseconds, signal),
      clock: () => performance.now(),
      signal,
    })
    return () => {
      controller.abort()
      clusters.end()
    }
  }, [ask, template, requested, isRead, round])
  useFollowed(follow, useTopicRevision('answers'))
  useFollowed(follow, device && JSON.stringify(toAnswerPoints(device.own)))
  return [points, () => setRound(round + 1)]
}

/** The state after a background reload. A failed reload changes nothing, unless the server has refused it. */
function applyReload(
  before: ClusteredPoints,
  renewed: NonNullable<Awaited<ReturnType<typeof reloadPoints>>>,
): ClusteredPoints {
  if ('problem' in renewed) return renewed.refused ? { ...before, ...renewed, isDone: true } : before
  const { count, changed } = renewed
  return { ...before, count, edition: before.edition + (changed ? 1 : 0), isDone: true, problem: null, refused: false }
}

/** Calls `follow` when a value changes, but not when it changes from undefined or 0, its values before loading. */
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

function toAnswerPoints(lines: readonly AnswerTableRow[]): readonly AnswerPoint[] {
  return lines.flatMap(({ id, place }): readonly AnswerPoint[] =>
    place === undefined ? [] : [[place.longitude, place.latitude, id]],
  )
}
