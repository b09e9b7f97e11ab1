import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { CatchingUpError, type Store } from '#core/ports.ts'
import { parseSearchWords } from '#domain/search/index.ts'
import type { Write } from '#domain/store/index.ts'
import { openSqliteStore } from '../store.ts'
import type { IndexFollowerOptions } from './follower.ts'

const COLLECTION = 'respuestas_formularios'
const ROWS = `SELECT count(*) AS n FROM "rows_${COLLECTION}"`

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-follower-'))
  file = join(folder, 'relevo.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const open = (follow?: IndexFollowerOptions): Store => openSqliteStore(file, undefined, undefined, follow)
const commit = (store: Store, writes: readonly Write[]): Promise<void> =>
  store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
const answer = (n: number, street: string, areas: readonly string[] = ['x']): Write => ({
  kind: 'set',
  key: `${COLLECTION}/${n}`,
  document: { idPlantilla: 'nota', fechaCreacion: `2026-01-${10 + n}`, areas, ubicacion: { direccion: street } },
})
const gone = (n: number): Write => ({ kind: 'delete', key: `${COLLECTION}/${n}` })

/** The results of lists, searches and pulls. */
async function said(store: Store): Promise<unknown> {
  const words = (typed: string) => ({ within: 'nota', any: [parseSearchWords(typed)] })
  const order = { field: 'fechaCreacion', descending: true }
  return {
    listed: await store.query({
      collection: COLLECTION,
      where: { idPlantilla: 'nota' },
      order,
      summaries: true,
      limit: 99,
    }),
    whole: await store.query({ collection: COLLECTION, limit: 99 }),
    count: await store.count({ collection: COLLECTION }),
    found: await store.query({ collection: COLLECTION, words: words('mitre'), limit: 99 }),
    moved: await store.query({ collection: COLLECTION, words: words('belgrano'), limit: 99 }),
    pulled: (await store.changes({ collection: COLLECTION, field: 'areas', values: ['x'], after: 0, limit: 99 }))
      .entries,
  }
}

/** Answers, edits, moves to another area and back, deletions; several of one answer while the follower is behind. */
const UNITS: readonly (readonly Write[])[] = [
  [answer(1, 'Mitre 1'), answer(2, 'Mitre 2'), answer(3, 'Mitre 3')],
  [answer(1, 'Belgrano 1')],
  [answer(1, 'Belgrano 1', ['y']), answer(4, 'Mitre 4')],
  [gone(2), answer(5, 'Mitre 5')],
  [answer(5, 'Belgrano 5')],
  [gone(5), answer(1, 'Mitre 1', ['x'])],
  [answer(2, 'Mitre 2', ['x', 'y'])],
]

async function expected(): Promise<unknown> {
  const memory = openMemoryStore()
  for (const writes of UNITS) await commit(memory, writes)
  return said(memory)
}

function rowsIn(): number {
  const db = new DatabaseSync(file)
  const { n } = db.prepare(ROWS).get() ?? {}
  db.close()
  return Number(n)
}

/** The file as left by a release that wrote everything in the commit. */
function ofTheLayoutBefore(): void {
  const db = new DatabaseSync(file)
  db.exec(`
    ALTER TABLE "docs_${COLLECTION}" RENAME TO moved; DROP TABLE "gone_${COLLECTION}"; DROP TABLE "rows_${COLLECTION}";
    CREATE TABLE "docs_${COLLECTION}" (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, lists TEXT, summary TEXT NOT NULL, body TEXT NOT NULL);
    INSERT INTO "docs_${COLLECTION}" SELECT id, key, '[]', '{}', body FROM moved; DROP TABLE moved; DROP TABLE projections;
    UPDATE declarations SET declaration = 'an older one' WHERE collection = '${COLLECTION}'; PRAGMA user_version = 2
  `)
  db.close()
}

/** About a hundred stores on disk, one after another; milliseconds. */
const EACH_STEP = 120_000

describe('the follower', () => {
  it('writes nothing that is read by lists in the commit, says how far it is behind, and is caught up by anyone who reads', async () => {
    const store = open()
    await commit(store, [answer(1, 'Mitre 1'), answer(2, 'Mitre 2')])
    expect([rowsIn(), store.following?.progress().behind]).toEqual([0, 2])
    expect(await store.count({ collection: COLLECTION })).toBe(2)
    expect([rowsIn(), store.following?.progress().behind]).toEqual([2, 0])
    await store.close()
  })

  it('continues automatically once it is too far behind, a bounded number of entries in a turn of the loop', async () => {
    let steps = 0
    const store = open({ lagLimits: 10, max: 4, reached: (step) => (steps += step === 'committed' ? 1 : 0) })
    await commit(
      store,
      Array.from({ length: 40 }, (_, n) => answer(n, 'Mitre')),
    )
    for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    expect(store.following?.progress().behind).toBeLessThan(10)
    expect(steps).toBeGreaterThanOrEqual(8)
    await store.close()
  })

  it('says the same as if all had been written at once, whatever the steps it goes in', async () => {
    for (const most of [1, 2, 3, 100]) {
      for (const slack of [1, 100]) {
        const store = openSqliteStore(':memory:', undefined, undefined, { max: most, lagLimits: slack })
        for (const writes of UNITS) await commit(store, writes)
        expect(await said(store), `${most} entries, ${slack} behind`).toEqual(await expected())
        await store.close()
      }
    }
  })

  it(
    'loses nothing and counts nothing twice when it is killed, at whichever step',
    async () => {
      for (let at = 1, killed = true; killed; at += 1) {
        rmSync(file, { force: true })
        killed = false
        let steps = 0
        const reached = (): void => {
          if (++steps !== at) return
          killed = true
          throw new Error('killed')
        }
        let store = open({ max: 2, lagLimits: 4, reached })
        for (const writes of UNITS) {
          await commit(store, writes)
          await new Promise((resolve) => setImmediate(resolve))
        }
        await said(store).catch(() => undefined)
        await store.close()
        store = open()
        expect(await said(store), `killed at step ${at}`).toEqual(await expected())
        await store.close()
        expect(at).toBeLessThan(200)
      }
    },
    EACH_STEP,
  )

  it('writes all again, in steps, from a file of the layout before, while answers come in', async () => {
    let store = open()
    for (const writes of UNITS.slice(0, -1)) await commit(store, writes)
    await said(store)
    await store.close()
    ofTheLayoutBefore()
    let most = 0
    let entries = 0
    const reached = (step: string): void => {
      entries = step === 'begun' ? 0 : entries + Number(step === 'put' || step === 'taken out')
      most = Math.max(most, entries)
    }
    store = open({ max: 2, reached })
    expect(store.following?.progress().behind).toBeGreaterThan(0)
    for (const writes of UNITS.slice(-1)) await commit(store, writes)
    expect(await said(store)).toEqual(await expected())
    expect(most).toBe(2)
    await store.close()
  })

  it('asks anyone who reads to come again where all is written again and much is missing', async () => {
    let store = open()
    await commit(store, [answer(1, 'Mitre 1')])
    await store.close()
    const db = new DatabaseSync(file)
    db.exec(`UPDATE "docs_${COLLECTION}" SET id = 1000000; UPDATE projections SET position = 0`)
    db.close()
    store = open()
    await expect(store.count({ collection: COLLECTION })).rejects.toThrow(CatchingUpError)
    await store.following?.catchUp()
    expect(await store.count({ collection: COLLECTION })).toBe(1)
    await store.close()
  })

  it('writes one projection again that follows another rule than before, and leaves the others as they are', async () => {
    let store = open()
    for (const writes of UNITS) await commit(store, writes)
    await said(store)
    await store.close()
    const db = new DatabaseSync(file)
    db.exec(
      `UPDATE projections SET declaration = 'an older one' WHERE name = 'words'; DELETE FROM "words_${COLLECTION}"`,
    )
    db.close()
    store = open({ max: 1 })
    expect(await said(store)).toEqual(await expected())
    await store.close()
  })

  it('leaves out what it cannot read, says so, and shows everything else', async () => {
    const store = open()
    const unfit = { idPlantilla: 'nota', secciones: 7, estados: 7, datosCiudadano: 7, conflicts: 7 }
    const broken: Write = { kind: 'set', key: `${COLLECTION}/1`, document: unfit }
    await commit(store, [broken, answer(2, 'Mitre 2')])
    const order = { field: 'fechaCreacion', descending: true }
    expect((await store.query({ collection: COLLECTION, order, limit: 9 })).map(({ key }) => key)).toEqual([
      `${COLLECTION}/2`,
    ])
    expect(store.following?.progress().leftOut).toBeGreaterThan(0)
    await commit(store, [gone(1)])
    expect(await store.count({ collection: COLLECTION })).toBe(1)
    await store.close()
  })
})
