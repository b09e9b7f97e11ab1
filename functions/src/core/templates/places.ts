import { type Actor, can } from '#domain/access/index.ts'
import type { Area, FormTemplate, Municipality } from '#domain/documents/index.ts'
import { municipalityOf, type AreaPath } from '#domain/kernel/index.ts'
import type { Found, Key } from '#domain/sync/index.ts'

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

/**
 * Whether somebody may put a template into these areas, and take it out of those that it is in now: what they do not reach stays as it is.
 * @param before areas of the stored template; none for a new one
 */
export function mayPlace(actor: Actor, template: FormTemplate, before: readonly AreaPath[]): boolean {
  const { areas } = template
  const changed = [...areas.filter((area) => !before.includes(area)), ...before.filter((area) => !areas.includes(area))]
  return changed.length === 0 || can(actor, 'create', { kind: 'formulario', document: { ...template, areas: changed } })
}
