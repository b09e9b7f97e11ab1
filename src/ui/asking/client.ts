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
 * What the server sent to this account while the page is open; made by the first screen that asks. The next account
 * has its own.
 * `navigator.onLine` lies, so nothing waits for it: a request that cannot be sent fails, and says so. Nothing is tried
 * again by itself; the server's nudges, the return of the network and the user do that.
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
  // What was asked in vain without a network is asked again when there is one.
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

/** Everything that is shown of a topic is asked for again; what is not on screen, when it is shown next. */
export function stale(client: QueryClient, topic: Topic): void {
  void client.invalidateQueries({ predicate: ({ meta }) => meta?.topic === topic })
  if (DECIDED.has(topic)) soonStale(client, 'decisions')
}

/** Of these there are decisions, which every page counts over all that the user looks after: not at each nudge. */
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
