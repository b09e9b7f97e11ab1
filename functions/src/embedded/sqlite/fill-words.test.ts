import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { soughtWords } from '#domain/search/index.ts'
import type { Store } from '#core/ports.ts'
import { createBodyCodec } from './body-codec.ts'
import { fillWords } from './fill-words.ts'
import { openSqliteStore } from './store.ts'

const COLLECTION = 'respuestas_formularios'
const COUNT = 1_200

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-words-'))
  file = join(folder, 'relevo.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function fill(store: Store): Promise<void> {
  await store.commit({
    keysFor: () => [],
    decide: () => ({
      result: undefined,
      writes: Array.from({ length: COUNT }, (_, at) => ({
        kind: 'set' as const,
        key: `${COLLECTION}/${at}`,
        document: { idPlantilla: 'nota', ubicacion: { direccion: `Mitre ${at}` } },
      })),
    }),
  })
}

function count(store: Store, typed: string): Promise<number> {
  return store.count({ collection: COLLECTION, words: { within: 'nota', any: [soughtWords(typed)] } })
}

/** The folder as a release without words has left it. */
async function withoutWords(): Promise<void> {
  const store = openSqliteStore(file)
  await fill(store)
  await store.close()
  const db = new DatabaseSync(file)
  db.exec(
    `DROP TABLE "words_${COLLECTION}"; DELETE FROM declarations WHERE collection LIKE 'words of %'; PRAGMA user_version = 1`,
  )
  db.close()
}

it('what was stored before there were words is found by them', async () => {
  await withoutWords()
  const store = openSqliteStore(file)
  expect([await count(store, 'mitre'), await count(store, 'mitre 7')]).toEqual([COUNT, 1])
  await store.close()
})

it('goes on where a start was broken off, and does nothing twice', async () => {
  await withoutWords()
  const db = new DatabaseSync(file)
  const read: string[] = []
  const codec = createBodyCodec(() => undefined)
  const counting = (most: number) => ({
    ...codec,
    decode: (body: string) => {
      if (read.length >= most) throw new Error('killed')
      read.push(body)
      return codec.decode(body)
    },
  })
  expect(() => fillWords(db, counting(700))).toThrow('killed')
  const whole = read.splice(0).slice(0, 500)
  fillWords(db, counting(COUNT))
  // The first stretch was kept, the second one began anew.
  expect(read).toHaveLength(COUNT - 500)
  expect(read.filter((body) => whole.includes(body))).toEqual([])
  fillWords(db, counting(0))
  db.close()
  const store = openSqliteStore(file)
  expect(await count(store, 'mitre')).toBe(COUNT)
  await store.close()
})

it('words that are read by another rule than before are read anew', async () => {
  await withoutWords()
  await openSqliteStore(file).close()
  const db = new DatabaseSync(file)
  db.exec(
    `UPDATE declarations SET declaration = '{"words":0,"done":true}' WHERE collection LIKE 'words of %'; DELETE FROM "words_${COLLECTION}" WHERE rowid < 100`,
  )
  db.close()
  const store = openSqliteStore(file)
  expect(await count(store, 'mitre')).toBe(COUNT)
  await store.close()
})
