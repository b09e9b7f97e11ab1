import { getFirstArea } from '../../places/documents/document-areas.ts'
import type { PlaceNamedInForms } from '../../places/documents/location.ts'
import type { FormTemplate } from '../documents/template.ts'
import { getMunicipality, type TemplateId } from '../../kernel/index.ts'
import { set, keys, unitForKeys, type Key, type Unit } from '../../store/index.ts'
import { toMunicipioInfo } from './places.ts'

/**
 * Returns the form with the current name of an area, or name and management id of a municipality; undefined if they are
 * unchanged, or if the form is not in this place.
 */
export function updatePlaceName(form: FormTemplate, place: PlaceNamedInForms): FormTemplate | undefined {
  const { nombre } = place
  if ('municipalityPath' in place)
    return getFirstArea(form) === place.path && form.areaInfo.nombre !== nombre
      ? { ...form, areaInfo: { ...form.areaInfo, nombre } }
      : undefined
  const isOther = form.municipioInfo.nombre !== nombre || form.municipioInfo.idMuniCore !== place.idMuniCore
  return getMunicipality(getFirstArea(form)) === place.path && isOther
    ? { ...form, municipioInfo: toMunicipioInfo(place) }
    : undefined
}

/**
 * Updates the name of an area or municipality in its forms, and records the progress in the place's document. Does not
 * change the version, because the questions are unchanged, and drafts and edits must not conflict.
 * @returns number of changed forms
 */
export function updatePlaceNameInFormsUnit(
  placeKey: Key<PlaceNamedInForms>,
  forms: readonly TemplateId[],
): Unit<number> {
  return unitForKeys<number>([placeKey, ...forms.map(keys.template)], (documents) => {
    const place = documents.get(placeKey)
    if (place === undefined) return { result: 0, writes: [] }
    const renamed = forms.flatMap((id) => {
      const form = documents.get(keys.template(id))
      return (form === undefined ? undefined : updatePlaceName(form, place)) ?? []
    })
    const { renaming } = place
    const done = (renaming?.done ?? 0) + renamed.length
    const noted =
      renaming === undefined || renamed.length === 0
        ? []
        : [set(placeKey, { ...place, renaming: { done, total: Math.max(done, renaming.total) } })]
    return { result: renamed.length, writes: [...renamed.map((form) => set(keys.template(form.id), form)), ...noted] }
  })
}
