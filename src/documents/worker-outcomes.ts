import { ok, refuse, type Result } from '#domain/kernel/index.ts'

/**
 * Returns a function that turns failures of a worker into results. `network.unreachable`: the worker or its library
 * cannot be loaded. `device.file-failed`: the work has failed.
 * @param signal aborts the work, with device.file-failed
 */
export function catchWorkerFailures(worker: Worker, signal?: AbortSignal): <T>(work: Promise<T>) => Promise<Result<T>> {
  const ended = new Promise<Result<never>>((resolve) => {
    worker.addEventListener('error', () => resolve(refuse('network.unreachable')))
    signal?.addEventListener('abort', () => resolve(refuse('device.file-failed')), { once: true })
  })
  return async (work) =>
    Promise.race([
      work.then(
        (value) => ok(value),
        () => refuse('device.file-failed'),
      ),
      ended,
    ])
}
