import type { DatabaseSync } from 'node:sqlite'
import type { Era } from '#core/ports.ts'

/** A server that starts every day remembers its starts for years; a device from before them starts anew. */
const REMEMBERED = 1000

/**
 * Opens a new era of positions, from the last one that the file knows. A backup brings its eras along; it lacks those
 * opened after it, or has them beginning earlier than a device has read: so a cursor from a lost future is known.
 * @returns all eras, oldest first
 */
export function openEra(db: DatabaseSync, id: string, from: number): readonly Era[] {
  db.exec(
    'CREATE TABLE IF NOT EXISTS eras (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, start INTEGER NOT NULL)',
  )
  db.prepare('INSERT INTO eras (id, start) VALUES (?, ?)').run(id, from)
  db.prepare('DELETE FROM eras WHERE number <= (SELECT max(number) FROM eras) - ?').run(REMEMBERED)
  const rows = db.prepare('SELECT id, start FROM eras ORDER BY number').all()
  return rows.map((row) => ({ id: String(row['id']), from: Number(row['start']) }))
}
