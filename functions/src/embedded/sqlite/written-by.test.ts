import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { set, unitForKeys } from '#domain/store/index.ts'
import { NewerStoreError } from './schema.ts'
import { openSqliteStore } from './store.ts'
import { readLastWriterRelease, recordRelease, refuseNewerRelease } from './written-by.ts'

const OWN = { version: '0.2.0', commit: 'b', committed: '2027-01-02T00:00:00.000Z' }

it.each([
  ['a newer commit of the same version', { committed: '2027-01-03T00:00:00.000Z' }, true],
  ['an older commit of the same version', { committed: '2027-01-01T00:00:00.000Z' }, false],
  ['a newer version, whatever its commit', { version: '0.10.0', committed: '2027-01-01T00:00:00.000Z' }, true],
  ['an older version, whatever its commit', { version: '0.1.9', committed: '2027-01-03T00:00:00.000Z' }, false],
  ['a source tree of the same version', { committed: undefined }, false],
])('judges data of %s: %o, refused: %s', (_name, last, isRefused) => {
  const db = new DatabaseSync(':memory:')
  recordRelease(db, { ...OWN, ...last } as typeof OWN)
  const refuse = (): void => refuseNewerRelease(db, OWN)
  if (isRefused) expect(refuse).toThrow(NewerStoreError)
  else expect(refuse).not.toThrow()
  db.close()
})

it('has no record of releases that did not write one, and then the latest', () => {
  const db = new DatabaseSync(':memory:')
  expect(readLastWriterRelease(db)).toBeUndefined()
  for (const version of ['0.2.0', '0.3.0']) recordRelease(db, { version })
  expect(readLastWriterRelease(db)).toEqual({ version: '0.3.0' })
  db.close()
})

it('leaves the log of a database that was not closed to the release that may open it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'relevo-refused-'))
  const [written, left] = [join(folder, 'written.sqlite'), join(folder, 'left.sqlite')]
  const store = openSqliteStore(written, undefined, undefined, { release: { ...OWN, version: '0.3.0' } })
  await store.commit(unitForKeys(['settings/1'], () => ({ result: true, writes: [set('settings/1', { index: 1 })] })))
  // Like after a kill: file and log, without the marks of a close.
  for (const suffix of ['', '-wal']) copyFileSync(written + suffix, left + suffix)
  const log = readFileSync(`${left}-wal`)
  expect(log.length).toBeGreaterThan(0)

  for (const isChecked of [false, true])
    expect(() => openSqliteStore(left, undefined, undefined, { isChecked, release: OWN })).toThrow(NewerStoreError)
  expect(readFileSync(`${left}-wal`)).toEqual(log)
  const again = openSqliteStore(left, undefined, undefined, { isChecked: true, release: { ...OWN, version: '0.3.0' } })
  expect(await again.get('settings/1')).toEqual({ index: 1 })
  await again.close()
  await store.close()
  rmSync(folder, { recursive: true })
})
