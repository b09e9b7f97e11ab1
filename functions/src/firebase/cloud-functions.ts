import type { ServerResponse } from 'node:http'
import { onRequest } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import { exchange, type FunctionRequest } from './exchange.ts'
import type { CloudHost } from './host.ts'

/** Region of Firestore, because each request calls it several times. */
const REGION = 'southamerica-east1'
/** Request timeout in seconds: a part of 1 MB at 16 kbit/s takes nine minutes; Hosting itself gives up after one. */
const SLOWEST_REQUEST = 600
const CONCURRENCY = 40

/**
 * The deployed functions. The host is opened by the first call, because deploying loads this file without credentials.
 */
export function cloudFunctions(open: () => CloudHost) {
  let opened: CloudHost | undefined
  const host = (): CloudHost => (opened ??= open())
  return {
    /** everything under `/api`; `invoker`: only the core checks callers */
    api: onRequest(
      { region: REGION, memory: '1GiB', concurrency: CONCURRENCY, timeoutSeconds: SLOWEST_REQUEST, invoker: 'public' },
      // Express's request and response extend Node's.
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
