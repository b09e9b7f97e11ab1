import type { Unit } from '#domain/store/index.ts'
import type { Log, Ports, Store } from '../ports.ts'
import { createHistogram, type Histogram, type Metric } from './metrics.ts'
import { getOrCreateRequestId } from './request-id.ts'

/** Upper bounds of the buckets in seconds. */
const REQUEST_BOUNDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COMMIT_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]
/** Methods with a label of their own; a client may send others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A request that was answered. */
type AnsweredRequest = {
  readonly request: Request
  /** pattern of the route, never the path: `/api/answers/:id` */
  readonly route: string
  readonly status: number
  /** milliseconds until the response began */
  readonly ms: number
  /** role of the caller, or `none` */
  readonly role: () => string
}

/** The log of requests. `failed`: those with a status from 500. */
export type RequestLog = {
  readonly requests: 'all' | 'failed'
  readonly log: Pick<Log, 'info'>
  readonly random: Ports['random']
}
const FAILED_STATUS = 500

/** Observes a server for its operator. Nothing that it keeps or returns names a person. */
export type ServerMonitor = {
  /** bearer token of `/api/metrics`; undefined: the route answers 404 */
  readonly token: string | undefined
  /** monotonic clock in milliseconds */
  readonly now: () => number
  answered(request: AnsweredRequest): void
  /** returns the store with its commits measured */
  watchCommits(store: Store): Store
  /** counters and histograms since the start */
  counted(): readonly Metric[]
  /** metrics of the host: memory, disk, backups */
  readonly machine: () => Promise<readonly Metric[]>
}

type Series = {
  readonly method: string
  readonly route: string
  readonly durations: Histogram
  statuses: Map<number, number>
}

/** @param requestLog undefined: requests are not logged */
export function createServerMonitor(
  parts: Pick<ServerMonitor, 'token' | 'now' | 'machine'>,
  requestLog?: RequestLog,
): ServerMonitor {
  const { now } = parts
  const requests = new Map<string, Series>()
  const commits = createHistogram(COMMIT_BOUNDS)
  let failedCommits = 0

  function getSeries(method: string, route: string): Series {
    const key = `${method} ${route}`
    const known = requests.get(key)
    if (known !== undefined) return known
    const series = { method, route, durations: createHistogram(REQUEST_BOUNDS), statuses: new Map<number, number>() }
    requests.set(key, series)
    return series
  }

  return {
    ...parts,
    answered: (answered) => {
      const { request, route, status, ms } = answered
      const { method } = request
      const { durations, statuses } = getSeries(METHODS.has(method) ? method : 'OTHER', route)
      durations.observe(ms)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (requestLog !== undefined) logRequest(answered, requestLog)
    },
    watchCommits: (store) => {
      async function commit<R>(unit: Unit<R>): Promise<R> {
        const began = now()
        try {
          const result = await store.commit(unit)
          commits.observe(now() - began)
          return result
        } catch (error) {
          failedCommits += 1
          throw error
        }
      }
      return Object.assign(Object.create(store) as Store, { commit })
    },
    counted: () => [
      {
        name: 'relevo_http_requests_total',
        type: 'counter',
        help: 'Requests by route pattern and status',
        samples: [...requests.values()].flatMap(({ method, route, statuses }) =>
          [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value })),
        ),
      },
      {
        name: 'relevo_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time until a response begins',
        samples: [...requests.values()].flatMap(({ method, route, durations }) => durations.samples({ method, route })),
      },
      {
        name: 'relevo_commit_duration_seconds',
        type: 'histogram',
        help: 'Time until a commit is on disk, including its wait for others',
        samples: commits.samples(),
      },
      {
        name: 'relevo_commit_failures_total',
        type: 'counter',
        help: 'Commits that failed, as on a full disk',
        samples: [{ value: failedCommits }],
      },
    ],
  }
}

/** Logs a request without anything that names a person: no path, query, address, account or token. */
function logRequest(
  { request, route, status, ms, role }: AnsweredRequest,
  { requests, log, random }: RequestLog,
): void {
  if (requests === 'failed' && status < FAILED_STATUS) return
  const { method } = request
  const facts = { id: getOrCreateRequestId(request, random), method, route, status, ms: Math.round(ms), role: role() }
  log.info('request', facts)
}
