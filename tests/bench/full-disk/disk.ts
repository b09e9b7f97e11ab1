import { execFileSync } from 'node:child_process'
import { statfsSync } from 'node:fs'
import { atEnd, temporaryFolder } from '../support/cleanup.ts'

export const MB = 1024 * 1024

/** A disk of its own: a folder on it, and its free bytes. */
export type SmallDisk = { readonly folder: string; free(): number }

/**
 * Creates a RAM disk of a number of MB, which needs root. `FULL_DISK` may name an empty folder on another small disk
 * instead, which will be filled completely.
 */
export async function smallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = process.env['FULL_DISK'] ?? (await mounted(megabytes))
  return {
    folder,
    free: () => {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    },
  }
}

async function mounted(megabytes: number): Promise<string> {
  const folder = await temporaryFolder('full-disk')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'relevo-full-disk', folder], {
      stdio: 'pipe',
    })
  } catch (error) {
    throw new Error(
      `No disk of ${megabytes} MB could be mounted: run this as root, or name a folder on a small disk by FULL_DISK.`,
      { cause: error },
    )
  }
  atEnd(async () => void execFileSync('umount', ['-l', folder]))
  return folder
}
