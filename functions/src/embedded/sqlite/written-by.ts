import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { formatVersion, type Release } from '../version.mjs'
import { NewerStoreError } from './schema.ts'

const writtenBySchema = z.object({
  version: z.string(),
  commit: z.string().exactOptional(),
  /** time of the commit; only releases from an archive have it */
  committed: z.string().exactOptional(),
})
/** The release that has written a database last. */
export type LastWriterRelease = Readonly<z.infer<typeof writtenBySchema>>

/** Returns the release that has written the database; undefined for releases up to 0.1, which did not record it. */
export function readLastWriterRelease(db: DatabaseSync): LastWriterRelease | undefined {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'written_by'").get()
  if (table === undefined) return undefined
  const text = db.prepare('SELECT release FROM written_by').get()?.['release']
  return typeof text === 'string' ? writtenBySchema.parse(JSON.parse(text)) : undefined
}

/** Throws NewerStoreError for a database that a newer release has written. */
export function refuseNewerRelease(db: DatabaseSync, own: Release): void {
  const last = readLastWriterRelease(db)
  if (last === undefined || !isNewer(last, own)) return
  throw new NewerStoreError(
    `The data was written by a newer release (${formatVersion(last)}; this one is ${formatVersion(own)}). Start the newer release, or restore a backup of this release. To start this release with the newer data all the same, add --older.`,
  )
}

/** Records the release that writes from now on. */
export function recordRelease(db: DatabaseSync, { version, commit, committed }: Release): void {
  db.exec('CREATE TABLE IF NOT EXISTS written_by (id INTEGER PRIMARY KEY CHECK (id = 1), release TEXT NOT NULL)')
  const text = JSON.stringify({ version, commit, committed })
  db.prepare(
    'INSERT INTO written_by VALUES (1, ?) ON CONFLICT DO UPDATE SET release = excluded.release WHERE release <> excluded.release',
  ).run(text)
}

/** True if a release is newer than another: by version, then by the time of the commit, where both know it. */
function isNewer(one: LastWriterRelease, other: LastWriterRelease): boolean {
  const order = compareVersions(one.version, other.version)
  if (order !== 0 || one.committed === undefined || other.committed === undefined) return order > 0
  return one.committed > other.committed
}

/** Compares `1.10.0` and `1.9.3` by their numbers. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split(/[.-]/, 3).map((part) => Number(part) || 0))
  return [0, 1, 2].map((place) => (a?.[place] ?? 0) - (b?.[place] ?? 0)).find((difference) => difference !== 0) ?? 0
}
