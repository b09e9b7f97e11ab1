import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logActionUnit } from '#domain/audit/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { Store } from '#core/ports.ts'
import type { Key } from '#domain/store/index.ts'
import { fillFolder, runHere, type FilledFolder } from '#tests/support/server/filled-folder.ts'
import { openSqliteStore } from '../sqlite/store.ts'

let root: string
let [from, to] = ['', '']
let filled: FilledFolder

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'relevo-gaps-'))
  from = join(root, 'damaged')
  to = join(root, 'saved')
  filled = await fillFolder(join(root, 'data'), 20)
  for (const target of ['c', 'd', 'e', 'f']) await act(filled.store, target)
  cpSync(filled.folder, from, { recursive: true })
})
afterEach(async () => {
  await filled.store.close()
  rmSync(root, { recursive: true, force: true })
})

/** Adds an entry to the audit log; the folder begins with six. */
function act(store: Store, target: string): Promise<void> {
  const by = { id: 'ines', userMuniCore: 'ines' } as Parameters<typeof logActionUnit>[0]['by']
  const entry = { action: 'user.changed', target: `usuarios/${target}` as Key, by, from: undefined } as const
  return store.commit(logActionUnit(entry, toInstant(Date.now())))
}

/** Deletes rows like a lost page, with their keys missing in every index. */
function lose(...keys: readonly string[]): void {
  const db = new DatabaseSync(join(from, 'relevo.sqlite'))
  for (const key of keys) db.prepare(`DELETE FROM "docs_${key.split('/').at(-2)}" WHERE key = ?`).run(key)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

const entry = (number: number): string => `audit/${String(number).padStart(12, '0')}`

describe('salvage of a damaged audit log', () => {
  it.each([
    ['an entry in the middle', [entry(3)], '1 entries, from 000000000003 to 000000000003', 4],
    ['the newest entries', [entry(5), entry(6)], '2 entries, from 000000000005 to 000000000006', 7],
    ['the end of the chain', [entry(4), 'counters/audit'], '1 entries, from 000000000004 to 000000000004', 5],
  ])(
    'names the gap after the loss of %s, and later backups work',
    async (_, lost, gap, first) => {
      lose(...lost)
      const { code, said } = await runHere('salvage', [from, to])
      expect([code, said]).toEqual([
        0,
        expect.stringContaining(`The audit log has lost ${gap}. Entry 000000000007 says so`),
      ])
      expect(said).toContain(`from ${String(first).padStart(12, '0')} on the log can be verified`)
      cpSync(join(from, 'files'), join(to, 'files'), { recursive: true })
      const store = openSqliteStore(join(to, 'relevo.sqlite'))
      await act(store, 'later')
      await store.close()
      const backups = join(root, 'backups')
      mkdirSync(backups)
      expect(await runHere('backup', [backups], { DATA_DIR: to })).toMatchObject({ code: 0 })
      const db = new DatabaseSync(join(to, 'relevo.sqlite'), { readOnly: true })
      const stored = db.prepare('SELECT body FROM docs_audit WHERE key = ?').get(entry(7))
      db.close()
      expect(JSON.parse(String(stored?.['body']))).toMatchObject({
        action: 'audit.gap',
        details: { lost: lost.filter((key) => key.startsWith('audit/')).length },
      })
    },
    60_000,
  )

  it('leaves a whole log as it is', async () => {
    expect((await runHere('salvage', [from, to])).said).not.toContain('The audit log')
  })
})

describe('salvage without a version of a form', () => {
  it('keeps its answers one by one, and reads them with the version of a backup', async () => {
    const db = new DatabaseSync(join(from, 'relevo.sqlite'))
    const versions = db.prepare('SELECT key FROM docs_versiones').all()
    db.close()
    lose(...versions.map((row) => String(row['key'])))
    const { code, said } = await runHere('salvage', [from, to])
    expect([code, said]).toEqual([0, expect.stringMatching(/^respuestas_formularios +0 read +20 lost$/m)])
    expect(said).toMatch(
      /20 of the lost documents can be read once these versions of forms are back: \S+\/versiones\/1\./,
    )
    const kept = readFileSync(join(to, 'unreadable'), 'utf8').trim().split('\n')
    const keys = kept.map((line) => (JSON.parse(line) as { readonly key: string }).key)
    expect(keys.toSorted()).toEqual(filled.answers.toSorted())

    const again = join(root, 'again')
    const backups = join(root, 'data', 'relevo.sqlite')
    const helped = await runHere('salvage', [from, again, '--backup', backups])
    expect([helped.code, helped.said]).toEqual([0, expect.stringMatching(/^respuestas_formularios +20 read +0 lost$/m)])
  }, 60_000)
})
