import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Sha256, Author } from '#domain/kernel/index.ts'
import type { FileClaim, SubmitMutation } from '#domain/answering/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import { openLocal, saveAnswer, type CapturedFile, type Local } from '#local/index.ts'
import {
  runSync,
  type Fetch,
  type LockHost,
  type SyncRunOptions,
  type SyncDeps,
  type SyncOutcome,
} from '#sync/index.ts'
import { buildPlainSubmit, DEVICE } from '../builders/submit.ts'
import { fakeServer, sha256Of, type FakeServer } from './fake-server.ts'
import { AUTHOR_PROFILE } from './profile.ts'

/** A tablet: its own storage, a clock that advances only when set, and predictable random numbers. */
export type TestDevice = {
  readonly indexedDB: IDBFactory
  readonly clock: { now: number }
  readonly local: Local
  readonly deps: SyncDeps
  run(options?: SyncRunOptions): Promise<SyncOutcome>
  /** another tab, or the worker, with the same storage */
  tab(): { readonly local: Local; readonly deps: SyncDeps }
}

export type DeviceOptions = {
  readonly account?: Author
  readonly fetch?: Fetch
  readonly locks?: LockHost
  readonly indexedDB?: IDBFactory
}

export const START = Date.parse('2026-11-21T09:00:00.000Z')

export function buildDevice(fetch: Fetch, options: DeviceOptions = {}): TestDevice {
  const { account = AUTHOR_PROFILE.id, locks, indexedDB = new IDBFactory() } = options
  const clock = { now: START }
  const tab = (): { local: Local; deps: SyncDeps } => {
    const local = openLocal(account, { indexedDB, IDBKeyRange })
    const deps: SyncDeps = {
      local,
      device: DEVICE,
      fetch,
      clock: () => clock.now,
      random: () => 0.5,
      locks,
      hash: async (bytes): Promise<Sha256> => sha256Of(bytes),
      timeout: () => new AbortController().signal,
      appVersion: 'test',
    }
    return { local, deps }
  }
  const { local, deps } = tab()
  return { indexedDB, clock, local, deps, tab, run: (wanted) => runSync(deps, wanted) }
}

/** A device with a fake server that knows its account. */
export function buildPair(options: Omit<DeviceOptions, 'fetch'> & { readonly profile?: Profile } = {}): {
  readonly device: TestDevice
  readonly server: FakeServer
} {
  const server = fakeServer(options.profile ?? AUTHOR_PROFILE)
  const device = buildDevice(server.fetch, options)
  server.now = () => device.clock.now
  return { device, server }
}

/** Bytes of a photo; the same text gives the same file. */
export function capture(
  content: string | Uint8Array<ArrayBuffer>,
  name = 'foto.jpg',
  type = 'image/jpeg',
): CapturedFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const claim: FileClaim = { sha256: sha256Of(bytes), bytes: bytes.length, type, name }
  return { claim, data: bytes.slice().buffer }
}

/** Saves an answer like a screen. */
export async function saveOne(
  local: Local,
  seed: number,
  files: readonly CapturedFile[] = [],
): Promise<SubmitMutation> {
  const mutation = buildPlainSubmit(seed, `answer ${seed}`, { files: files.map((file) => file.claim) })
  const saved = await saveAnswer(local, { mutation, files })
  if (!saved.ok) throw new Error(saved.problem.code)
  return mutation
}

/** Runs a sync of this device with another server. */
export function runOver(device: TestDevice, fetch: Fetch, options?: SyncRunOptions): Promise<SyncOutcome> {
  return runSync({ ...device.deps, fetch }, options)
}
