import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { NewerStoreError } from './schema.ts'
import { readWrittenBy, recordRelease, refuseNewer } from './written-by.ts'

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
  const refuse = (): void => refuseNewer(db, OWN)
  if (isRefused) expect(refuse).toThrow(NewerStoreError)
  else expect(refuse).not.toThrow()
  db.close()
})

it('has no record of releases that did not write one, and then the latest', () => {
  const db = new DatabaseSync(':memory:')
  expect(readWrittenBy(db)).toBeUndefined()
  for (const version of ['0.2.0', '0.3.0']) recordRelease(db, { version })
  expect(readWrittenBy(db)).toEqual({ version: '0.3.0' })
  db.close()
})
