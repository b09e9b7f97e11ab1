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
 * Returns the cache of server data of one account, while the page is open; created by the first screen that needs it.
 * Requests never wait for `navigator.onLine`, which is unreliable: they fail and report it. There are no automatic
 * retries; nudges, the network's return and the user trigger new requests.
 */
export function clientOf(account: Account): QueryClient {
  const known = clients.get(account)
  if (known !== undefined) return known
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { networkMode: 'always' },
    },
  })
  clients.set(account, client)
  account.onNews((topics) => {
    for (const topic of topics) stale(client, topic)
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

/** Refreshes everything shown about a topic; data that is not on screen is refreshed when next shown. */
export function stale(client: QueryClient, topic: Topic): void {
  void client.invalidateQueries({ predicate: ({ meta }) => meta?.topic === topic })
  if (DECIDED.has(topic)) soonStale(client, 'decisions')
}

/**
 * Topics with decisions. Each page counts decisions across everything that the user supervises, so they are not
 * refreshed at every nudge.
 */
const DECIDED: ReadonlySet<Topic> = new Set(['answers', 'citizens', 'held', 'jobs'])
const PAUSE = 3_000
const soon = new WeakSet<QueryClient>()

function soonStale(client: QueryClient, topic: Topic): void {
  if (soon.has(client)) return
  soon.add(client)
  setTimeout(() => {
    soon.delete(client)
    stale(client, topic)
  }, PAUSE)
}
