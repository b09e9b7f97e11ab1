import { Dexie, liveQuery } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { toInstant, type MutationId } from '#domain/kernel/index.ts'
import { buildPair, saveOne } from '#tests/support/device/device.ts'
import { saveAnswer } from './save-answer.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import {
  readCurrentAccount,
  getDeviceId,
  listKnownAccounts,
  openDevice,
  setCurrentAccount,
  setSignOutPending,
  readSignOutPending,
} from './device.ts'
import { markQuarantined } from './outbox.ts'
import { listOutbox } from './outbox-reads.ts'
import { refreshLiveQueries } from './live.ts'
import { loadAnswer } from './reads.ts'
import { persistStorage, estimateFreeSpace, readStorageState } from './storage.ts'

// Other tests share this process and Dexie's global settings.
const { indexedDB: usual } = Dexie.dependencies
afterEach(() => {
  Dexie.dependencies.indexedDB = usual
})

it('lets go when a newer app needs the database, says so, and writes nothing more', async () => {
  const { device } = buildPair()
  await saveOne(device.local, 1)
  const superseded = vi.fn()
  device.local.status.onSuperseded(superseded)
  const newer = new Dexie('relevo-ines', { indexedDB: device.indexedDB, IDBKeyRange })
  newer.version(99).stores({ outbox: '++order, &id, answer, [state+order], state' })
  await newer.open()
  expect(superseded).toHaveBeenCalledOnce()
  expect(device.local.status.superseded()).toBe(true)
  expect(await saveAnswer(device.local, { mutation: buildPlainSubmit(2) })).toMatchObject({
    ok: false,
    problem: { code: 'device.storage-failed' },
  })
  expect(await newer.table('outbox').count()).toBe(1)
  newer.close()
})

it('tells anyone who watches what another tab has changed, in every table that was read', async () => {
  const { device } = buildPair()
  // Live queries look for a browser's storage before they start.
  Dexie.dependencies.indexedDB = device.indexedDB
  const { answer: id } = await saveOne(device.local, 1)
  const seen: (string | undefined)[] = []
  const read = (): ReturnType<typeof loadAnswer> => loadAnswer(device.local, id)
  const subscription = liveQuery(read).subscribe((answer) => void seen.push(answer?.delivery?.kind))
  await vi.waitFor(() => expect(seen).toEqual(['saved']))
  // Only the table that is read last changes.
  const [entry] = await listOutbox(device.local)
  const at = toInstant(0)
  await markQuarantined(device.tab().local, entry?.id ?? ('' as MutationId), { code: 'template.missing' }, at)
  await vi.waitFor(() => expect(seen.at(-1)).toBe('attention'))
  subscription.unsubscribe()
})

it('has them ask again when this page may have slept through a change', async () => {
  const { device } = buildPair()
  Dexie.dependencies.indexedDB = device.indexedDB
  const { answer: id } = await saveOne(device.local, 1)
  let asked = 0
  const subscription = liveQuery(() => loadAnswer(device.local, id)).subscribe(() => void (asked += 1))
  await vi.waitFor(() => expect(asked).toBe(1))
  refreshLiveQueries()
  await vi.waitFor(() => expect(asked).toBe(2))
  subscription.unsubscribe()
})

it('does not work on tables that a newer app has left', async () => {
  const { device } = buildPair()
  const newer = new Dexie('relevo-ines', { indexedDB: device.indexedDB, IDBKeyRange })
  newer.version(99).stores({ outbox: '++order, &id, answer, [state+order], state' })
  await newer.open()
  newer.close()
  expect(await saveAnswer(device.local, { mutation: buildPlainSubmit(2) })).toMatchObject({
    ok: false,
    problem: { code: 'device.storage-failed' },
  })
  expect(device.local.status.superseded()).toBe(true)
})

it('remembers the device, who works on it and who has', async () => {
  const {
    device: { indexedDB },
  } = buildPair()
  const device = openDevice(indexedDB)
  const [one, two] = await Promise.all([
    getDeviceId(device, (length) => new Uint8Array(length).fill(1)),
    getDeviceId(openDevice(indexedDB), (length) => new Uint8Array(length).fill(2)),
  ])
  expect(one).toBe(two)
  expect(await readCurrentAccount(device)).toBeUndefined()
  await setCurrentAccount(device, 'ines' as 'public')
  await setCurrentAccount(device, 'olga' as 'public')
  await setCurrentAccount(device, undefined)
  await setSignOutPending(device, 'olga' as 'public')
  const later = openDevice(indexedDB)
  expect([await readCurrentAccount(later), await listKnownAccounts(later), await readSignOutPending(later)]).toEqual([
    undefined,
    ['ines', 'olga'],
    'olga',
  ])
})

it('facts of the device outlive a connection that the browser closed without a word, and an opening that failed', async () => {
  const real = new IDBFactory()
  let fail = true
  const connections: IDBDatabase[] = []
  const indexedDB = {
    open: (name: string, version: number) => {
      if (fail) throw new Error('the disk is busy')
      const request = real.open(name, version)
      request.addEventListener('success', () => connections.push(request.result))
      return request
    },
  } as unknown as IDBFactory
  const device = openDevice(indexedDB)
  await expect(readCurrentAccount(device)).rejects.toThrow('busy')
  fail = false
  await setCurrentAccount(device, 'ines' as 'public')
  const begun = vi.spyOn(connections[0] as IDBDatabase, 'transaction')
  await setCurrentAccount(device, 'ines' as 'public')
  expect(begun.mock.calls.map(([, mode, options]) => [mode, options])).toContainEqual([
    'readwrite',
    { durability: 'strict' },
  ])
  connections[0]?.close()
  expect(await readCurrentAccount(device)).toBe('ines')
  expect(connections).toHaveLength(2)
})

it('space is reported in time, and never guessed', () => {
  const left = (bytes: number) => estimateFreeSpace({ quota: 1e9, usage: 1e9 - bytes, persisted: true }).kind
  expect([left(900e6), left(299e6), left(59e6), left(0), left(-5)]).toEqual([
    'ample',
    'little',
    'almost-none',
    'almost-none',
    'almost-none',
  ])
  expect(estimateFreeSpace({ quota: null, usage: 3, persisted: true })).toEqual({ kind: 'unknown' })
})

it('asks about storage, and takes no answer for a no', async () => {
  expect(await readStorageState(undefined)).toEqual({ quota: null, usage: null, persisted: false })
  const host = {
    estimate: async () => ({ quota: 10, usage: 3 }),
    persisted: async () => true,
    persist: () => Promise.reject(new Error('no')),
  }
  expect(await readStorageState(host)).toEqual({ quota: 10, usage: 3, persisted: true })
  expect(await persistStorage(host)).toBe(false)
})
