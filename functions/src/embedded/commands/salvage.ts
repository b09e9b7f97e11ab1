import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { COLLECTION_NAMES, requireCollection, isCollection, type CollectionName } from '#core/collections.ts'
import type { Answer } from '#domain/answers/index.ts'
import { listCitizenCounterKeys } from '#domain/answers/judge/index.ts'
import { keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import { DATABASE_FILE, PRIVATE_FILE_MODE, PRIVATE_FOLDER_MODE, tryLockFile } from '../data-folder.ts'
import { commandLine } from '../program-files.mjs'
import { type BodyCodec, createBodyCodec } from '../sqlite/body-codec.ts'
import { buildDocumentsTableName } from '../sqlite/names.ts'
import { type Command, CommandError } from './command.ts'
import { PageReader, type RawRow } from './page-reader.ts'
import { openPlainDatabase } from './plain-database.ts'
import { closeAuditGap } from './salvage-audit.ts'

const USAGE = `Usage: ${commandLine('salvage', 'FROM TO [--backup FILE]')}
  FROM  the data folder with the damaged database; the server must be stopped. Nothing is changed there
  TO    an empty or new folder for the database with every document that can be read
  --backup  a database of a backup, from which lost versions of forms are taken; versions never change`
/** File with the stored text of documents that no server could read, a JSON object per line. */
const UNREADABLE_FILE = 'unreadable'
const LOST_FILE = 'lost-keys'

/**
 * `npm run salvage`: reads the rows of a damaged database, page by page, into a new one. Reports for each collection
 * how many documents were read and how many are lost, as far as the remaining indexes and counts show.
 */
export const salvageCommand: Command = async ({ args, print }) => {
  const [given, target, option, backup, ...more] = args
  const isOption = option === undefined || (option === '--backup' && backup !== undefined)
  if (given === undefined || target === undefined || !isOption || more.length > 0 || given.startsWith('-')) {
    print(USAGE)
    return 2
  }
  if (backup !== undefined && !existsSync(backup)) throw new CommandError(`There is no file ${resolve(backup)}.`)
  const [from, to] = [join(resolve(given), DATABASE_FILE), join(resolve(target), DATABASE_FILE)]
  if (!existsSync(from)) throw new CommandError(`There is no ${DATABASE_FILE} in ${resolve(given)}.`)
  mkdirSync(resolve(target), { recursive: true, mode: PRIVATE_FOLDER_MODE })
  if (readdirSync(resolve(target)).some((name) => name !== 'lost+found'))
    throw new CommandError(`${resolve(target)} is not empty. Choose a new folder.`)
  const release = lockSource(resolve(given))
  const db = openPlainDatabase(to)
  const pages = new PageReader(from)
  try {
    const damagedRows = copyRows(pages, db)
    if (backup !== undefined) print(`${addVersions(db, resolve(backup))} versions of forms were taken from ${backup}.`)
    const unreadable = removeUnreadable(db)
    const lost = findLostKeys(pages, db, unreadable)
    const receipts = removeReceipts(db)
    lowerCounts(db)
    const gap = closeAuditGap(db, lost.get('audit') ?? [])
    for (const line of report(resolve(target), db, lost)) print(line)
    for (const line of reportUnreadable(resolve(target), unreadable)) print(line)
    if (receipts > 0)
      print(
        `Receipts of lost answers removed, so that devices that still have these answers send them again: ${receipts}`,
      )
    if (gap !== undefined) print(gap)
    print(`${damagedRows} rows were damaged. Rows whose pages and index are both damaged are not counted.`)
    if (!pages.knowsFreePages) print('The list of unused pages is damaged: recently deleted documents may exist again.')
    print(
      `Next: move files, ended and numbers from ${resolve(given)} to ${resolve(target)}, run ${commandLine('verify', resolve(target))}, and start with DATA_DIR=${resolve(target)}.`,
    )
    return 0
  } finally {
    pages.close()
    db.close()
    release()
  }
}

/** Throws CommandError while a server uses the folder. */
function lockSource(folder: string): () => void {
  const path = join(folder, 'lock')
  if (!existsSync(path)) return () => undefined
  const release = tryLockFile(path)
  if (release === undefined) throw new CommandError(`A server is using ${folder}. Stop it first.`)
  return release
}

type FoundDocument = {
  readonly collection: CollectionName
  readonly id: number
  readonly key: string
  readonly body: string
}

/** Inserts every document. If a key occurs twice, the later write is kept. @returns the number of damaged rows */
function copyRows(pages: PageReader, db: DatabaseSync): number {
  let lost = 0
  const inserts = new Map<CollectionName, StatementSync>()
  for (const name of COLLECTION_NAMES) {
    const table = buildDocumentsTableName(name)
    inserts.set(
      name,
      db.prepare(
        `INSERT INTO ${table} VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET id = excluded.id, body = excluded.body WHERE excluded.id > ${table}.id`,
      ),
    )
  }
  db.exec('BEGIN')
  for (const row of pages.rows(() => (lost += 1))) {
    const found = toDocument(row)
    if (found === undefined) continue
    try {
      inserts.get(found.collection)?.run(found.id, found.key, found.body)
    } catch {
      // Another key already has this id, so one of the two rows is damaged.
      lost += 1
    }
  }
  db.exec('COMMIT')
  return lost
}

/**
 * Recognises a row of a table with documents, by its key and its JSON. The search rows of a projected collection have
 * more columns, and its replaced versions have another order of columns.
 */
function toDocument({ id, values }: RawRow): FoundDocument | undefined {
  const [own, key] = values
  const body = values.at(-1)
  if (own !== null || typeof key !== 'string' || typeof body !== 'string' || id < 1) return undefined
  const collection = findCollection(key)
  if (collection === undefined || !/^[{[]/.test(body)) return undefined
  const isDocument = values.length === DOCUMENT_COLUMNS || requireCollection(collection).projected !== true
  return isDocument ? { collection, id, key, body } : undefined
}

const DOCUMENT_COLUMNS = 3

function findCollection(key: string): CollectionName | undefined {
  const collection = key.split('/').at(-2) ?? ''
  return isCollection(collection) ? collection : undefined
}

/** Adds the form versions that the database lacks, from the backup. @returns their number */
function addVersions(db: DatabaseSync, backup: string): number {
  const table = buildDocumentsTableName('versiones')
  db.prepare('ATTACH ? AS backup').run(`${pathToFileURL(backup).href}?mode=ro`)
  const { changes } = db
    .prepare(
      `INSERT INTO main.${table} (key, body) SELECT key, body FROM backup.${table} WHERE key NOT IN (SELECT key FROM main.${table})`,
    )
    .run()
  db.exec('DETACH backup')
  return Number(changes)
}

/** Keys of lost documents: keys in an index whose document was not found, and keys of unreadable documents. */
function findLostKeys(
  pages: PageReader,
  db: DatabaseSync,
  unreadable: readonly Unreadable[],
): ReadonlyMap<CollectionName, readonly string[]> {
  const lost = new Map<CollectionName, string[]>()
  for (const { collection, key } of unreadable) lost.set(collection, [...(lost.get(collection) ?? []), key])
  const known = new Set(unreadable.map(({ key }) => key))
  const finders = new Map(
    COLLECTION_NAMES.map((name) => [name, db.prepare(`SELECT 1 FROM ${buildDocumentsTableName(name)} WHERE key = ?`)]),
  )
  for (const [key, id, ...more] of pages.indexRecords()) {
    if (typeof key !== 'string' || typeof id !== 'number' || more.length > 0) continue
    const collection = findCollection(key)
    if (collection === undefined || known.has(key) || finders.get(collection)?.get(key) !== undefined) continue
    const keys = lost.get(collection) ?? []
    lost.set(collection, keys)
    keys.push(key)
  }
  return lost
}

type Unreadable = { readonly collection: CollectionName; readonly key: string; readonly body: string }

/** Removes documents that no server could read: broken JSON, or based on a lost version of a form. */
function removeUnreadable(db: DatabaseSync): readonly Unreadable[] {
  const bodies = createBodyCodec(createBaseReader(db))
  const found: Unreadable[] = []
  for (const collection of COLLECTION_NAMES) {
    const bad: number[] = []
    for (const row of db.prepare(`SELECT id, key, body FROM ${buildDocumentsTableName(collection)}`).iterate()) {
      const body = String(row['body'])
      if (isReadable(bodies, body)) continue
      bad.push(Number(row['id']))
      found.push({ collection, key: String(row['key']), body })
    }
    const remove = db.prepare(`DELETE FROM ${buildDocumentsTableName(collection)} WHERE id = ?`)
    for (const id of bad) remove.run(id)
  }
  return found
}

/** Removes the receipts of lost answers, so that devices send these answers again. @returns their number */
function removeReceipts(db: DatabaseSync): number {
  const answer = "body -> 'result' ->> 'answer'"
  const places = (['respuestas_formularios', 'held', 'deleted', 'erased'] as const).map(
    (name) => `'${name}/' || (${answer}) NOT IN (SELECT key FROM ${buildDocumentsTableName(name)})`,
  )
  return Number(
    db.prepare(`DELETE FROM ${buildDocumentsTableName('receipts')} WHERE ${places.join(' AND ')}`).run().changes,
  )
}

/**
 * Lowers the counters of answers per form, and per form and citizen, to the remaining answers. Otherwise an answer that
 * its device sends again would count twice, and a form with a limit would refuse it.
 */
function lowerCounts(db: DatabaseSync): void {
  const bodies = createBodyCodec(createBaseReader(db))
  const counts = new Map<string, number>()
  for (const { body } of db
    .prepare(`SELECT body FROM ${buildDocumentsTableName('respuestas_formularios')}`)
    .iterate()) {
    const { idPlantilla, datosCiudadano } = bodies.decode(String(body)) as Answer
    for (const key of [keys.templateCounter(idPlantilla), ...listCitizenCounterKeys(idPlantilla, datosCiudadano)])
      counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const table = buildDocumentsTableName('counters')
  const lower = db.prepare(`UPDATE ${table} SET body = ? WHERE key = ? AND body ->> 'count' > ?`)
  const counters = db.prepare(`SELECT key FROM ${table} WHERE key GLOB ? OR key GLOB ?`)
  for (const { key } of counters.all('counters/template~*', 'counters/citizen~*')) {
    const count = counts.get(String(key)) ?? 0
    lower.run(JSON.stringify({ count }), key ?? '', count)
  }
  db.exec(`DELETE FROM ${table} WHERE key GLOB 'counters/citizen~*' AND body ->> 'count' = 0`)
}

/** Writes the stored text of unreadable documents to a file, and reports the form versions that they need. */
function reportUnreadable(folder: string, unreadable: readonly Unreadable[]): readonly string[] {
  if (unreadable.length === 0) return []
  const path = join(folder, UNREADABLE_FILE)
  writeFileSync(path, unreadable.map((one) => `${JSON.stringify(one)}\n`).join(''), { mode: PRIVATE_FILE_MODE })
  const bases = new Set(unreadable.flatMap(({ body }) => /^\["([^"]+)",/.exec(body)?.[1] ?? []))
  return [
    `${unreadable.length} of the lost documents can be read once these versions of forms are back: ${[...bases].join(', ') || 'none'}. They are in ${path}. If a backup has the versions, begin again with --backup.`,
  ]
}

function isReadable(bodies: BodyCodec, body: string): boolean {
  try {
    bodies.decode(body)
    return true
  } catch {
    return false
  }
}

/** Reads template versions, on which answers are based. */
function createBaseReader(db: DatabaseSync): (key: Key) => StoredDocument | undefined {
  const read = db.prepare(`SELECT body FROM ${buildDocumentsTableName('versiones')} WHERE key = ?`)
  const known = new Map<Key, StoredDocument | undefined>()
  return (key) => {
    if (!known.has(key)) {
      const body = read.get(key)?.['body']
      known.set(key, typeof body === 'string' ? (JSON.parse(body) as StoredDocument) : undefined)
    }
    return known.get(key)
  }
}

/** Returns a line of counts for each collection, and writes the keys of lost documents to a file. */
function report(
  folder: string,
  db: DatabaseSync,
  lost: ReadonlyMap<CollectionName, readonly string[]>,
): readonly string[] {
  const lines: string[] = []
  for (const name of COLLECTION_NAMES) {
    const read = Number(db.prepare(`SELECT count(*) AS n FROM ${buildDocumentsTableName(name)}`).get()?.['n'])
    const count = lost.get(name)?.length ?? 0
    if (read + count > 0)
      lines.push(`${name.padEnd(24)} ${String(read).padStart(9)} read ${String(count).padStart(9)} lost`)
  }
  const keys = [...lost.values()].flat()
  if (keys.length > 0) {
    writeFileSync(join(folder, LOST_FILE), `${keys.join('\n')}\n`, { mode: PRIVATE_FILE_MODE })
    lines.push(`The keys of the lost documents are in ${join(folder, LOST_FILE)}`)
  }
  return lines
}
