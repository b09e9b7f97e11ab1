import type { Area, FormTemplate, Municipality } from '#domain/documents/index.ts'
import { municipalityOf, type AreaPath } from '#domain/kernel/index.ts'
import type { Found, Key } from '#domain/store/index.ts'

/** The areas that a draft names, and the municipality of the first. */
export function placeKeys(areas: readonly AreaPath[]): readonly Key[] {
  const [first] = areas
  return first === undefined ? [] : [...areas, municipalityOf(first)]
}

export type Places = Pick<FormTemplate, 'areaInfo' | 'municipioInfo'> & { readonly municipality: Municipality }

/** What lists show of the first area, copied into the template; undefined when one of the areas or the municipality is not there. */
export function placesOf(areas: readonly AreaPath[], found: Found): Places | undefined {
  const [first] = areas
  if (first === undefined || areas.some((area) => found.get(area) === undefined)) return undefined
  const area = found.get(first) as Area | undefined
  const municipality = found.get(municipalityOf(first)) as Municipality | undefined
  if (area === undefined || municipality === undefined) return undefined
  const { nombre, idMuniCore } = municipality
  return {
    areaInfo: { nombre: area.nombre, id: first.slice(first.lastIndexOf('/') + 1) },
    municipioInfo: { nombre, ...(idMuniCore === undefined ? {} : { idMuniCore }) },
    municipality,
  }
}
