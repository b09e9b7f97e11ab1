import type { ServerResponse } from 'node:http'
import { onRequest } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import { exchange, type FunctionRequest } from './exchange.ts'
import type { CloudHost } from './host.ts'

/** Where Firestore is, too: each request asks it several times. */
const REGION = 'southamerica-east1'
/** A piece of 1 MB at 16 kbit/s takes nine minutes; Hosting itself gives up after one. */
const SLOWEST_REQUEST = 600
const CONCURRENCY = 40

/** The deployed functions; the host opens with the first call, as deploying looks here without credentials. */
export function cloudFunctions(open: () => CloudHost) {
  let opened: CloudHost | undefined
  const host = (): CloudHost => (opened ??= open())
  return {
    /** everything under `/api`; `invoker`: only the brain judges a caller, and nothing before it */
    api: onRequest(
      { region: REGION, memory: '1GiB', concurrency: CONCURRENCY, timeoutSeconds: SLOWEST_REQUEST, invoker: 'public' },
      // Express's request and response are Node's own, and more.
      async (request, response) =>
        exchange(host().fetch, request as unknown as FunctionRequest, response as unknown as ServerResponse),
    ),
    jobs: onSchedule(
      { region: REGION, schedule: 'every 1 minutes', timeoutSeconds: 300, maxInstances: 1 },
      async () => {
        await host().runJobs()
      },
    ),
    sweep: onSchedule(
      { region: REGION, schedule: 'every 60 minutes', timeoutSeconds: 540, maxInstances: 1 },
      async () => {
        await host().sweep()
      },
    ),
  }
}
