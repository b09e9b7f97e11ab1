import type { Page } from '@playwright/test'
import type { Tablet } from './tablet.ts'
import type { Person } from './town.ts'

export type DeviceFile = { readonly sha256: string; readonly type: string; readonly bytes: Buffer }

/**
 * Files of drafts and unsent work in the account's IndexedDB, read directly; excludes those kept only for sent work.
 */
export async function filesOnDevice(tablet: Tablet, { id }: Person): Promise<readonly DeviceFile[]> {
  const found = await tablet.page.evaluate(readFilesOfDevice, `relevo-${id}`)
  return found.map(({ sha256, type, base64 }) => ({ sha256, type, bytes: Buffer.from(base64, 'base64') }))
}

type ReadFile = { readonly sha256: string; readonly type: string; readonly base64: string }

/** Runs in the page, in any browser. @param name of the account's database */
export async function readFilesOfDevice(name: string): Promise<readonly ReadFile[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(new Error(String(opening.error)))
  })
  const all = <T>(table: string): Promise<T[]> =>
    new Promise((resolve, reject) => {
      const asking = database.transaction(table).objectStore(table).getAll()
      asking.onsuccess = () => resolve(asking.result as T[])
      asking.onerror = () => reject(new Error(String(asking.error)))
    })
  try {
    const needs = await all<{ owner: string; sha256: string; type: string }>('needs')
    const blobs = await all<{ sha256: string; data: ArrayBuffer }>('blobs')
    // Large files are stored in parts, whose keys begin with the hash.
    const ownersOf = (blob: { sha256: string }) => needs.filter(({ sha256 }) => blob.sha256.startsWith(sha256))
    const isKeptOnly = (owners: { owner: string }[]) =>
      owners.length > 0 && owners.every(({ owner }) => owner.startsWith('sent:'))
    return blobs
      .filter((blob) => !isKeptOnly(ownersOf(blob)))
      .map(({ sha256, data }) => {
        const bytes = new Uint8Array(data)
        let binary = ''
        for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
        return { sha256, type: needs.find((need) => need.sha256 === sha256)?.type ?? '', base64: btoa(binary) }
      })
  } finally {
    database.close()
  }
}

/** Number of rows in a table of the account's database. */
export async function countOnDevice(
  tablet: Tablet,
  { id }: Person,
  table: 'outbox' | 'drafts' | 'blobs' | 'received' | 'answers',
): Promise<number> {
  return tablet.page.evaluate(
    async ([name, store]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(new Error(String(opening.error)))
      })
      try {
        return await new Promise<number>((resolve, reject) => {
          const asking = database.transaction(store).objectStore(store).count()
          asking.onsuccess = () => resolve(asking.result)
          asking.onerror = () => reject(new Error(String(asking.error)))
        })
      } finally {
        database.close()
      }
    },
    [`relevo-${id}`, table] as const,
  )
}

/**
 * Simulates the passing of time: forgets the failed requests of the last minute (twelve make a device wait), or makes
 * the sender's last sign of life so old that another sender takes over. A run under way keeps its own count of
 * failures.
 * @param page a page of the app's origin that keeps running
 */
export async function letTimePass(page: Page, { id }: Person, since: 'failures' | 'runnerSeen'): Promise<void> {
  await page.evaluate(
    async ([name, key]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(new Error(String(opening.error)))
      })
      try {
        await new Promise<void>((resolve, reject) => {
          const writing = database.transaction('meta', 'readwrite')
          writing.objectStore('meta').put({ key, value: key === 'failures' ? [] : 0 })
          writing.oncomplete = () => resolve()
          writing.onerror = () => reject(new Error(String(writing.error)))
        })
      } finally {
        database.close()
      }
    },
    [`relevo-${id}`, since] as const,
  )
}

/**
 * Whether a transaction is writing, in which case a write to all tables of the account's database has to wait.
 * @param page a page of the app's origin that is not a frozen window of the app
 */
export async function isBeingWritten(page: Page, { id }: Person, patience: number): Promise<boolean> {
  return page.evaluate(
    async ([name, most]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(new Error(String(opening.error)))
      })
      try {
        const writing = database.transaction([...database.objectStoreNames], 'readwrite')
        return await new Promise<boolean>((resolve) => {
          setTimeout(() => resolve(true), most)
          writing.oncomplete = () => resolve(false)
        })
      } finally {
        database.close()
      }
    },
    [`relevo-${id}`, patience] as const,
  )
}

export type Picture = { readonly longest: number; readonly drawn: boolean }

/** A picture's size in pixels, and whether anything is drawn on it. */
export async function pictureOf(tablet: Tablet, { bytes, type }: DeviceFile): Promise<Picture> {
  return tablet.page.evaluate(lookAtPicture, { base64: bytes.toString('base64'), type })
}

/** Runs in the page, in any browser. */
export async function lookAtPicture({ base64, type }: Omit<ReadFile, 'sha256'>): Promise<Picture> {
  const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([data], { type }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  context.drawImage(bitmap, 0, 0)
  const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  const tones = new Set<number>()
  for (let i = 0; i < pixels.length; i += 4) tones.add((pixels[i] ?? 0) * 256 + (pixels[i + 3] ?? 0))
  return { longest: Math.max(bitmap.width, bitmap.height), drawn: tones.size > 1 }
}
