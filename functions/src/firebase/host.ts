import { randomBytes } from 'node:crypto'
import type { Firestore } from 'firebase-admin/firestore'
import { buildCitizenPageLinks } from '#connectors/citizen-pages.ts'
import { connectSystems, type ExternalSystemAddresses } from '#connectors/connect.ts'
import { createIdentityProviderClient, type IdentitySettings } from '#connectors/identity.ts'
import { type MailSettings, createSmtpSender } from '#connectors/mail.ts'
import { createPaymentProviders } from '#connectors/payments/index.ts'
import { createImageFetcher } from '#connectors/webhooks/fetch-image.ts'
import { createWebhookSender } from '#connectors/webhooks/post.ts'
import type { PublicAddressSettings } from '#connectors/webhooks/public-only.ts'
import {
  createApp,
  createCircuitBreakers,
  createSweeps,
  listRunnableJobKinds,
  runLane,
  createScryptHasher,
  type Sweep,
} from '#core/index.ts'
import type { Clock, Log, PasswordHasher, Ports } from '#core/ports.ts'
import { openFirestoreStore, type FirestoreOptions } from './firestore/store.ts'
import { isRequestForOwnDomain } from './own-host.ts'
import { readForwardedAddress } from './forwarded-address.ts'
import type { CloudBucket } from './storage/bucket.ts'
import { openCloudFiles } from './storage/files.ts'

/** Google Cloud's services, or substitutes in tests. */
export type CloudMachine = {
  readonly firestore: Firestore
  readonly bucket: CloudBucket
  readonly log: Log
  readonly clock?: Clock
  readonly passwords?: PasswordHasher
  readonly store?: FirestoreOptions
  /** HTML of the built public page */
  readonly publicShell?: () => Promise<string | undefined>
  /** HTML of the built app */
  readonly appShell?: () => Promise<string | undefined>
  readonly citizenShell?: () => Promise<string | undefined>
}

export type CloudSettings = {
  /** public URLs, such as `https://forms.example.org`: requests behind Hosting do not contain them */
  readonly origins: readonly [string, ...string[]]
  readonly appVersion: string
  /**
   * number of our proxies that write X-Forwarded-For; undefined: addresses are unknown, so only accounts have limits
   */
  readonly proxies?: number | undefined
  readonly outside: ExternalSystemAddresses
  /** allowed addresses of webhooks; by default only https and public addresses */
  readonly webhooks?: PublicAddressSettings
  /** mail server and sender; without a mail server no e-mails are sent */
  readonly mail?: MailSettings
  /** the single sign-on provider */
  readonly identity?: IdentitySettings
  /** date on which an administrator confirmed the clock; needed for sweeps after a pause of more than two days */
  readonly clockChecked?: string | undefined
}

/** The core in the cloud, independent of how requests and schedules call it. */
export type CloudHost = {
  readonly ports: Ports
  fetch(request: Request): Promise<Response>
  /** runs due jobs; called every minute. @returns the number of jobs tried */
  runJobs(): Promise<number>
  /**
   * runs a limited part of each sweep; called every hour. If a sweep fails, the others still run, and the errors are
   * thrown at the end. @returns the number of items deleted, corrected or checked
   */
  sweep(): Promise<number>
}

/** Maximum runs of each kind's queue per minute. */
const MAX_RUNS_PER_MINUTE = 10
/** Limits of the sweep of unused files. Each file costs some network calls, and a run is ended after nine minutes. */
const ORPHANS = { removed: 300, lookedAt: 500 }

/** Connects the core to the cloud's services. Reads and writes nothing before the first request. */
export function openCloudHost(
  machine: CloudMachine,
  { origins, appVersion, proxies, outside, mail, identity, webhooks, clockChecked }: CloudSettings,
): CloudHost {
  const { firestore, bucket, log, clock = Date.now, passwords = createScryptHasher() } = machine
  const { publicShell, citizenShell, appShell } = machine
  const deps = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
    failed: (facts: { readonly system: string; readonly why: string }) => log.error('connector.failed', facts),
  }
  const ports: Ports = {
    store: openFirestoreStore(firestore, machine.store),
    files: openCloudFiles(bucket, clock),
    clock,
    random: (length) => new Uint8Array(randomBytes(length)),
    passwords,
    log,
    connectors: {
      ...connectSystems(deps, outside),
      home: () => origins[0],
      ...buildCitizenPageLinks(() => origins[0]),
      webhooks: createWebhookSender(deps, webhooks ?? { allowsLocal: false }),
      payments: createPaymentProviders(deps),
      images: createImageFetcher(deps, webhooks ?? { allowsLocal: false }),
      ...(identity === undefined ? {} : { identity: createIdentityProviderClient(deps, identity, () => origins[0]) }),
      ...(mail?.url === undefined
        ? {}
        : { mail: { home: () => origins[0], send: createSmtpSender(deps, { ...mail, url: mail.url }) } }),
    },
  }
  // Each instance has its own breakers, and detects by itself which systems are down.
  const breakers = createCircuitBreakers(clock)
  const sweeps = createSweeps(ports, { bounds: ORPHANS, clockChecked })
  const app = createApp(ports, {
    origins,
    appVersion,
    secureCookies: origins.every((origin) => origin.startsWith('https:')),
    ...(publicShell === undefined ? {} : { publicShell }),
    ...(appShell === undefined ? {} : { appShell }),
    ...(citizenShell === undefined ? {} : { citizenShell }),
    addressOf: (request) => readForwardedAddress(request.headers.get('x-forwarded-for'), proxies),
    // Clients poll instead: open streams are billed by the second, and report only writes of their own instance.
    tuning: { nudgeStreams: 0 },
  })
  return {
    ports,
    fetch: async (request) =>
      isRequestForOwnDomain(request.headers, origins) ? app.fetch(request) : new Response(null, { status: 404 }),
    runJobs: async () => {
      const lanes = listRunnableJobKinds(ports.connectors).map(async (kind) => {
        let tried = 0
        for (let runIndex = 0; runIndex < MAX_RUNS_PER_MINUTE; runIndex += 1) {
          const laneResult = await runLane(ports, kind, clock(), { breakers })
          tried += laneResult.tried
          if (!laneResult.more) break
        }
        return tried
      })
      return (await Promise.all(lanes)).reduce((sum, tried) => sum + tried, 0)
    },
    sweep: () => sweepAll(sweeps, log),
  }
}

async function sweepAll(sweeps: readonly Sweep[], log: Log): Promise<number> {
  let swept = 0
  const failed: unknown[] = []
  for (const { name, run } of sweeps) {
    try {
      swept += await run()
    } catch (error) {
      log.error(`sweep.${name}-failed`, { error })
      failed.push(error)
    }
  }
  // Makes the scheduler show this run as failed.
  if (failed.length > 0) throw new AggregateError(failed, 'Not everything was swept')
  return swept
}
