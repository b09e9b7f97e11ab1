import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listOutbox, openDevice, openLocal, saveAnswer, setCurrentAccount, type Local } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { saveOne } from '#tests/support/device/device.ts'
import { fakeServer, refusal, type FakeServer } from '#tests/support/device/fake-server.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { syncCurrentAccount, syncPublicOutbox, type WorkerLike } from './background-sync.ts'

let server: FakeServer
let worker: WorkerLike
let pauses: number[]
/** called instead of waiting */
let meanwhile: () => void
const pause = async (milliseconds: number): Promise<void> => {
  pauses.push(milliseconds)
  meanwhile()
}

beforeEach(() => {
  const indexedDB = new IDBFactory()
  server = fakeServer(AUTHOR_PROFILE)
  pauses = []
  meanwhile = () => undefined
  const { Date: calendar, Math: chance } = globalThis
  worker = {
    fetch: server.fetch,
    indexedDB,
    IDBKeyRange,
    crypto: globalThis.crypto,
    navigator: {},
    Date: calendar,
    Math: chance,
  }
})
afterEach(() => vi.restoreAllMocks())

function buildLocal(): Local {
  return openLocal('ines' as 'public', { indexedDB: worker.indexedDB, IDBKeyRange })
}

it('sends what the current account has waiting', async () => {
  const local = buildLocal()
  await saveOne(local, 1)
  await setCurrentAccount(openDevice(worker.indexedDB), 'ines' as 'public')
  await syncCurrentAccount(worker, pause)
  expect(server.answers.size).toBe(1)
  expect(await listOutbox(local)).toEqual([])
})

it('sends nothing of someone who has signed out', async () => {
  await saveOne(buildLocal(), 1)
  await setCurrentAccount(openDevice(worker.indexedDB), undefined)
  await syncCurrentAccount(worker, pause)
  expect(server.calls).toEqual([])
})

it('asks the browser to wake it again while the server is not there, and not when a sign-in is needed', async () => {
  await saveOne(buildLocal(), 1)
  await setCurrentAccount(openDevice(worker.indexedDB), 'ines' as 'public')
  server.fault = () => 'cut'
  await expect(syncCurrentAccount(worker, pause)).rejects.toThrow('Not all is sent')
  server.fault = () => refusal(401, 'session.required')
  await syncCurrentAccount(worker, pause)
})

it('takes over from a page that held the lock and was closed', async () => {
  const local = buildLocal()
  await saveOne(local, 1)
  await setCurrentAccount(openDevice(worker.indexedDB), 'ines' as 'public')
  let held = true
  const request = async <T>(_name: string, _options: unknown, run: (lock: unknown) => Promise<T>): Promise<T> =>
    run(held ? null : {})
  worker = { ...worker, navigator: { locks: { request } } as WorkerLike['navigator'] }
  meanwhile = () => {
    held = false
  }
  await syncCurrentAccount(worker, pause)
  expect(server.answers.size).toBe(1)
})

it('sends at once what has just failed without a network', async () => {
  const local = buildLocal()
  await saveOne(local, 1)
  await setCurrentAccount(openDevice(worker.indexedDB), 'ines' as 'public')
  server.fault = () => 'cut'
  worker = { ...worker, Math: { ...Math, random: () => 0.99 } as typeof Math }
  await expect(syncCurrentAccount(worker, pause)).rejects.toThrow('Not all is sent')
  server.fault = () => undefined
  await syncCurrentAccount(worker, pause)
  expect([server.answers.size, pauses]).toEqual([1, []])
})

it('waits out what may still be taken back, and sends it though its page was closed', async () => {
  const local = buildLocal()
  const now = Date.now()
  await saveAnswer(local, { mutation: buildPlainSubmit(1), wait: { notBefore: now + 8_000, since: now } })
  await setCurrentAccount(openDevice(worker.indexedDB), 'ines' as 'public')
  let passed = 0
  meanwhile = () => {
    passed = pauses.at(-1) ?? 0
  }
  const calendar = { now: () => now + passed } as typeof Date
  worker = { ...worker, Date: calendar }
  await syncCurrentAccount(worker, pause)
  expect([server.answers.size, pauses]).toEqual([1, [8_001]])
})

it('does not stay awake for what waits longer', async () => {
  const now = Date.now()
  await saveAnswer(buildLocal(), { mutation: buildPlainSubmit(1), wait: { notBefore: now + 60_000, since: now } })
  await setCurrentAccount(openDevice(worker.indexedDB), 'ines' as 'public')
  worker = { ...worker, Date: { now: () => now } as typeof Date }
  await expect(syncCurrentAccount(worker, pause)).rejects.toThrow('Not all is sent')
  expect([server.answers.size, pauses]).toEqual([0, []])
})

it('sends what the public wrote, and nothing of anyone who is signed in here; and the other way round', async () => {
  const [staff, everybody] = [buildLocal(), openLocal('public', { indexedDB: worker.indexedDB, IDBKeyRange })]
  await saveOne(staff, 1)
  await saveAnswer(everybody, { mutation: buildPlainSubmit(2, 'de la calle', { author: 'public' }) })
  await setCurrentAccount(openDevice(worker.indexedDB), 'ines' as 'public')
  await syncPublicOutbox(worker, pause)
  expect([(await listOutbox(staff)).length, (await listOutbox(everybody)).length]).toEqual([1, 0])
  await syncCurrentAccount(worker, pause)
  expect((await listOutbox(staff)).length).toBe(0)
  const names = server.calls.map(({ headers }) => headers.get('x-relevo-account'))
  expect(new Set(names)).toEqual(new Set(['public', 'ines']))
})
