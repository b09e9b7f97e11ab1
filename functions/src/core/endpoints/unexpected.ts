import type { Problem } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { CatchingUpError, DamagedStoreError, DiskFullError, PasswordQueueFullError } from '../ports.ts'
import { PASSWORD_RETRY_SECONDS } from '../sessions/sign-in.ts'
import { getOrCreateRequestId } from '../watching/request-id.ts'

/** Retry delay in seconds after a `CatchingUpError`. */
const CATCHING_UP_PAUSE = 15

/**
 * Problem of an unhandled error: server.busy if temporary, else server.failed with the id under which the error is
 * logged.
 */
export function toErrorProblem(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  error: Error,
  request: Request,
): Problem {
  const busy = (seconds: number): Problem => ({ code: 'server.busy', details: { seconds } })
  if (error instanceof DiskFullError || error instanceof DamagedStoreError)
    return busy(Math.ceil(tuning.diskPause / 1000))
  if (error instanceof CatchingUpError) return busy(CATCHING_UP_PAUSE)
  if (error instanceof PasswordQueueFullError) return busy(PASSWORD_RETRY_SECONDS)
  // The client gets only the id; the error itself is only logged.
  const id = getOrCreateRequestId(request, ports.random)
  ports.log.error('request.failed', { id, error: error.stack ?? error.message })
  return { code: 'server.failed', details: { id } }
}
