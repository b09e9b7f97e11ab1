import { municipalityOfDocument, settingsOf } from '#domain/places/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'
import type { Aggregates } from '../statistics-port.ts'
import { recounting } from './recounting.ts'

/** Those that the store keeps; else its answers are counted. */
export function aggregatesOf(store: Pick<Store, 'query' | 'statistics'>): Aggregates {
  return store.statistics ?? recounting(store)
}

/** Days and hours are those of the form's municipality. */
export async function timeZoneOf(store: Pick<Store, 'get'>, form: FormTemplate): Promise<string> {
  const path = municipalityOfDocument(form)
  return settingsOf((await store.get(keys.municipality(path))) ?? { path, settings: {} }).timeZone
}
