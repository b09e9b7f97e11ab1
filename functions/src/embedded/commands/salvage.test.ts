import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScryptHasher } from '#core/index.ts'
import { remove, set, unitForKeys, type Key, type Write } from '#domain/store/index.ts'
import { fillFolder, runHere, type FilledFolder } from '#tests/support/server/filled-folder.ts'
import { startServer } from '../server.ts'

const PAGE = 4096
let root: string
let [from, to] = ['', '']
let filled: FilledFolder

/** A city with long documents, changes and deletions, copied as on disk while it is open: with its log. */
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'relevo-salvage-'))
  from = join(root, 'damaged')
  to = join(root, 'saved')
  filled = await fillFolder(join(root, 'data'), 300)
  const commit = (writes: readonly Write[]) => filled.store.commit(unitForKeys([], () => ({ result: true, writes })))
  const long = (at: number, text: string) => set(`filtros/f${at}` as Key, { text: text.repeat(1 + at * 40) } as never)
  await commit(Array.from({ length: 60 }, (_, at) => long(at, 'á long text ')))
  await commit(Array.from({ length: 20 }, (_, at) => long(at * 2, 'changed ')))
  await commit(Array.from({ length: 10 }, (_, at) => remove(`filtros/f${at * 3}` as Key)))
  cpSync(filled.folder, from, { recursive: true })
})
afterEach(async () => {
  await filled.store.close()
  rmSync(root, { recursive: true, force: true })
})

type Documents = ReadonlyMap<string, string>

/** Every document of every collection by key, with its id. */
function documentsIn(folder: string): Documents {
  const db = new DatabaseSync(join(folder, 'relevo.sqlite'), { readOnly: true })
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'docs_*'").all()
  const found = new Map<string, string>()
  for (const { name } of tables)
    for (const row of db.prepare(`SELECT id, key, body FROM "${String(name)}"`).iterate())
      found.set(String(row['key']), `${String(row['id'])} ${String(row['body'])}`)
  db.close()
  return found
}

function isDeleted(key: string): boolean {
  return key.startsWith('filtros/')
}

function overwrite(path: string, pages: readonly number[]): void {
  const file = openSync(path, 'r+')
  for (const page of pages) writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(file)
}

/** Merges the log into the database, so that damage to the file damages the data. */
function foldLog(folder: string): void {
  const db = new DatabaseSync(join(folder, 'relevo.sqlite'))
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}

describe('salvage', () => {
  it('reads every document of a whole database, with what is still in its log', async () => {
    const whole = documentsIn(filled.folder)
    const { code, said } = await runHere('salvage', [from, to])
    expect([code, said]).toEqual([0, expect.stringMatching(/^respuestas_formularios +300 read +0 lost$/m)])
    expect(documentsIn(to)).toEqual(whole)
  })

  it.each([
    ['pages', [], /rows were damaged/],
    ['pages and the schema, without which SQLite reads nothing', [0], /recently deleted documents may exist again/],
  ])(
    'saves what overwritten %s leave, names what is lost, and a server starts with the rest',
    async (_, more, note) => {
      const whole = documentsIn(filled.folder)
      foldLog(from)
      const path = join(from, 'relevo.sqlite')
      const pages = Math.floor(statSync(path).size / PAGE)
      const bytes = readFileSync(path)
      // Without the version of their form, no answer could be read.
      const isForm = (page: number) => bytes.subarray(page * PAGE, (page + 1) * PAGE).includes('/versiones/')
      const damaged = Array.from({ length: Math.floor(pages / 12) }, (_, at) => 10 + at * 12)
      overwrite(path, [...more, ...damaged.filter((page) => !isForm(page))])
      const { code, said } = await runHere('salvage', [from, to])
      expect([code, said]).toEqual([0, expect.stringMatching(note)])
      const saved = new Map([...documentsIn(to)].filter(([key]) => whole.has(key) || !isDeleted(key)))
      expect(saved.size).toBeGreaterThan(whole.size * 0.7)
      expect(saved.size).toBeLessThan(whole.size)
      for (const [key, document] of saved) expect([key, document]).toEqual([key, whole.get(key)])
      expect(said).toMatch(/[1-9]\d* lost$/m)
      const named = readFileSync(join(to, 'lost-keys'), 'utf8').trim().split('\n')
      expect(named.filter((key) => saved.has(key) || !whole.has(key))).toEqual([])

      const server = await startServer({
        port: 0,
        host: '127.0.0.1',
        dataDir: to,
        firstStart: 'nothing',
        passwords: createScryptHasher({ cost: 4, blockSize: 8, parallelization: 1 }),
      })
      const listed = await server.ports.store.query({ collection: 'respuestas_formularios', limit: 1_000 })
      await server.close(0)
      expect(listed.map(({ key }) => key).sort()).toEqual(
        [...saved.keys()].filter((key) => key.startsWith('respuestas_formularios/')).sort(),
      )
    },
    30_000,
  )

  it('counts a lost answer no longer, so that a form with a limit takes it again', async () => {
    const db = new DatabaseSync(join(from, 'relevo.sqlite'))
    const form = db.prepare("SELECT key FROM docs_counters WHERE key GLOB 'counters/template~*'").get()?.['key'] ?? ''
    const citizen = `${String(form).replace('template', 'citizen')}~dni~30111222`
    db.prepare('UPDATE docs_counters SET body = ? WHERE key = ?').run('{"count":300}', form)
    db.prepare('INSERT INTO docs_counters (key, body) VALUES (?, ?)').run(citizen, '{"count":1}')
    db.prepare('DELETE FROM docs_respuestas_formularios WHERE key = ?').run(filled.answers[0] ?? '')
    db.close()
    await runHere('salvage', [from, to])
    const saved = documentsIn(to)
    expect([saved.get(String(form)), saved.get(citizen)]).toEqual([expect.stringMatching(/ {"count":299}$/), undefined])
  })

  it('removes the receipt of a lost answer, so that its device sends it again', async () => {
    const receiptsIn = (folder: string) => [...documentsIn(folder).keys()].filter((key) => key.startsWith('receipts/'))
    expect(receiptsIn(from)).toHaveLength(1)
    const db = new DatabaseSync(join(from, 'relevo.sqlite'))
    db.prepare('DELETE FROM docs_respuestas_formularios WHERE key = ?').run(filled.answers[0] ?? '')
    db.close()
    expect((await runHere('salvage', [from, to])).said).toMatch(/^Receipts of lost answers removed.*: 1$/m)
    expect(receiptsIn(to)).toEqual([])
  })

  it('is refused into a folder that is not empty, and from one without a database', async () => {
    expect((await runHere('salvage', [from, from])).said).toContain('is not empty')
    expect((await runHere('salvage', [join(root, 'none'), to])).said).toContain('There is no relevo.sqlite')
    expect((await runHere('salvage', [from])).code).toBe(2)
  })
})
