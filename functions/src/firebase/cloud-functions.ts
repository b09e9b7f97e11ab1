import type { ServerResponse } from 'node:http'
import { onRequest } from 'firebase-functions/https'
import { defineSecret } from 'firebase-functions/params'
import { onSchedule } from 'firebase-functions/scheduler'
import { forwardRequest, type FunctionRequest } from './exchange.ts'
import type { CloudHost } from './host.ts'

/** Region of the functions, the same as Firestore's: each request reads from Firestore several times. */
const REGION = 'southamerica-east1'
/** Request timeout in seconds; a part of 1 MB takes nine minutes at 16 kbit/s. Hosting gives up after one minute. */
const SLOWEST_REQUEST = 600
/** Concurrent requests of one instance; their bodies use at most 80 MB of its memory. */
const CONCURRENCY = 40
/**
 * Limits the cost of an attack, and the number of instances that compete for one counter. Allows 800 concurrent
 * requests.
 */
const MAX_INSTANCES = 20
/** Options of scheduled functions; one run at a time is enough. */
const SCHEDULED = { region: REGION, memory: '512MiB', concurrency: 1, maxInstances: 1 } as const

/**
 * Creates the deployed functions. Opens the host at the first call: deploying loads this file without credentials.
 * @param secretNames settings in Secret Manager, which the functions get as environment variables
 */
export function createCloudFunctions(open: () => CloudHost, secretNames: readonly string[] = []) {
  const secrets = secretNames.map((name) => defineSecret(name))
  let openedHost: CloudHost | undefined
  const host = (): CloudHost => (openedHost ??= open())
  return {
    /** requests forwarded by Hosting; `invoker`: anyone may call, because the core checks access */
    api: onRequest(
      {
        region: REGION,
        memory: '1GiB',
        cpu: 1,
        concurrency: CONCURRENCY,
        minInstances: 0,
        maxInstances: MAX_INSTANCES,
        timeoutSeconds: SLOWEST_REQUEST,
        invoker: 'public',
        secrets,
      },
      // Express's request and response extend those of Node.
      async (request, response) =>
        forwardRequest(host().fetch, request as unknown as FunctionRequest, response as unknown as ServerResponse),
    ),
    jobs: onSchedule({ ...SCHEDULED, schedule: 'every 1 minutes', timeoutSeconds: 300, secrets }, async () => {
      await host().runJobs()
    }),
    sweep: onSchedule({ ...SCHEDULED, schedule: 'every 60 minutes', timeoutSeconds: 540, secrets }, async () => {
      await host().sweep()
    }),
  }
}
