import type { ServerResponse } from 'node:http'
import { onRequest } from 'firebase-functions/https'
import { onSchedule } from 'firebase-functions/scheduler'
import { forwardRequest, type FunctionRequest } from './exchange.ts'
import type { CloudHost } from './host.ts'

/** Region of the functions, the same as Firestore's: each request reads from Firestore several times. */
const REGION = 'southamerica-east1'
/** Request timeout in seconds; a part of 1 MB takes nine minutes at 16 kbit/s. Hosting gives up after one minute. */
const SLOWEST_REQUEST = 600
const CONCURRENCY = 40

/** Creates the deployed functions. Opens the host at the first call: deploying loads this file without credentials. */
export function cloudFunctions(open: () => CloudHost) {
  let openedHost: CloudHost | undefined
  const host = (): CloudHost => (openedHost ??= open())
  return {
    /** requests forwarded by Hosting; `invoker`: anyone may call, because the core checks access */
    api: onRequest(
      { region: REGION, memory: '1GiB', concurrency: CONCURRENCY, timeoutSeconds: SLOWEST_REQUEST, invoker: 'public' },
      // Express's request and response extend those of Node.
      async (request, response) =>
        forwardRequest(host().fetch, request as unknown as FunctionRequest, response as unknown as ServerResponse),
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
