import { randomBytes } from 'node:crypto'
import type { Firestore } from 'firebase-admin/firestore'
import { citizenPages } from '#connectors/citizen-pages.ts'
import { connect, type OutsideAddresses } from '#connectors/connect.ts'
import { identityProvider, type IdentitySettings } from '#connectors/identity.ts'
import { type MailSettings, smtpMail } from '#connectors/mail.ts'
import { paymentProviders } from '#connectors/payments/index.ts'
import { imageFetcher } from '#connectors/webhooks/fetch-image.ts'
import { webhookSender } from '#connectors/webhooks/post.ts'
import type { PublicOnly } from '#connectors/webhooks/public-only.ts'
import {
  createApp,
  createBreakers,
  createSweeps,
  openKinds,
  runLane,
  scryptPasswords,
  type Sweep,
} from '#core/index.ts'
import type { Clock, Log, Passwords, Ports } from '#core/ports.ts'
import { openFirestoreStore, type FirestoreOptions } from './firestore/store.ts'
import { isAskedByOwnName } from './asked-host.ts'
import { forwardedAddress } from './forwarded-address.ts'
import type { CloudBucket } from './storage/bucket.ts'
import { openCloudFiles } from './storage/files.ts'

/** What Google's cloud gives, or stands in for it. */
export type CloudMachine = {
  readonly firestore: Firestore
  readonly bucket: CloudBucket
  readonly log: Log
  readonly clock?: Clock
  readonly passwords?: Passwords
  readonly store?: FirestoreOptions
  /** the built page of the public, as it lies beside the bundle */
  readonly publicShell?: () => Promise<string | undefined>
  /** and that of the app */
  readonly appShell?: () => Promise<string | undefined>
  readonly citizenShell?: () => Promise<string | undefined>
}

export type CloudSettings = {
  /** addresses that people use, `https://forms.example.org`: behind Hosting no request names them */
  readonly origins: readonly [string, ...string[]]
  readonly appVersion: string
  /** how many of our proxies write X-Forwarded-For; undefined: no address is known, only accounts are slowed down */
  readonly proxies?: number | undefined
  readonly outside: OutsideAddresses
  /** where webhooks may be posted to; https and public addresses only, where it is missing */
  readonly webhooks?: PublicOnly
  /** without a mail server there are no mails: no one would look into a folder here */
  readonly mail?: MailSettings
  /** the single sign-on provider */
  readonly identity?: IdentitySettings
  /** when an administrator has looked at the clock: after a pause of more than two days nothing is swept before */
  readonly clockChecked?: string | undefined
}

/** The brain in the cloud, without anything of how requests and schedules reach it. */
export type CloudHost = {
  readonly ports: Ports
  fetch(request: Request): Promise<Response>
  /** once a minute: what new answers set off elsewhere. @returns how many jobs were tried */
  runJobs(): Promise<number>
  /** hourly: a bounded part of what goes by itself; a failure stops no other and is thrown last. @returns how much */
  sweep(): Promise<number>
}

/** Looks at the queue so often in one run, at most: the next minute goes on. */
const LOOKS = 10
/** Each file costs some calls over the network; a run ends after nine minutes. */
const ORPHANS = { removed: 300, lookedAt: 500 }

/** Opens the ports of the cloud and puts the brain on them. Nothing is read or written before the first request. */
export function openCloudHost(
  machine: CloudMachine,
  { origins, appVersion, proxies, outside, mail, identity, webhooks, clockChecked }: CloudSettings,
): CloudHost {
  const { firestore, bucket, log, clock = Date.now, passwords = scryptPasswords() } = machine
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
      ...connect(deps, outside),
      home: () => origins[0],
      ...citizenPages(() => origins[0]),
      webhooks: webhookSender(deps, webhooks ?? { allowsLocal: false }),
      payments: paymentProviders(deps),
      images: imageFetcher(deps, webhooks ?? { allowsLocal: false }),
      ...(identity === undefined ? {} : { identity: identityProvider(deps, identity, () => origins[0]) }),
      ...(mail?.url === undefined
        ? {}
        : { mail: { home: () => origins[0], send: smtpMail(deps, { ...mail, url: mail.url }) } }),
    },
  }
  // An instance lives as long as it is asked; another one learns by itself what is down.
  const breakers = createBreakers(clock)
  const sweeps = createSweeps(ports, { bounds: ORPHANS, clockChecked })
  const app = createApp(ports, {
    origins,
    appVersion,
    secureCookies: origins.every((origin) => origin.startsWith('https:')),
    ...(publicShell === undefined ? {} : { publicShell }),
    ...(appShell === undefined ? {} : { appShell }),
    ...(citizenShell === undefined ? {} : { citizenShell }),
    addressOf: (request) => forwardedAddress(request.headers.get('x-forwarded-for'), proxies),
    // An open stream is paid for by the second, and hears of its own instance only: everyone asks by the clock.
    tuning: { nudgeStreams: 0 },
  })
  return {
    ports,
    fetch: async (request) =>
      isAskedByOwnName(request.headers, origins) ? app.fetch(request) : new Response(null, { status: 404 }),
    runJobs: async () => {
      const lanes = openKinds(ports.connectors).map(async (kind) => {
        let tried = 0
        for (let look = 0; look < LOOKS; look += 1) {
          const done = await runLane(ports, kind, clock(), breakers)
          tried += done.tried
          if (!done.more) break
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
  // The schedule shows the run as failed.
  if (failed.length > 0) throw new AggregateError(failed, 'Not everything was swept')
  return swept
}
