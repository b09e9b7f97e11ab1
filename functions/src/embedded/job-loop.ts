import { createBreakers, openKinds, runLane } from '#core/index.ts'
import type { Ports } from '#core/ports.ts'
import type { JobKind } from '#domain/jobs/index.ts'

/** Between two looks, milliseconds. Side effects are for people who read them minutes later. */
const PAUSE = 2_000

/**
 * Carries out the queued jobs in this process: one kind's one after the other, never two at once; the kinds beside each
 * other: none waits for another's system. Where more are due than a look takes, the next follows at once.
 * @returns stops it, and waits for the jobs that are under way
 */
export function startJobs(ports: Ports, pause = PAUSE): () => Promise<void> {
  const breakers = createBreakers(ports.clock)
  const lanes = openKinds(ports.connectors).map((kind) => startLane(kind))
  return async () => {
    await Promise.all(lanes.map((stop) => stop()))
  }

  function startLane(kind: JobKind): () => Promise<void> {
    let stopped = false
    let timer: NodeJS.Timeout | undefined
    let under: Promise<void> = Promise.resolve()

    const look = async (): Promise<void> => {
      const { more } = await runLane(ports, kind, ports.clock(), breakers).catch((error: unknown) => {
        // The queue is in the store: what was under way is due again when its time is over.
        ports.log.error('jobs.look-failed', { kind, error: String(error) })
        return { more: false }
      })
      next(more ? 0 : pause)
    }
    const next = (wait: number): void => {
      if (stopped) return
      timer = setTimeout(() => void (under = look()), wait)
      timer.unref()
    }
    next(0)
    return async () => {
      stopped = true
      clearTimeout(timer)
      await under
    }
  }
}
