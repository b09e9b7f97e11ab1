import type { DatabaseSync } from 'node:sqlite'
import {
  formatAuditNumber,
  buildGapEntry,
  hashAuditEntry,
  NO_PREVIOUS_HASH,
  type AuditChain,
  type AuditEntry,
} from '#domain/audit/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import { buildDocumentsTableName } from '../sqlite/names.ts'
import { findAuditBreak } from './check-database.ts'

/**
 * Makes a salvaged audit log verifiable again: an added entry describes the gap, and the chain begins with the longest
 * unbroken sequence of entries before it. Earlier entries stay in the log, but can no longer be verified.
 * @param lostKeys keys of lost documents; only those of audit entries are used
 * @returns a line about the gap; undefined: the log is whole
 */
export function closeAuditGap(db: DatabaseSync, lostKeys: readonly string[]): string | undefined {
  const lostNumbers = lostKeys
    .filter((key) => key.startsWith('audit/'))
    .map((key) => Number(key.slice('audit/'.length)))
  const chain = readChain(db)
  const entries = readEntries(db)
  if (findAuditBreak(db) === undefined && lostNumbers.length === 0 && (chain !== undefined || entries.size === 0))
    return undefined
  const count = Math.max(chain?.count ?? 0, ...entries.keys(), ...lostNumbers, 0)
  const first = chain?.first ?? Math.min(...entries.keys(), ...lostNumbers)
  const hash = (chain?.count === count ? chain.hash : entries.get(count)?.hash) ?? NO_PREVIOUS_HASH
  const start = findWholePart(entries, { count, first, hash })
  const missing: number[] = []
  for (let number = first; number < start; number += 1) if (!isWhole(entries, number)) missing.push(number)
  const gap = {
    lost: missing.length,
    first: formatAuditNumber(missing[0] ?? first),
    last: formatAuditNumber(missing.at(-1) ?? first),
  }
  const entry = buildGapEntry({ number: count + 1, previous: hash, at: toInstant(Date.now()), gap })
  const before = entries.get(start)?.previous ?? hash
  write(db, 'audit', keys.auditEntry(entry.number), entry)
  write(db, 'counters', keys.auditChain, { count: count + 1, hash: entry.hash, first: start, before })
  return `The audit log has lost ${gap.lost} entries, from ${gap.first} to ${gap.last}. Entry ${entry.number} says so; from ${formatAuditNumber(start)} on the log can be verified.`
}

/**
 * @returns the number of the first entry of the unbroken sequence at the end; without one, the number after the last
 * entry
 */
function findWholePart(
  entries: ReadonlyMap<number, AuditEntry>,
  end: { readonly count: number; readonly first: number; readonly hash: string },
): number {
  let [start, hash] = [end.count + 1, end.hash]
  for (let number = end.count; number >= end.first; number -= 1) {
    const entry = entries.get(number)
    if (entry === undefined || entry.hash !== hash || !isWhole(entries, number)) break
    ;[start, hash] = [number, entry.previous]
  }
  return start
}

function isWhole(entries: ReadonlyMap<number, AuditEntry>, number: number): boolean {
  const entry = entries.get(number)
  return entry !== undefined && Number(entry.number) === number && hashAuditEntry(entry) === entry.hash
}

function readChain(db: DatabaseSync): AuditChain | undefined {
  const row = db.prepare(`SELECT body FROM ${buildDocumentsTableName('counters')} WHERE key = ?`).get(keys.auditChain)
  return row === undefined ? undefined : (JSON.parse(String(row['body'])) as AuditChain)
}

function readEntries(db: DatabaseSync): ReadonlyMap<number, AuditEntry> {
  const rows = db.prepare(`SELECT key, body FROM ${buildDocumentsTableName('audit')}`).all()
  return new Map(
    rows.map((row) => [
      Number(String(row['key']).slice('audit/'.length)),
      JSON.parse(String(row['body'])) as AuditEntry,
    ]),
  )
}

/** Writes a document at the position after all others. */
function write(db: DatabaseSync, collection: 'audit' | 'counters', key: Key, document: object): void {
  const table = buildDocumentsTableName(collection)
  const id = Number(db.prepare(`SELECT max(id) AS n FROM ${table}`).get()?.['n'] ?? 0) + 1
  db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`).run(id, key, JSON.stringify(document))
}
