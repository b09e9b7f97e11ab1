import { randomBytes } from 'node:crypto'
import type { Firestore } from 'firebase-admin/firestore'
import { connect, type OutsideAddresses } from '#connectors/connect.ts'
import { createApp, DEFAULT_TUNING, runDueJobs, scryptPasswords, sweepExpired } from '#core/index.ts'
import type { Clock, Log, Passwords, Ports } from '#core/ports.ts'
import { openFirestoreStore, type FirestoreOptions } from './firestore/store.ts'
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
}

export type CloudSettings = {
  /** addresses that people use, `https://forms.example.org`: behind Hosting no request names them */
  readonly origins: readonly [string, ...string[]]
  readonly appVersion: string
  /** how many proxies of ours write X-Forwarded-For; undefined: nobody can tell who asks, and only accounts are slowed down */
  readonly proxies?: number | undefined
  readonly outside: OutsideAddresses
}

/** The brain in the cloud, without anything of how requests and schedules reach it. */
export type CloudHost = {
  readonly ports: Ports
  fetch(request: Request): Promise<Response>
  /** once a minute: what new answers set off elsewhere. @returns how many jobs were tried */
  runJobs(): Promise<number>
  /** once an hour: what has ended by itself. @returns how many documents and unfinished uploads went */
  sweep(): Promise<number>
}

/** Looks at the queue so often in one run, at most: the next minute goes on. */
const LOOKS = 10

/** Opens the ports of the cloud and puts the brain on them. Nothing is read or written before the first request. */
export function openCloudHost(machine: CloudMachine, { origins, appVersion, proxies, outside }: CloudSettings): CloudHost {
  const { firestore, bucket, log, clock = Date.now, passwords = scryptPasswords() } = machine
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
    connectors: connect(deps, outside),
  }
  const app = createApp(ports, {
    origins,
    appVersion,
    secureCookies: origins.every((origin) => origin.startsWith('https:')),
    addressOf: (request) => forwardedAddress(request.headers.get('x-forwarded-for'), proxies),
    // A stream that stays open is paid for by the second, and hears only of its own instance: everybody asks by the clock.
    tuning: { nudgeStreams: 0 },
  })
  return {
    ports,
    fetch: async (request) => app.fetch(request),
    runJobs: async () => {
      let tried = 0
      for (let look = 0; look < LOOKS; look += 1) {
        const more = await runDueJobs(ports, clock())
        tried += more
        if (more < DEFAULT_TUNING.jobsAtOnce) break
      }
      return tried
    },
    // Files that no answer names and images that nobody saved stay: see README.md, "What is not there".
    sweep: async () => (await sweepExpired(ports)) + (await ports.files.uploads.deleteExpired()),
  }
}
