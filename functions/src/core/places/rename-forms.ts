import type { PlaceNamedInForms } from '#domain/places/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { updatePlaceName, updatePlaceNameInFormsUnit } from '#domain/templates/judge/index.ts'
import type { Key } from '#domain/store/index.ts'
import type { JobResult, Store } from '../ports.ts'

/** Forms per commit; few, because forms may be large and other commits should not wait. */
const FORMS_PER_COMMIT = 5
/** Forms per query. */
const FORMS_PER_QUERY = 50

/**
 * Writes the new name of an area or municipality into all its forms. Can be repeated after a crash. Repeats until all
 * forms have the new name, because users may save forms during the run.
 * @param areas areas of the forms
 */
export async function updatePlaceNameInForms(
  store: Store,
  placeKey: Key<PlaceNamedInForms>,
  areas: readonly string[],
): Promise<JobResult> {
  for (;;) {
    let renamed = 0
    for (const area of areas) {
      const place = await store.get(placeKey)
      if (place === undefined) return ok({ id: '' })
      renamed += await renameBatches(store, placeKey, place, area)
    }
    if (renamed === 0) return ok({ id: '' })
  }
}

async function renameBatches(
  store: Store,
  placeKey: Key<PlaceNamedInForms>,
  place: PlaceNamedInForms,
  area: string,
): Promise<number> {
  let renamed = 0
  for (let offset = 0; ; offset += FORMS_PER_QUERY) {
    const entries = await store.query({
      collection: 'formularios',
      containsAny: { field: 'areas', values: [area] },
      limit: FORMS_PER_QUERY,
      offset,
    })
    const stale = entries
      .map(({ document }) => document)
      .filter((form) => updatePlaceName(form, place) !== undefined)
      .map(({ id }) => id)
    for (let i = 0; i < stale.length; i += FORMS_PER_COMMIT)
      renamed += await store.commit(updatePlaceNameInFormsUnit(placeKey, stale.slice(i, i + FORMS_PER_COMMIT)))
    if (entries.length < FORMS_PER_QUERY) return renamed
  }
}
