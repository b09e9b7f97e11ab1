import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { NewerStoreError } from '#embedded/sqlite/schema.ts'
import { increment, put, remove } from './store-writes.ts'

const folder = mkdtempSync(join(tmpdir(), 'relevo-durability-'))
const CHILD = fileURLToPath(new URL('support/committing-child.ts', import.meta.url))
const KILLS = 5
let files = 0
const newFile = (): string => join(folder, `${(files += 1)}.sqlite`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the SQLite file', () => {
  it('holds everything after closing and opening again, and continues counting positions', async () => {
    const file = newFile()
    const query = { collection: 'formularios', field: 'areas', values: ['x'], limit: 10 }
    const first = openSqliteStore(file)
    await put(first, 'formularios/a', { areas: ['x'], n: 1 })
    await put(first, 'formularios/b', { areas: ['x'] })
    await remove(first, 'formularios/b')
    const { position } = await first.changes({ ...query, after: 0 })
    await first.close()
    await first.close()

    const second = openSqliteStore(file)
    expect(await second.get('formularios/a')).toEqual({ areas: ['x'], n: 1 })
    expect((await second.changes({ ...query, after: 0 })).entries).toHaveLength(2)
    await put(second, 'formularios/c', { areas: ['x'] })
    const later = await second.changes({ ...query, after: position })
    expect(later.entries.map((entry) => entry.key)).toEqual(['formularios/c'])
    await second.close()
  })

  it('commits what was waiting before it closes, and takes nothing afterwards', async () => {
    const file = newFile()
    const store = openSqliteStore(file)
    const waiting = Array.from({ length: 600 }, () => store.commit(increment('counters/c')))
    await store.close()
    expect(await Promise.all(waiting)).toHaveLength(600)
    await expect(store.commit(increment('counters/c'))).rejects.toThrow()
    const again = openSqliteStore(file)
    expect(await again.get('counters/c')).toEqual({ count: 600 })
    await again.close()
  })

  it('refuses a file that a newer release has written, and leaves it alone', () => {
    const file = newFile()
    const newer = new DatabaseSync(file)
    newer.exec('CREATE TABLE something_new (x); PRAGMA user_version = 99')
    newer.close()
    expect(() => openSqliteStore(file)).toThrow(NewerStoreError)
    const still = new DatabaseSync(file)
    expect(still.prepare('SELECT name FROM sqlite_schema').all()).toHaveLength(1)
    still.close()
  })

  it('builds the indexes again when their declaration has changed', async () => {
    const file = newFile()
    const store = openSqliteStore(file)
    await put(store, 'formularios/a', { titulo: 'A', areas: ['x', 'y'] })
    await store.close()
    const db = new DatabaseSync(file)
    db.exec(`
      DELETE FROM "list_formularios"; UPDATE "docs_formularios" SET "f:titulo" = NULL, lists = '[]';
      UPDATE declarations SET declaration = 'an older one' WHERE collection = 'formularios';
    `)
    db.close()
    const again = openSqliteStore(file)
    const query = { collection: 'formularios', limit: 5 }
    expect(
      await again.query({ ...query, where: { titulo: 'A' }, containsAny: { field: 'areas', values: ['y'] } }),
    ).toHaveLength(1)
    expect((await again.changes({ ...query, field: 'areas', values: ['x'], after: 0 })).entries).toHaveLength(1)
    await put(again, 'formularios/a', { titulo: 'B', areas: [] })
    expect(await again.query({ ...query, containsAny: { field: 'areas', values: ['y'] } })).toEqual([])
    await again.close()
  })

  it('rejects only the unit whose write fails, and commits its neighbours', async () => {
    const file = newFile()
    const store = openSqliteStore(file)
    const rule = new DatabaseSync(file)
    rule.exec(
      `CREATE TRIGGER planted BEFORE INSERT ON docs_receipts WHEN NEW.key = 'receipts/bad' BEGIN SELECT RAISE(ABORT, 'planted'); END`,
    )
    rule.close()
    const results = await Promise.allSettled([
      store.commit(increment('counters/c')),
      put(store, 'receipts/bad', {}),
      store.commit(increment('counters/c')),
      put(store, 'receipts/good', {}),
    ])
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(await store.get('counters/c')).toEqual({ count: 2 })
    expect(await store.get('receipts/bad')).toBeUndefined()
    await store.close()
  })

  it('rejects every unit at once when nothing can be written, and continues when it can again', async () => {
    const file = newFile()
    const store = openSqliteStore(file)
    await put(store, 'receipts/before', {})
    const blocker = new DatabaseSync(file)
    blocker.exec('BEGIN IMMEDIATE')
    const start = performance.now()
    const refused = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => put(store, `receipts/${i}`, {})))
    expect(refused.every((result) => result.status === 'rejected')).toBe(true)
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(await store.get('receipts/before')).toEqual({})
    blocker.exec('ROLLBACK')
    blocker.close()
    await put(store, 'receipts/a', {})
    expect(await store.get('receipts/a')).toEqual({})
    expect(await store.get('receipts/0')).toBeUndefined()
    await store.close()
  })

  it(`has every acknowledged unit, and no half one, after ${KILLS} kills in mid-commit`, async () => {
    const file = newFile()
    const acknowledged: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1)
      acknowledged.push(...(await commitUntilKilled(file, kill * 1_000_000, 300 + kill * 77)))
    expect(acknowledged.length).toBeGreaterThan(100)
    const store = openSqliteStore(file)
    const found = await store.getMany(acknowledged.map((n) => `receipts/${n}`))
    expect([...found.values()].filter((document) => document === undefined)).toHaveLength(0)
    // The counter is written in the same unit as the receipt, which reveals partial commits.
    expect(await store.count({ collection: 'receipts' })).toBe((await store.get('counters/total'))?.['count'])
    await store.close()
    const db = new DatabaseSync(file)
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    db.close()
  }, 60_000)
})

/** @returns numbers that the child reported as committed before it was killed @param acknowledgements to wait for */
function commitUntilKilled(file: string, first: number, acknowledgements: number): Promise<readonly number[]> {
  const child = spawn(process.execPath, [CHILD, file, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split('\n').length > acknowledgements) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (_, signal) => {
      if (signal === 'SIGKILL') resolve(output.split('\n').slice(0, -1).map(Number))
      else reject(new Error('The committing child ended by itself: this suite has NOT run'))
    })
  })
}
