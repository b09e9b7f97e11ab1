import { remove, set, type StoredDocument } from '#domain/store/index.ts'
import { DatabaseSync } from 'node:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Store } from '#core/ports.ts'
import { openSqliteStore } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'relevo-bodies-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const VERSION = 'formularios/nota/versiones/1'
const ANSWER = 'respuestas_formularios/A1'
const version: StoredDocument = {
  titulo: 'Nota',
  secciones: [
    { titulo: 'Un texto largo que en cada respuesta se repite', preguntas: [{ titulo: 'a' }, { titulo: 'b' }] },
  ],
}
const answer: StoredDocument = {
  idPlantilla: 'nota',
  templateVersion: 1,
  titulo: 'Nota',
  secciones: [
    {
      titulo: 'Un texto largo que en cada respuesta se repite',
      preguntas: [{ titulo: 'a', respuesta: 'sí' }, { titulo: 'b' }],
    },
  ],
}

function put(store: Store, documents: Readonly<Record<string, StoredDocument | undefined>>): Promise<unknown> {
  const writes = Object.entries(documents).map(([key, document]) =>
    document === undefined ? remove(key) : set(key, document),
  )
  return store.commit({ keysFor: () => [], decide: () => ({ result: null, writes }) })
}

function bodyOf(file: string, key: string): string {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return String(db.prepare('SELECT body FROM docs_respuestas_formularios WHERE key = ?').get(key)?.['body'])
  } finally {
    db.close()
  }
}

describe('an answer in the file', () => {
  it('is written as its difference from its template version, and read as it was given, also after a restart', async () => {
    const file = join(folder, 'restart.sqlite')
    const store = openSqliteStore(file)
    await put(store, { [VERSION]: version })
    await put(store, { [ANSWER]: answer })
    expect(await store.get(ANSWER)).toEqual(answer)
    await store.close()
    expect(bodyOf(file, ANSWER)).not.toContain('Un texto largo')
    const again = openSqliteStore(file)
    expect(await again.get(ANSWER)).toEqual(answer)
    const found = await again.query({ collection: 'respuestas_formularios', where: { idPlantilla: 'nota' }, limit: 1 })
    expect(found.map(({ document }) => document)).toEqual([answer])
    await again.close()
  })

  it('that is held is written as the difference, too', async () => {
    const file = join(folder, 'held.sqlite')
    const store = openSqliteStore(file)
    await put(store, { [VERSION]: version })
    const held = { id: 'A1', answer, reason: { code: 'template.deleted' } }
    await put(store, { 'held/A1': held })
    await store.close()
    const db = new DatabaseSync(file, { readOnly: true })
    expect(String(db.prepare('SELECT body FROM docs_held').get()?.['body'])).not.toContain('Un texto largo')
    db.close()
    const again = openSqliteStore(file)
    expect(await again.get('held/A1')).toEqual(held)
    await again.close()
  })

  it('stands by itself when its version is not there, or comes in the same commit', async () => {
    const store = openSqliteStore(':memory:')
    await put(store, { [ANSWER]: answer })
    await put(store, { [VERSION]: version, 'respuestas_formularios/A2': answer })
    expect(await store.get(ANSWER)).toEqual(answer)
    expect(await store.get('respuestas_formularios/A2')).toEqual(answer)
    await store.close()
  })

  it('can lean on its version, because no one may change or remove that', async () => {
    const store = openSqliteStore(':memory:')
    await put(store, { [VERSION]: version })
    await expect(put(store, { [VERSION]: { ...version, titulo: 'Otra' } })).rejects.toThrow('kept for ever')
    await expect(put(store, { [VERSION]: undefined })).rejects.toThrow('kept for ever')
    await put(store, { [VERSION]: version })
    expect(await store.get(VERSION)).toEqual(version)
    await store.close()
  })
})
