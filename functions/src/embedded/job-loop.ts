import { createBreakers, openKinds, runLane } from '#core/index.ts'
import type { Ports } from '#core/ports.ts'
import type { JobKind } from '#domain/jobs/index.ts'

/** Milliseconds between two runs; people read the side effects minutes later. */
const PAUSE = 2_000

/**
 * Runs the queued jobs in this process: jobs of one kind one after the other, the kinds concurrently, so that none
 * waits for another's system. When more are due than one run takes, the next run follows at once.
 * @returns a function that stops it, and waits for the current jobs
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
      const { more } = await runLane(ports, kind, ports.clock(), { breakers }).catch((error: unknown) => {
        // The queue is in the store: unfinished jobs become due again.
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
