import type { Area } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { MunicipalityPath } from '#domain/kernel/index.ts'
import type { PlaceRegister } from '#domain/places/judge/index.ts'
import { keys, type DocumentIn } from '#domain/store/index.ts'
import type { CollectionName } from '../collections.ts'
import type { Store } from '../ports.ts'

const STEP = 1000

/**
 * Every place except areas, and the revision of places. The revision is read first, so that a change during the read is
 * detected.
 */
export async function readPlaceRegister(store: Store): Promise<PlaceRegister> {
  const revision = (await store.get(keys.placesRevision))?.count ?? 0
  const [countries, provinces, municipalities] = await Promise.all([
    readAll(store, 'paises'),
    readAll(store, 'provincias'),
    readAll(store, 'municipios'),
  ])
  return { revision, countries, provinces, municipalities }
}

export async function readAllAreas(store: Store): Promise<readonly Area[]> {
  return readAll(store, 'areas_municipales')
}

/** Maximum areas read, more than any municipality has. */
const MAX_AREAS = 2_000

/** Paths of the areas of these municipalities. */
export async function readAreaPaths(
  store: Store,
  municipalities: readonly MunicipalityPath[],
): Promise<readonly string[]> {
  const entries = await store.query({
    collection: 'areas_municipales',
    containsAny: { field: 'listing.terms', values: municipalities },
    limit: MAX_AREAS,
  })
  return entries.map(({ key }) => key)
}

/** Maximum forms in a selection. */
const MAX_FORMS = 500

/** The forms of a municipality by title, for a selection. */
export async function readFormListItems(store: Store, municipality: MunicipalityPath): Promise<FormLine[]> {
  const values = await readAreaPaths(store, [municipality])
  if (values.length === 0) return []
  const forms = await store.query({
    collection: 'formularios',
    where: { deleted: false },
    containsAny: { field: 'areas', values },
    order: { field: 'titulo', descending: false },
    limit: MAX_FORMS,
    summaries: true,
  })
  return forms.map(({ document }) => ({ id: document.id, titulo: document.titulo }))
}
type FormLine = Pick<FormTemplate, 'id' | 'titulo'>

/** The number of forms of a municipality, including deleted ones. */
export async function countForms(store: Store, municipality: MunicipalityPath): Promise<number> {
  const values = await readAreaPaths(store, [municipality])
  return values.length === 0 ? 0 : store.count({ collection: 'formularios', containsAny: { field: 'areas', values } })
}

async function readAll<Name extends CollectionName>(
  store: Store,
  collection: Name,
): Promise<readonly DocumentIn<Name, false>[]> {
  const documents: DocumentIn<Name, false>[] = []
  for (;;) {
    const entries = await store.query({ collection, limit: STEP, offset: documents.length })
    documents.push(...entries.map(({ document }) => document))
    if (entries.length < STEP) return documents
  }
}
