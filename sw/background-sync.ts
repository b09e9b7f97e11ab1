import { PUBLIC_AUTHOR, type Author, type DeviceId } from '#domain/kernel/index.ts'
import { readCurrentAccount, getDeviceId, openDevice, openLocal, getGuestDeviceId, type Local } from '#local/index.ts'
import { createSyncDeps, runSync, type BrowserLike, type SyncDeps, type SyncOutcome } from '#sync/index.ts'

/** The worker globals that are used. */
export type WorkerLike = BrowserLike & {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
  readonly crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> }
}

/**
 * Pauses before each further attempt to get the lock, milliseconds. Short, because a closing browser waits for its
 * workers.
 */
const PAUSES = [500, 1_500, 4_000] as const

/** Maximum wait for entries in their undo period, milliseconds. The page that would send them may be closed. */
const MAX_UNDO_WAIT_MS = 10_000

type Pause = (milliseconds: number) => Promise<void>

/**
 * Sends waiting entries of the signed-in account only.
 * @throws if another attempt is useful (`isUnfinished`), so that the browser fires the `sync` event again
 */
export async function syncCurrentAccount(worker: WorkerLike, pause: Pause): Promise<void> {
  const device = openDevice(worker.indexedDB)
  const account = await readCurrentAccount(device)
  if (account === undefined) return
  await syncAccount(worker, account, pause, () => getDeviceId(device, createRandomBytes(worker)))
}

/**
 * Sends the public's waiting entries, regardless of the account that is signed in.
 * @throws like `syncCurrentAccount`
 */
export async function syncPublicOutbox(worker: WorkerLike, pause: Pause): Promise<void> {
  await syncAccount(worker, PUBLIC_AUTHOR, pause, (local) => getGuestDeviceId(local, createRandomBytes(worker)))
}

function createRandomBytes({ crypto }: WorkerLike) {
  return (length: number) => crypto.getRandomValues(new Uint8Array(length))
}

/** Opens the database for this run only, so that an idle worker never blocks the upgrade of tables by a newer app. */
async function syncAccount(
  worker: WorkerLike,
  account: Author,
  pause: Pause,
  idOf: (local: Local) => Promise<DeviceId>,
): Promise<void> {
  const local = openLocal(account, { indexedDB: worker.indexedDB, IDBKeyRange: worker.IDBKeyRange })
  try {
    const deps = createSyncDeps(worker, { local, device: await idOf(local) })
    let outcome = await runAfterUndoPeriod(deps, pause)
    if (outcome.kind === 'done' && outcome.next !== undefined && outcome.next <= MAX_UNDO_WAIT_MS) {
      await pause(outcome.next + 1)
      outcome = await runAfterUndoPeriod(deps, pause)
    }
    if (isUnfinished(outcome)) throw new Error(`Not all is sent yet: ${outcome.kind}`)
  } finally {
    local.close()
  }
}

async function runAfterUndoPeriod(deps: SyncDeps, pause: Pause): Promise<SyncOutcome> {
  // A `sync` event means that the network is back, so entries that failed without it skip their back-off.
  let outcome = await runSync(deps, { hurry: true })
  for (const milliseconds of PAUSES) {
    if (outcome.kind !== 'busy') break
    await pause(milliseconds)
    outcome = await runSync(deps, { hurry: true })
  }
  return outcome
}

/**
 * Returns whether another automatic attempt is useful. If a sign-in is missing, the user must act. If another runner is
 * busy, it may be closed before it sends everything.
 */
function isUnfinished(outcome: SyncOutcome): boolean {
  switch (outcome.kind) {
    case 'busy':
      return true
    case 'done':
      return outcome.next !== undefined
    case 'stopped':
      return outcome.stop.kind === 'unreachable' || outcome.stop.kind === 'wait'
    case 'storage-failed':
      return true
  }
}
