import type { AreaPath, MunicipalityPath } from '../../kernel/paths.ts'
import { getMunicipality } from '../../kernel/path-parts.ts'

type HasAreas = { readonly areas: readonly AreaPath[] }

/**
 * Returns the first area of a template or answer, which determines who may answer or see it. Schemas require at least
 * one area.
 */
export function getFirstArea(document: HasAreas): AreaPath {
  const [first] = document.areas
  if (first === undefined) throw new Error('A template or answer has at least one area')
  return first
}

/** Municipality of a template or answer: the parent of its first area. */
export function municipalityOfDocument(document: HasAreas): MunicipalityPath {
  return getMunicipality(getFirstArea(document))
}
