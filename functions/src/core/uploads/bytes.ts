import type { Sha256 } from '#domain/kernel/index.ts'
import type { FileStore, Ports } from '../ports.ts'

/** Runs tasks with the same name one after the other, and other tasks concurrently. */
export type RunInOrder = <T>(name: string, work: () => Promise<T>) => Promise<T>

const orders = new WeakMap<FileStore, RunInOrder>()

/** Serialises work on the bytes of one hash within this process, so that sealing and deleting them never overlap. */
export function getOrCreateUploadQueue(files: FileStore): RunInOrder {
  const knownOrder = orders.get(files)
  if (knownOrder !== undefined) return knownOrder
  const newOrder = createNameQueues()
  orders.set(files, newOrder)
  return newOrder
}

/** True when a file or an image of a template has these bytes. */
export async function areBytesReferenced({ store }: Pick<Ports, 'store'>, sha256: Sha256): Promise<boolean> {
  for (const collection of ['files', 'imagenes']) {
    if ((await store.query({ collection, where: { sha256 }, limit: 1 })).length > 0) return true
  }
  return false
}

/**
 * Deletes bytes that nothing references. Call only inside `getOrCreateUploadQueue`; the file store coordinates with
 * other processes.
 */
export async function removeUnlessReferenced(ports: Pick<Ports, 'store' | 'files'>, sha256: Sha256): Promise<void> {
  await ports.files.remove(sha256, () => areBytesReferenced(ports, sha256))
}

function createNameQueues(): RunInOrder {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = last.get(name)
    const mine = (before ?? Promise.resolve()).then(work, work)
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
