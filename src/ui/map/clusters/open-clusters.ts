import { wrap } from 'comlink'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Clusters } from './cluster-index.ts'

/**
 * The clusters' functions, run in a worker. They refuse with network.unreachable if the worker cannot be loaded, and
 * with server.failed if it has crashed.
 */
export type OpenClusters = {
  readonly [Name in keyof Clusters]: (
    ...given: Parameters<Clusters[Name]>
  ) => Promise<Result<ReturnType<Clusters[Name]>>>
} & { readonly end: () => void }

export function openClusters(): OpenClusters {
  const worker = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' })
  const clusters = wrap<Clusters>(worker)
  const missing = new Promise<Result<never>>((resolve) => {
    worker.addEventListener('error', () => resolve(refuse('network.unreachable')))
  })
  const done = async <T>(work: Promise<T>): Promise<Result<T>> =>
    Promise.race([
      work.then(
        (value) => ok(value),
        () => refuse('server.failed'),
      ),
      missing,
    ])
  return {
    add: (...given) => done(clusters.add(...given)),
    renew: (...given) => done(clusters.renew(...given)),
    within: (...given) => done(clusters.within(...given)),
    bounds: () => done(clusters.bounds()),
    answersOf: (...given) => done(clusters.answersOf(...given)),
    end: () => worker.terminate(),
  }
}
