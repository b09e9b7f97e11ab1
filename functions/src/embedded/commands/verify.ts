import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_FILE } from '../data-folder.ts'
import { commandLine } from '../program-files.mjs'
import { listBackups } from './backup.ts'
import {
  countAnswers,
  findAuditBreak,
  findDatabaseDamage,
  findWrongFiles,
  findWrongHashes,
  listReferencedFiles,
} from './check-database.ts'
import { type Command, CommandError, findDataFolder } from './command.ts'

const USAGE = `Usage: ${commandLine('verify', '[FOLDER] [--hashes]')}
  FOLDER    a data folder, or a folder of backups, whose newest is verified; DATA_DIR, unless given
  --hashes  also reads every file and compares its hash`

const SHA256_LENGTH = 64

/**
 * `npm run verify`: checks a database, the existence and length of every file that it references (with `--hashes`, also
 * the content), and the audit log. Changes nothing.
 */
export const verifyCommand: Command = async ({ args, env, print }) => {
  const [given, ...more] = args.filter((arg) => arg !== '--hashes')
  if (more.length > 0 || given?.startsWith('-') === true) {
    print(USAGE)
    return 2
  }
  const folder = given === undefined ? findDataFolder(env) : resolve(given)
  const path = findDatabase(folder)
  if (statSync(path).size === 0) throw new CommandError(`${path} is empty.`)
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    const damage = findDatabaseDamage(db)
    if (damage !== undefined) {
      print(`${path} is damaged: ${damage}`)
      return 1
    }
    const files = join(folder, 'files')
    const named = listReferencedFiles(db)
    const found = [
      ...findWrongFiles(files, named),
      ...(args.includes('--hashes') ? await findWrongHashes(files, named) : []),
    ]
    // A running server may have deleted a file with its answer in the meantime.
    const now = found.length === 0 ? named : listReferencedFiles(db)
    const wrong = found.filter((line) => now.has(line.slice(0, SHA256_LENGTH)))
    for (const line of wrong) print(`File ${line}`)
    const broken = findAuditBreak(db)
    if (broken !== undefined) print(`The audit log is broken at entry ${broken}.`)
    print(`${path}: ${countAnswers(db)} answers, ${named.size} files, ${wrong.length} of them missing or damaged`)
    return wrong.length === 0 && broken === undefined ? 0 : 1
  } finally {
    db.close()
  }
}

function findDatabase(folder: string): string {
  if (existsSync(join(folder, DATABASE_FILE))) return join(folder, DATABASE_FILE)
  const [newest] = existsSync(folder) ? listBackups(folder) : []
  if (newest === undefined) throw new CommandError(`There is neither ${DATABASE_FILE} nor a backup in ${folder}.`)
  return join(folder, newest)
}
