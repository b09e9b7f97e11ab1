import { DEFAULT_TUNING, runDueJobs } from '#core/index.ts'
import type { Ports } from '#core/ports.ts'

/** Between two looks, milliseconds. Side effects are for people who read them minutes later. */
const PAUSE = 2_000

/**
 * Carries out the queued jobs in this process, one look after the other and never two at once; a full look is followed by the next without a
 * pause.
 * @returns stops it, and waits for the job that is under way
 */
export function startJobs(ports: Ports, pause = PAUSE): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let under: Promise<void> = Promise.resolve()

  const look = async (): Promise<void> => {
    const tried = await runDueJobs(ports, ports.clock()).catch((error: unknown) => {
      // The queue is in the store: what was under way is due again when its time is over.
      ports.log.error('jobs.look-failed', { error: String(error) })
      return 0
    })
    next(tried >= DEFAULT_TUNING.jobsAtOnce ? 0 : pause)
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
