import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PRIVATE_FILE_MODE } from '../data-folder.ts'

/** Replaces a small file atomically and durably. If the new content cannot be written, the old content stays. */
export function replaceFile(path: string, text: string): void {
  const fresh = `${path}.new`
  try {
    writeFileSync(fresh, text, { mode: PRIVATE_FILE_MODE, flush: true })
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
  renameSync(fresh, path)
  syncFolder(dirname(path))
}

/** True for the errors of a full disk and of an exceeded quota. */
export function isDiskFullError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function syncFolder(folder: string): void {
  // Windows cannot sync folders; there a rename is durable when it returns.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
