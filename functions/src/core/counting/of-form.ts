import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'
import type { Aggregates } from '../statistics-port.ts'
import { recountingAggregates } from './recounting.ts'

/** The store's aggregates, or a recount for stores without them. */
export function pickAggregates(store: Pick<Store, 'query' | 'statistics'>): Aggregates {
  return store.statistics ?? recountingAggregates(store)
}

/** Time zone of the form's municipality, which defines days and hours. */
export async function readFormTimeZone(store: Pick<Store, 'get'>, form: FormTemplate): Promise<string> {
  const path = municipalityOfDocument(form)
  return resolveSettings((await store.get(keys.municipality(path))) ?? { path, settings: {} }).timeZone
}
