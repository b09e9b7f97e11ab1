import { createCircuitBreakers, listRunnableJobKinds, runLane } from '#core/index.ts'
import type { Ports } from '#core/ports.ts'
import type { JobKind } from '#domain/jobs/index.ts'

/** Milliseconds between two runs; side effects, such as e-mails, are not urgent. */
const PAUSE = 2_000

/**
 * Runs the queued jobs in this process. Each kind of job has its own queue (`runLane`); the kinds run concurrently, so
 * that a slow outside system delays only its own kind. If more jobs are due than a run handles, the next run starts at
 * once.
 * @returns a function that stops the loop and waits for the current jobs
 */
export function startJobLoop(ports: Ports, pause = PAUSE): () => Promise<void> {
  const breakers = createCircuitBreakers(ports.clock)
  const lanes = listRunnableJobKinds(ports.connectors).map((kind) => startLane(kind))
  return async () => {
    await Promise.all(lanes.map((stop) => stop()))
  }

  function startLane(kind: JobKind): () => Promise<void> {
    let stopped = false
    let timer: NodeJS.Timeout | undefined
    let under: Promise<void> = Promise.resolve()

    const runNext = async (): Promise<void> => {
      const { more } = await runLane(ports, kind, ports.clock(), { breakers }).catch((error: unknown) => {
        // The queue is in the store: unfinished jobs become due again.
        ports.log.error('jobs.look-failed', { kind, error: String(error) })
        return { more: false }
      })
      next(more ? 0 : pause)
    }
    const next = (wait: number): void => {
      if (stopped) return
      timer = setTimeout(() => void (under = runNext()), wait)
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
