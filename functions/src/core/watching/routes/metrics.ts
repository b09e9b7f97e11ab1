import { toInstant } from '#domain/kernel/index.ts'
import { OPERATING_PROBLEMS } from '#domain/watching/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { sha256Hex } from '../../http/digest.ts'
import { buildRefusalResponse, buildRefusalResponseForCode } from '../../http/problems.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'
import { createAddressRateLimit } from '../../limits/by-address.ts'
import type { NudgeHub } from '../../nudges/hub.ts'
import type { CountQuery } from '../../ports.ts'
import { isSameSignature } from '../../signing.ts'
import { formatMetrics, type Metric, buildSingleMetric } from '../metrics.ts'
import type { ServerMonitor } from '../watch.ts'
import { computeHealth } from './health.ts'

/** Rate limit of wrong tokens per address: burst, then one per interval. */
const WRONG_TOKEN_LIMIT = { burst: 10, interval: 30_000 }
/** Minimum milliseconds between two reads of metrics that need the store. */
const FIGURES_LIFE = 5_000
/** Time for which the number of all answers is cached, in milliseconds. Counting them reads a whole index. */
const ANSWERS_LIFE = 5 * 60_000
/** Maximum writes that the count of answers waits for; otherwise the last count is shown. */
const MAX_AWAITED_WRITES = 2_000
/** Maximum counted jobs and held answers. More means the same to an operator. */
const MAX_COUNTED = 10_000
const HEADERS = { ...NO_STORE_HEADERS, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }

/** Handler for the metrics of the server, for Prometheus. */
export function createMetricsHandlers(core: Core, hub: Pick<NudgeHub, 'streams'>) {
  const { ports, options } = core
  const { watch } = options
  const countWrongToken = createAddressRateLimit(ports.clock, WRONG_TOKEN_LIMIT)
  const figures = watch === undefined ? undefined : createFigures(core, watch, hub)
  return {
    async readMetrics({ request, address }) {
      if (watch?.token === undefined || figures === undefined) return buildRefusalResponseForCode('request.not-found')
      if (!(await hasToken(request, watch.token))) {
        // Counts only wrong tokens, so that they do not block the right one at the same address.
        const counted = countWrongToken(address)
        return counted.ok ? buildRefusalResponseForCode('token.required') : buildRefusalResponse(counted.problem)
      }
      return new Response(formatMetrics([...watch.counted(), ...(await figures())]), { headers: HEADERS })
    },
  } satisfies PartialHandlers
}

/** Compares in constant time. */
async function hasToken(request: Request, token: string): Promise<boolean> {
  const shown = request.headers.get('authorization') ?? ''
  return isSameSignature(await sha256Hex(shown), await sha256Hex(`Bearer ${token}`))
}

/** Returns a function that reads the metrics that are not counters, some of them from a short-lived cache. */
function createFigures(
  core: Core,
  watch: ServerMonitor,
  hub: Pick<NudgeHub, 'streams'>,
): () => Promise<readonly Metric[]> {
  const { ports, options } = core
  const { store, clock } = ports
  const behind = (): number => store.following?.progress().behind ?? 0
  let answers: number | undefined

  const countAnswers = remember(watch.now, ANSWERS_LIFE, async () => {
    if (behind() <= MAX_AWAITED_WRITES)
      answers = await store.count({ collection: 'respuestas_formularios' }).catch(() => answers)
    return answers
  })
  const count = (query: CountQuery): Promise<number | undefined> =>
    store.count({ ...query, max: MAX_COUNTED }).catch(() => undefined)
  const readStore = remember(watch.now, FIGURES_LIFE, async () => {
    const now = toInstant(clock())
    const jobs = { collection: 'jobs', where: { state: 'waiting' }, range: { field: 'dueAt', to: now } }
    const [held, due, dead, health] = await Promise.all([
      count({ collection: 'held', where: { 'outcome.kind': 'waiting' } }),
      count(jobs),
      count({ collection: 'jobs', where: { state: 'dead' } }),
      computeHealth(core),
    ])
    return [
      buildSingleMetric(
        'gauge',
        'relevo_up',
        '1 while the store answers and is not damaged',
        health === undefined ? 0 : 1,
      ),
      {
        name: 'relevo_trouble',
        type: 'gauge',
        help: '1 while the reason makes strict health fail',
        samples: OPERATING_PROBLEMS.map((reason) => ({
          labels: { reason },
          value: health?.reasons.includes(reason) === true ? 1 : 0,
        })),
      },
      buildSingleMetric('gauge', 'relevo_held_answers', 'Answers that wait for a decision, at most 10000', held),
      buildSingleMetric('gauge', 'relevo_jobs_due', 'Jobs that are due, at most 10000', due),
      buildSingleMetric('gauge', 'relevo_jobs_dead', 'Jobs that have failed for good, at most 10000', dead),
    ] satisfies readonly Metric[]
  })

  return async () => [
    {
      name: 'relevo_info',
      type: 'gauge',
      help: 'The running version',
      samples: [{ labels: { version: options.appVersion }, value: 1 }],
    },
    buildSingleMetric('gauge', 'relevo_answers', 'Stored answers, counted every five minutes', await countAnswers()),
    ...(await readStore()),
    buildSingleMetric('gauge', 'relevo_streams', 'Open streams of devices', hub.streams()),
    buildSingleMetric('gauge', 'relevo_lists_behind', 'Writes that the indexes of lists lack', behind()),
    ...(await watch.machine()),
  ]
}

/** Returns a function that reads again only after `life` milliseconds. Concurrent calls share one reading. */
function remember<T>(now: () => number, life: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly value: Promise<T>; readonly at: number } | undefined
  return () => {
    if (kept === undefined || now() - kept.at >= life) kept = { value: read(), at: now() }
    return kept.value
  }
}
