import type { FormTemplate } from '../documents/template.ts'
import type { MunicipioInfo } from '../../places/documents/place-info.ts'
import type { Municipality } from '../../places/documents/location.ts'
import { getMunicipality, type AreaPath, type Instant } from '../../kernel/index.ts'
import { type FoundDocuments, type Key, keys } from '../../store/index.ts'
import { areAreasOpen } from '../../places/judge/open-areas.ts'

/** Returns the keys of a draft's areas, and of the municipality of the first area. */
export function listPlaceKeys(areas: readonly AreaPath[]): readonly Key[] {
  const [first] = areas
  return first === undefined ? [] : [...areas.map(keys.area), keys.municipality(getMunicipality(first))]
}

export type OpenPlaces = Pick<FormTemplate, 'areaInfo' | 'municipioInfo'> & { readonly municipality: Municipality }

/**
 * Finds the names of the first area and its municipality, which are copied into the template; undefined if a place is
 * missing or being deleted.
 */
export function findOpenPlaces(
  areas: readonly AreaPath[],
  documents: FoundDocuments,
  now: Instant,
): OpenPlaces | undefined {
  const [first] = areas
  if (first === undefined || !areAreasOpen(areas, documents, now)) return undefined
  const area = documents.get(keys.area(first))
  const municipality = documents.get(keys.municipality(getMunicipality(first)))
  if (area === undefined || municipality === undefined) return undefined
  return {
    areaInfo: { nombre: area.nombre, id: first.slice(first.lastIndexOf('/') + 1) },
    municipioInfo: toMunicipioInfo(municipality),
    municipality,
  }
}

/** Returns the fields of the municipality that are copied into a form. */
export function toMunicipioInfo({ nombre, idMuniCore }: Municipality): MunicipioInfo {
  return { nombre, ...(idMuniCore === undefined ? {} : { idMuniCore }) }
}
