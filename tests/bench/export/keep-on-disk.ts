import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { CollectBytes } from '../../../src/documents/export/keep.ts'

/** As a browser moves its blobs to the disk, which Node does not: each in a file of its own, `PATH-1`, `PATH-2`, … */
export function keepOnDisk(path: string): CollectBytes {
  let files = 0
  return async (chunks, type) => {
    const file = `${path}-${(files += 1)}`
    await writeFile(file, chunks)
    return openAsBlob(file, { type })
  }
}
