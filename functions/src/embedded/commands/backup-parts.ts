import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { listShards, PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE } from '../data-folder.ts'
import { commandLine } from '../program-files.mjs'
import {
  countAnswers,
  readFileLength,
  findAuditBreak,
  findDatabaseDamage,
  findWrongFiles,
  listReferencedFiles,
} from './check-database.ts'
import { CommandError } from './command.ts'

/**
 * Throws CommandError unless the copy is whole: its pages, the files it references (unless `acceptsMissing`), and its
 * audit log. @returns the numbers of answers, of referenced files, and of wrong files
 */
export function checkBackupCopy(path: string, files: string, acceptsMissing: boolean) {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const damage = findDatabaseDamage(db)
    if (damage !== undefined) throw new CommandError(`the copy of the database is damaged: ${damage}`)
    const named = listReferencedFiles(db)
    const wrong = findWrongFiles(files, named)
    const [first, ...more] = wrong
    if (first !== undefined && !acceptsMissing)
      throw new CommandError(
        `a file that answers name is not as it should be: ${first}${more.length === 0 ? '' : `, and ${more.length} more`}; ${commandLine('verify')} lists them`,
      )
    const broken = findAuditBreak(db)
    if (broken !== undefined) throw new CommandError(`the audit log is broken at entry ${broken}`)
    return { answers: countAnswers(db), named: named.size, wrong: wrong.length }
  } finally {
    db.close()
  }
}

/**
 * Copies the files that the folder lacks, or has with another length. A file never changes, because its name is its
 * hash.
 * @param unfinished suffix of files that are being copied
 * @returns their number
 */
export function copyNewFiles(dataDir: string, folder: string, unfinished: string): number {
  const [source, target] = [join(dataDir, 'files'), join(folder, 'files')]
  // Created even if there are no files, because a restore copies this folder.
  mkdirSync(target, { recursive: true, mode: PRIVATE_FOLDER_MODE })
  let copied = 0
  for (const shard of listShards(source)) {
    const names = readdirSync(join(source, shard)).filter((name) => /^[0-9a-f]{64}$/.test(name))
    if (names.length === 0) continue
    const to = join(target, shard)
    mkdirSync(to, { recursive: true, mode: PRIVATE_FOLDER_MODE })
    const known = new Set(readdirSync(to))
    let added = 0
    for (const name of names) {
      const path = join(source, shard, name)
      // A good copy is never replaced by a file that the disk has damaged since.
      if (known.has(name) && (readFileLength(join(to, name)) === readFileLength(path) || !isWhole(path, name))) continue
      if (copyFile(path, join(to, name), unfinished)) added += 1
    }
    if (added > 0) fsyncPath(to)
    copied += added
  }
  return copied
}

function isWhole(path: string, sha256: string): boolean {
  return createHash('sha256').update(readFileSync(path)).digest('hex') === sha256
}

/** @returns false when the server has deleted the file */
function copyFile(from: string, to: string, unfinished: string): boolean {
  const part = to + unfinished
  try {
    copyFileSync(from, part, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (readFileLength(from) === undefined) return false
    throw error
  }
  chmodSync(part, PRIVATE_FILE_MODE)
  fsyncPath(part)
  renameSync(part, to)
  return true
}

export function fsyncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
