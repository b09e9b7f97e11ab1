import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { CollectBytes } from '../../../src/documents/export/keep.ts'

/**
 * Stores each blob in a file of its own (`PATH-1`, `PATH-2`, …), as browsers move blobs to the disk and Node does not.
 */
export function keepOnDisk(path: string): CollectBytes {
  let files = 0
  return async (chunks, type) => {
    const file = `${path}-${(files += 1)}`
    await writeFile(file, chunks)
    return openAsBlob(file, { type })
  }
}
