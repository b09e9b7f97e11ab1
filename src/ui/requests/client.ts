import { QueryClient } from '@tanstack/react-query'
import type { Topic } from '#domain/endpoints/index.ts'
import type { Account } from '../session/account.ts'

declare module '@tanstack/react-query' {
  interface Register {
    readonly queryMeta: { readonly topic?: Topic | undefined }
  }
}

const clients = new WeakMap<Account, QueryClient>()

/**
 * Returns the cache of an account's server data, created by the first screen that needs it. Requests do not wait for
 * `navigator.onLine`, which is unreliable. There are no automatic retries: nudges, a returning network and the user
 * trigger new requests.
 */
export function getQueryClient(account: Account): QueryClient {
  const knownClient = clients.get(account)
  if (knownClient !== undefined) return knownClient
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { networkMode: 'always' },
    },
  })
  clients.set(account, client)
  account.onNews((topics) => {
    for (const topic of topics) markTopicStale(client, topic)
  })
  // Repeats failed requests when the network returns.
  globalThis.addEventListener?.(
    'online',
    () =>
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state }) => state.status === 'error' || state.error !== null,
      }),
  )
  return client
}

/** Refreshes all data about a topic. Data that is not on screen is refreshed when it is shown again. */
export function markTopicStale(client: QueryClient, topic: Topic): void {
  void client.invalidateQueries({ predicate: ({ meta }) => meta?.topic === topic })
  if (DECISION_TOPICS.has(topic)) scheduleStale(client, 'decisions')
}

/**
 * Topics that change the number of pending decisions. Counting is expensive, so nudges refresh that number at most once
 * per `STALE_DELAY_MS` (milliseconds).
 */
const DECISION_TOPICS: ReadonlySet<Topic> = new Set(['answers', 'citizens', 'held', 'jobs'])
const STALE_DELAY_MS = 3_000
const soon = new WeakSet<QueryClient>()

function scheduleStale(client: QueryClient, topic: Topic): void {
  if (soon.has(client)) return
  soon.add(client)
  setTimeout(() => {
    soon.delete(client)
    markTopicStale(client, topic)
  }, STALE_DELAY_MS)
}
