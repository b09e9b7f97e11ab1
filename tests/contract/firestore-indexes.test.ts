import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { buildFirestoreIndexes } from '#firebase/firestore/indexes.ts'

const file = fileURLToPath(new URL('../../firestore.indexes.json', import.meta.url))

// If this fails after a change of collections.ts, run `npm run indexes` and commit the result.
it('firestore.indexes.json is what collections.ts declares', () => {
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(buildFirestoreIndexes())
})

// A project without billing may have 200 of each (Firestore, "Quotas and limits"), and each index costs writes.
it('stays below 200 indexes and 200 fields', () => {
  const { indexes, fieldOverrides } = buildFirestoreIndexes()
  expect(indexes.length).toBeLessThan(200)
  expect(fieldOverrides.length).toBeLessThan(200)
})

/** A search as run by the server. Equality filters (`list?` contains), then the order; the key is always last. */
type Search = { readonly in: string; readonly equal?: readonly string[]; readonly order?: string }

/** Searches in collections with few declared indexes, with their source files. */
const SEARCHES: readonly Search[] = [
  // jobs: run-due.ts, sweep-emails.ts, find-pending-decisions.ts, routes.ts, metrics.ts
  { in: 'jobs', equal: ['state', 'kind'], order: 'dueAt asc' },
  { in: 'jobs', equal: ['state', 'municipality'], order: 'dueAt asc' },
  { in: 'jobs', equal: ['state'], order: 'dueAt asc' },
  { in: 'jobs', equal: ['state', 'municipality'] },
  { in: 'jobs', equal: ['state'] },
  // held: find-pending-decisions.ts, erase-discarded.ts, images.ts
  { in: 'held', equal: ['outcome.kind'], order: 'at asc' },
  { in: 'held', equal: ['outcome.kind', 'municipality'], order: 'at asc' },
  { in: 'held', equal: ['outcome.kind', 'areas'], order: 'at asc' },
  { in: 'held', equal: ['outcome.kind', 'answer.authorId', 'areas'], order: 'at asc' },
  { in: 'held', equal: ['outcome.kind', 'municipality'] },
  { in: 'held', equal: ['outcome.kind', 'areas'] },
  { in: 'held', equal: ['outcome.kind', 'answer.authorId', 'areas'] },
  { in: 'held', equal: ['answer.idPlantilla'] },
  // payOrder: account.ts, live-sales.ts, poll-orders.ts, visit-event-orders.ts, find-pending-decisions.ts, answers.ts,
  // list-orders.ts, close-days.ts
  { in: 'payOrder', equal: ['municipality', 'open'] },
  { in: 'payOrder', equal: ['form'], order: 'form asc' },
  { in: 'payOrder', equal: ['municipality'], order: 'municipality asc' },
  { in: 'payOrder', order: 'listing.lookAt asc' },
  { in: 'payOrder', order: 'listing.place asc' },
  { in: 'payOrder', order: 'listing.place desc' },
  { in: 'payOrder', equal: ['listing.reach'], order: 'createdAt asc' },
  { in: 'payOrder', equal: ['listing.reach'] },
  { in: 'payOrder', equal: ['listing.references'] },
  // formularios: all-places.ts, jobs/routes.ts, read-general.ts, v1.ts
  { in: 'formularios', order: 'titulo asc' },
  { in: 'formularios', equal: ['deleted'], order: 'titulo asc' },
  { in: 'formularios', equal: ['deleted', 'areas'], order: 'titulo asc' },
  { in: 'formularios', equal: ['deleted', 'municipioInfo.nombre'], order: 'titulo asc' },
  { in: 'formularios', equal: ['areas'], order: 'titulo asc' },
  // audit: routes.ts, sweep-audit.ts
  { in: 'audit', order: 'number asc' },
  { in: 'audit', order: 'number desc' },
  { in: 'audit', order: 'at asc' },
  { in: 'audit', order: 'at desc' },
  { in: 'audit', equal: ['municipality'], order: 'number desc' },
  { in: 'audit', equal: ['municipality', 'action', 'username'], order: 'number desc' },
  { in: 'audit', equal: ['action', 'username'], order: 'number desc' },
  // devices: routes.ts, find-pending-decisions.ts, reach.ts, pull.ts
  { in: 'devices', order: 'seenAt desc' },
  { in: 'devices', equal: ['municipalityPath'], order: 'seenAt desc' },
  { in: 'devices', equal: ['municipalityPath'], order: 'seenAt asc' },
  { in: 'devices', equal: ['userId'] },
  // usuarios: check-name.ts, routes.ts
  { in: 'usuarios', equal: ['lowercase_username'] },
  { in: 'usuarios', equal: ['listing.terms'], order: 'listing.updatedAt desc' },
  { in: 'usuarios', order: 'email desc' },
  // areas_municipales: list-areas.ts
  { in: 'areas_municipales', order: 'listing.name asc' },
  { in: 'areas_municipales', equal: ['listing.terms'], order: 'listing.name asc' },
  // the previous page, for lists read page by page
  { in: 'usuarios', order: 'lowercase_username desc' },
  { in: 'areas_municipales', order: 'listing.name desc' },
  { in: 'areas_municipales', equal: ['listing.terms'], order: 'listing.name desc' },
  { in: 'formularios', equal: ['deleted'], order: 'titulo desc' },
  { in: 'held', equal: ['outcome.kind', 'municipality'], order: 'at desc' },
  { in: 'solicitudes', equal: ['state'], order: 'at desc' },
  // other collections
  { in: 'municipios', equal: ['idMuniCore'] },
  { in: 'municipios', order: 'idMuniCore asc' },
  { in: 'municipios', order: 'nombre asc' },
  { in: 'municipios', equal: ['key'] },
  { in: 'solicitudes', equal: ['state'], order: 'at asc' },
  { in: 'solicitudes', equal: ['state'] },
  { in: 'websession', equal: ['userId'] },
  { in: 'websession', order: 'expiresAt asc' },
  { in: 'files', equal: ['sha256'] },
  { in: 'imagenes', equal: ['sha256'] },
  { in: 'imagenes', equal: ['author'], order: 'expiresAt asc' },
  { in: 'imagenes', order: 'expiresAt asc' },
  { in: 'api_tokens', equal: ['by'] },
  { in: 'identidades', equal: ['userId'] },
  { in: 'deleted', equal: ['listing.reach'], order: 'at desc' },
]

/**
 * Firestore's rule: indexes that end in the order of the search are merged if their first fields together are its
 * equality filters, and each of them has no other field.
 */
function isServed(search: Search): boolean {
  const { equal = [], order } = search
  const stored = (field: string) => `f_${field.replaceAll('.', '__')}`
  const [field = '', direction = 'asc'] = (order ?? '').split(' ')
  const upper = direction === 'desc' ? 'DESCENDING' : 'ASCENDING'
  // A field with an equality filter needs no order.
  const isOrdered = order !== undefined && !equal.includes(field)
  const end = [...(isOrdered ? [`${stored(field)} ${upper}`] : []), `key ${upper}`]
  const filters = new Set(equal.map(stored))
  const covered = new Set<string>()
  for (const { collectionGroup, fields } of buildFirestoreIndexes().indexes) {
    if (collectionGroup !== search.in) continue
    const texts = fields.map((one) => `${one.fieldPath} ${'order' in one ? one.order : 'CONTAINS'}`)
    const first = fields.slice(0, -end.length).map(({ fieldPath }) => fieldPath)
    if (texts.slice(-end.length).join() !== end.join() || !first.every((one) => filters.has(one))) continue
    if (filters.size === 0) return true
    for (const one of first) covered.add(one)
  }
  return filters.size > 0 && covered.size === filters.size
}

it.each(SEARCHES.map((search) => [JSON.stringify(search), search] as const))('serves %s', (_, search) => {
  expect(isServed(search)).toBe(true)
})

it('does not serve a search in the other direction, or by a field without an index', () => {
  const refused: readonly Search[] = [
    { in: 'jobs', equal: ['state'], order: 'dueAt desc' },
    { in: 'jobs', equal: ['state', 'id'], order: 'dueAt asc' },
    { in: 'jobs', equal: ['kind', 'municipality'], order: 'dueAt asc' },
  ]
  expect(refused.filter(isServed)).toEqual([])
})

it('indexes what the pages and the pull ask for', () => {
  const has = buildFirestoreIndexes().indexes.map(
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
