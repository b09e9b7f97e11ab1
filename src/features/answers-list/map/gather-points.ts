import { type Outcome, toProblem } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import type { AnswerPoint, AnswerPoints } from '#domain/answers/index.ts'
import type { OpenClusters } from '#ui/map/index.ts'

/** Loading state of the map. */
export type LoadedPoints = {
  /** number of points on the map */
  readonly count: number
  /** incremented whenever the clusters change */
  readonly edition: number
  /** all available points are loaded */
  readonly isDone: boolean
  /** why points are missing; `refused`: the server refused the request */
  readonly problem: Problem | null
  readonly refused: boolean
}
export const NO_POINTS_YET: LoadedPoints = { count: 0, edition: 0, isDone: false, problem: null, refused: false }

export type LoadPointsDeps = {
  /** requests the batch after the given cursor */
  readonly ask: (after: string | undefined) => Promise<Outcome<AnswerPoints>>
  readonly clusters: Pick<OpenClusters, 'add'>
  readonly tell: (gathered: LoadedPoints) => void
  readonly signal: AbortSignal
}

/**
 * Loads all points of a list in batches, so that the first clusters appear immediately.
 * @param own points only on this device, added to the server's
 * @param cached stored points, used when the server cannot be reached
 */
export async function loadPoints(
  { own, cached }: { readonly own: readonly AnswerPoint[]; readonly cached: readonly AnswerPoint[] },
  { ask, clusters, tell, signal }: LoadPointsDeps,
): Promise<void> {
  let gathered = NO_POINTS_YET
  const add = async (points: readonly AnswerPoint[], isLast: boolean): Promise<boolean> => {
    const added = await clusters.add(points, isLast)
    if (signal.aborted) return false
    gathered = added.ok
      ? { ...gathered, count: added.value.count, edition: gathered.edition + (added.value.changed ? 1 : 0) }
      : { ...gathered, problem: added.problem, isDone: true }
    return added.ok
  }
  const seen = new Set(own.map(([, , id]) => id))
  if (!(await add(own, false))) return tell(gathered)
  for (let after: string | undefined; ;) {
    const outcome = await ask(after)
    if (signal.aborted) return
    if (outcome.kind !== 'ok') {
      const refused = outcome.kind === 'refused'
      // Points loaded so far are kept. If the server cannot be reached at all, stored points are added.
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
export type ReloadFailure = { readonly problem: Problem; readonly refused: boolean }
export type ReloadPointsDeps = Pick<LoadPointsDeps, 'ask' | 'signal'> & {
  readonly clusters: Pick<OpenClusters, 'renew'>
}

/** Reloads all points while the current ones stay visible. @returns count, and whether any changed; null if aborted */
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
