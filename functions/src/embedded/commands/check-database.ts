import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { EMPTY_AUDIT_CHAIN, verifyAuditChain, type AuditChain, type AuditEntry } from '#domain/audit/index.ts'
import { keys } from '#domain/store/index.ts'
import { readSystemErrorCode } from '../advice.ts'
import { ignoreMissingFile } from '../disk/missing.ts'
import { buildDocumentsTableName } from '../sqlite/names.ts'

/** File that documents reference. `bytes`: its length, if the documents contain it */
type NamedFile = { readonly bytes: number | undefined; readonly namedBy: string }
type NamedFiles = ReadonlyMap<string, NamedFile>

/** Collections whose documents describe files. */
const WITH_FILES = ['files', 'imagenes', 'respuestas_formularios', 'historial', 'held', 'deleted'] as const
/** Description of a file in a stored body, whole or as a difference (`body-codec.ts`). */
const DESCRIPTION = /"sha256":(?:\[0,)?"(?<sha256>[0-9a-f]{64})"\]?(?:,"bytes":(?:\[0,)?(?<bytes>\d+))?/g

/**
 * Lists the files that must exist: those of answers and templates. Uploads that nothing references yet are left out,
 * because they expire, and devices send them again.
 */
export function listReferencedFiles(db: DatabaseSync): NamedFiles {
  const named = new Map<string, NamedFile>()
  for (const collection of WITH_FILES) {
    if (!hasTable(db, collection)) continue
    const rows = db.prepare(
      `SELECT key, body FROM ${buildDocumentsTableName(collection)} WHERE instr(body, '"sha256"') > 0 AND NOT (substr(body, 1, 1) = '{' AND body -> 'expiresAt' IS NOT NULL)`,
    )
    for (const row of rows.iterate()) {
      for (const { groups } of String(row['body']).matchAll(DESCRIPTION)) {
        const sha256 = groups?.['sha256'] ?? ''
        const bytes = groups?.['bytes'] === undefined ? undefined : Number(groups['bytes'])
        if (named.get(sha256)?.bytes === undefined) named.set(sha256, { bytes, namedBy: String(row['key']) })
      }
    }
  }
  return named
}

/** Path of a file below a folder `files`. */
function buildStoredFilePath(files: string, sha256: string): string {
  return join(files, sha256.slice(0, 2), sha256)
}

/** Length of a file; undefined when it does not exist. */
export function readFileLength(path: string): number | undefined {
  let size: number | undefined
  ignoreMissingFile(() => (size = statSync(path).size))
  return size
}

/** Describes each referenced file that is missing or has another length, as `sha256 (problem, named by KEY)`. */
export function findWrongFiles(files: string, named: NamedFiles): readonly string[] {
  return [...named].flatMap(([sha256, { bytes, namedBy }]) => {
    const found = readFileLength(buildStoredFilePath(files, sha256))
    if (found === undefined) return [`${sha256} (missing, named by ${namedBy})`]
    return bytes === undefined || found === bytes
      ? []
      : [`${sha256} (${found} bytes instead of ${bytes}, named by ${namedBy})`]
  })
}

/** Describes each referenced file whose content does not have its hash. Reads every file. */
export async function findWrongHashes(files: string, named: NamedFiles): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const [sha256, { namedBy }] of named) {
    const hash = createHash('sha256')
    try {
      for await (const piece of createReadStream(buildStoredFilePath(files, sha256))) hash.update(piece as Uint8Array)
    } catch (error) {
      const code = readSystemErrorCode(error)
      // `findWrongFiles` reports missing files. The disk may fail to read others.
      if (code !== 'ENOENT') wrong.push(`${sha256} (cannot be read: ${code}, named by ${namedBy})`)
      continue
    }
    if (hash.digest('hex') !== sha256) wrong.push(`${sha256} (other content, named by ${namedBy})`)
  }
  return wrong
}

/** Reads every page. @returns the first problem; undefined when there is none */
export function findDatabaseDamage(db: DatabaseSync): string | undefined {
  try {
    const said = String(Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0])
    return said === 'ok' ? undefined : said
  } catch (error) {
    return String(error)
  }
}

/** Verifies the whole audit log. @returns the number of the first entry that is missing or changed; undefined: none */
export function findAuditBreak(db: DatabaseSync): string | undefined {
  const stored = hasTable(db, 'counters')
    ? db.prepare(`SELECT body FROM ${buildDocumentsTableName('counters')} WHERE key = ?`).get(keys.auditChain)?.['body']
    : undefined
  const chain = typeof stored === 'string' ? (JSON.parse(stored) as AuditChain) : EMPTY_AUDIT_CHAIN
  let at = { number: chain.first - 1, hash: chain.before }
  if (hasTable(db, 'audit')) {
    // Numbers have a fixed length, so the order of keys is the order of numbers.
    const rows = db.prepare(`SELECT body FROM ${buildDocumentsTableName('audit')} WHERE key >= ? ORDER BY key`)
    for (const row of rows.iterate(keys.auditEntry(String(chain.first).padStart(12, '0')))) {
      const next = verifyAuditChain([JSON.parse(String(row['body'])) as AuditEntry], at)
      if (next.broken !== undefined) return next.broken
      at = next
    }
  }
  return at.number === chain.count && at.hash === chain.hash ? undefined : String(at.number + 1)
}

/** Number of stored answers. */
export function countAnswers(db: DatabaseSync): number {
  if (!hasTable(db, 'respuestas_formularios')) return 0
  return Number(
    db.prepare(`SELECT count(*) AS n FROM ${buildDocumentsTableName('respuestas_formularios')}`).get()?.['n'],
  )
}

export function hasTable(db: DatabaseSync, collection: string): boolean {
  return (
    db.prepare('SELECT 1 FROM sqlite_schema WHERE type = ? AND name = ?').get('table', `docs_${collection}`) !==
    undefined
  )
}
