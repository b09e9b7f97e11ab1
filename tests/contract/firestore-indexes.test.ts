import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { firestoreIndexes } from '#firebase/firestore/indexes.ts'

const file = fileURLToPath(new URL('../../firestore.indexes.json', import.meta.url))

// Red after a change of collections.ts: run `npm run indexes` and commit the file with it.
it('firestore.indexes.json is what collections.ts declares', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(firestoreIndexes())
})

// The functions need a project with a bill; without one it would be 200 (Firestore, "Quotas and limits").
it('stays within what a database may have: 1,000 indexes and 1,000 fields', () => {
  const { indexes, fieldOverrides } = firestoreIndexes()
  expect(indexes.length).toBeLessThanOrEqual(1000)
  expect(fieldOverrides.length).toBeLessThanOrEqual(1000)
})

it('indexes what the pages and the pull ask for', () => {
  const has = firestoreIndexes().indexes.map(
    ({ collectionGroup, fields }) => `${collectionGroup}: ${fields.map((field) => field.fieldPath).join(', ')}`,
  )
  expect(has).toEqual(
    expect.arrayContaining([
      'respuestas_formularios: f_idPlantilla, f_fechaCreacion, key',
      'respuestas_formularios: f_areas, f_fechaCreacion, key',
      'respuestas_formularios: f_authorId, changedAt',
      'formularios: f_areas, changedAt',
      'left_formularios: scope, changedAt',
    ]),
  )
})
