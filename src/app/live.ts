import type { Author } from '#domain/kernel/index.ts'
import type { Live } from '#sync/index.ts'
import { whenSettled } from './replay.ts'

/**
 * The live channel, which begins once the first screen stands; until then, and when its file cannot be had, it is silent, and screens show
 * what they asked for themselves.
 * @param onPull the account's own exchange has news
 */
export function startLiveLater(account: Author, onPull: () => void): Live {
  const listeners = new Set<() => void>()
  let stopped = false
  let real: Live | undefined
  const loading = whenSettled().then(() => import('./live-stage.ts'))
  loading.then(
    ({ browserLiveHost, startLive }) => {
      if (stopped) return
      real = startLive(browserLiveHost(window, globalThis), account, onPull)
      real.subscribe(() => {
        for (const listener of listeners) listener()
      })
    },
    () => undefined,
  )
  return {
    count: (topic) => real?.count(topic) ?? 0,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => {
      stopped = true
      real?.stop()
    },
  }
}
