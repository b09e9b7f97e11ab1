import { get, promisifyRequest, set, update, type UseStore } from 'idb-keyval'
import { generateDeviceId, type Author, type DeviceId } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import type { Local } from './local.ts'
import { readMeta, readStoredProfile } from './meta.ts'

/** Data of the device, not of an account. */
export type Device = { readonly store: UseStore }

/** @param indexedDB injected by tests; default: the browser's */
export function openDevice(indexedDB: IDBFactory = globalThis.indexedDB): Device {
  let opening: Promise<IDBDatabase> | undefined
  const open = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open('relevo-device', 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('facts'))
    const database = await promisifyRequest<IDBDatabase>(request)
    database.addEventListener('close', () => (opening = undefined))
    database.addEventListener('versionchange', () => {
      database.close()
      opening = undefined
    })
    return database
  }
  /**
   * Opens the store, and retries once: a browser may close a connection silently, and the next transaction then throws.
   */
  async function facts(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    for (let attempt = 1; ; attempt += 1) {
      // Forgets a connection that could not be opened, so that the next call tries again.
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      const database = await opening
      try {
        return database.transaction('facts', mode, { durability: 'strict' }).objectStore('facts')
      } catch (error) {
        opening = undefined
        if (attempt > 1) throw error
      }
    }
  }
  return {
    store: async (mode, callback) => callback(await facts(mode)),
  }
}

/**
 * Returns the device id, created at first use.
 * @param random source of 16 cryptographic bytes, used only the first time
 */
export async function getDeviceId(device: Device, random: (length: number) => Uint8Array): Promise<DeviceId> {
  const knownDeviceId = await get<DeviceId>('device', device.store)
  if (knownDeviceId !== undefined) return knownDeviceId
  const made = generateDeviceId(random(16))
  // Two tabs may do this at the same time: the first id is kept.
  await update<DeviceId>('device', (first) => first ?? made, device.store)
  return (await get<DeviceId>('device', device.store)) ?? made
}

/** The account whose work is shown and may be sent. It stays signed in without a network until it signs out. */
export async function readCurrentAccount(device: Device): Promise<Author | undefined> {
  return get<Author>('current', device.store)
}

/**
 * Returns the signed-in account's database and profile, also without a network. Undefined when no one is signed in, or
 * when the session was ended elsewhere.
 */
export async function findRememberedSession(
  device: Device,
  open: (account: Author) => Local,
): Promise<{ readonly local: Local; readonly profile: Profile } | undefined> {
  const account = await readCurrentAccount(device)
  if (account === undefined) return undefined
  const local = open(account)
  const [profile, isEnded] = await Promise.all([readStoredProfile(local), readMeta(local, 'sessionEnded')])
  return profile === undefined || isEnded === true ? undefined : { local, profile }
}

export async function setCurrentAccount(device: Device, account: Author | undefined): Promise<void> {
  await set('current', account, device.store)
  if (account === undefined) return
  await update<readonly Author[]>('accounts', (known = []) => [...new Set([...known, account])], device.store)
}

/** Every account that has worked on this device. Each has its own database, which signing out keeps. */
export async function listKnownAccounts(device: Device): Promise<readonly Author[]> {
  return (await get<readonly Author[]>('accounts', device.store)) ?? []
}

/**
 * Whether several people use this device. `seen`: more than one account worked here; `said`: the last user to sign in
 * said so.
 */
export type DeviceSharing = 'no' | 'said' | 'seen'

export async function readDeviceSharing(device: Device): Promise<DeviceSharing> {
  const people = (await listKnownAccounts(device)).filter((account) => account !== 'public')
  if (people.length > 1) return 'seen'
  return (await get('shared', device.store)) === true ? 'said' : 'no'
}

export async function setDeviceShared(device: Device, shared: boolean): Promise<void> {
  await set('shared', shared, device.store)
}

/** The account whose sign-out is not complete: its session may still have to be ended on the server. */
export async function readSignOutPending(device: Device): Promise<Author | undefined> {
  return get<Author>('sign-out-pending', device.store)
}

export async function setSignOutPending(device: Device, account: Author | undefined): Promise<void> {
  await set('sign-out-pending', account, device.store)
}
