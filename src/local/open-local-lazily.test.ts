import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, expect, it, vi } from 'vitest'
import { PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { createMemoryStorage } from './guests/index.ts'
import { canStoreData, openLocalLazily, readMeta, hasStoredData, writeMeta } from './index.ts'

const real = () => import('./open-local.ts')

afterEach(() => Dexie.delete(`relevo-${PUBLIC_AUTHOR}`))

it('waits with what is written for the library, and keeps it then in the order in which it came', async () => {
  let loads = 0
  let come = (): void => undefined
  const line = new Promise<void>((resolve) => (come = resolve))
  const local = openLocalLazily(PUBLIC_AUTHOR, async () => {
    loads += 1
    await line
    return real()
  })
  const first = writeMeta(local, 'clockOffset', 1)
  const second = writeMeta(local, 'clockOffset', 2)
  expect(() => local.database).toThrow('not here yet')
  come()
  await Promise.all([first, second])
  expect([loads, await readMeta(local, 'clockOffset'), local.fetch]).toEqual([1, 2, undefined])
  local.close()
})

it('says that nothing is kept where the library cannot be had, and asks for it again', async () => {
  let isCut = true
  const local = openLocalLazily(PUBLIC_AUTHOR, () => (isCut ? Promise.reject(new TypeError('cut')) : real()))
  expect(await local.fetch?.()).toBe(false)
  await expect(readMeta(local, 'clockOffset')).rejects.toMatchObject({ problem: { code: 'device.storage-failed' } })
  isCut = false
  await writeMeta(local, 'clockOffset', 3)
  expect(await readMeta(local, 'clockOffset')).toBe(3)
  local.close()
})

it('knows without the library whether anything was ever kept', async () => {
  expect(await hasStoredData(PUBLIC_AUTHOR)).toBe(false)
  const local = openLocalLazily(PUBLIC_AUTHOR)
  await writeMeta(local, 'clockOffset', 1)
  local.close()
  expect(await hasStoredData(PUBLIC_AUTHOR)).toBe(true)
  expect(await hasStoredData(PUBLIC_AUTHOR, {} as IDBFactory)).toBe(true)
  const given = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB') ?? {}
  const get = (): never => {
    throw new DOMException('denied', 'SecurityError')
  }
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get })
  expect(await hasStoredData(PUBLIC_AUTHOR)).toBe(true)
  Object.defineProperty(globalThis, 'indexedDB', given)
})

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

it('says whether this browser keeps databases for the page, and leaves none behind', async () => {
  expect(await canStoreData()).toBe(true)
  await vi.waitFor(async () =>
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('relevo-probe'),
  )
  expect(await canStoreData(blocked)).toBe(false)
  expect(await canStoreData(() => ({ open: blocked }) as unknown as IDBFactory)).toBe(false)
  const refusing = { open: () => refusedRequest() } as unknown as IDBFactory
  expect(await canStoreData(() => refusing)).toBe(false)
})

/** As Firefox replies in a frame whose storage is blocked. */
function refusedRequest(): unknown {
  const request = { error: new DOMException('blocked', 'SecurityError'), onerror: () => undefined }
  queueMicrotask(() => request.onerror())
  return request
}

it('keeps what is written in the page where the browser keeps nothing', async () => {
  const local = openLocalLazily(PUBLIC_AUTHOR, real, createMemoryStorage)
  await writeMeta(local, 'clockOffset', 7)
  expect([await readMeta(local, 'clockOffset'), await hasStoredData(PUBLIC_AUTHOR)]).toEqual([7, false])
})

it('keeps what is written in the page where even naming storage throws', async () => {
  const given = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB') ?? {}
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: blocked })
  try {
    const local = openLocalLazily(PUBLIC_AUTHOR, real, createMemoryStorage)
    await writeMeta(local, 'clockOffset', 7)
    expect(await readMeta(local, 'clockOffset')).toBe(7)
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', given)
  }
})
