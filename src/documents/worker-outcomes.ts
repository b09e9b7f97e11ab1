import { ok, refuse, type Result } from '#domain/kernel/index.ts'

/**
 * `network.unreachable`: the worker or its library is not on this device; `device.file-failed`: it cannot go on.
 * @param signal ends what is under way, as device.file-failed
 */
export function outcomesOf(worker: Worker, signal?: AbortSignal): <T>(work: Promise<T>) => Promise<Result<T>> {
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
