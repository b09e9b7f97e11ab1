import { can, mayChangeAreas } from '../../access/index.ts'
import { dropClosedDiscounts } from '../../answering/open-prices.ts'
import type { FormTemplate } from '../documents/template.ts'
import { municipalityOf, type AreaPath, type Instant, type TemplateId, type UserId } from '../../kernel/index.ts'
import { keys, type Unit } from '../../store/index.ts'
import { switchOption } from '../editing/option-rules.ts'
import { copyImages, imageKeys } from './draft-images.ts'
import { nextVersionNumber, versionWrites } from './next-version.ts'
import { conflictDecision, refusedSave, savedDecision, type SaveResult } from './outcome.ts'
import { placeKeys, findOpenPlaces, type OpenPlaces } from './places.ts'
import { loadTemplateAccess, templateAccessKeys, firstVersionIn, findTemplateIn } from './stored.ts'

export type TemplateDuplication = { readonly source: TemplateId; readonly id: TemplateId; readonly area: AreaPath }

/**
 * Returns the unit that copies a template to another area (part 1, point 4). Removes incidents and the link to the
 * management system, makes the copy private if the user may not publish, and records the copied template. A repeated
 * request returns the same copy. The content is validated only when the copy is saved, so that old forms can be copied.
 */
export function duplicateTemplateUnit(
  { source, id, area }: TemplateDuplication,
  by: UserId,
  now: Instant,
): Unit<SaveResult> {
  return {
    keysFor: (documents) => {
      const template = findTemplateIn(documents, source)
      return [
        ...templateAccessKeys(source, by),
        keys.template(id),
        keys.templateVersion(id, 1),
        keys.versionCounter(id),
        ...placeKeys([area]),
        ...(template === undefined ? [] : imageKeys(template)),
      ]
    },
    decide: (documents) => {
      const result = loadTemplateAccess('duplicate', source, by, documents)
      if (!result.ok) return refusedSave(result.problem.code)
      const { user, actor, template } = result.value
      const places = findOpenPlaces([area], documents, now)
      if (places === undefined) return refusedSave('template.area-unknown')
      const duplicatedInfo = { username: user.userMuniCore, date: now, parentFormId: source }
      const content = copyTemplate(template, id, area, places)
      // Only users who may publish can create a public form, even by copying.
      const opcionales = can(actor, 'publish', 'formulario')
        ? content.opcionales
        : switchOption(content.opcionales, 'publico', false)
      const { draft: copy, writes } = copyImages(
        { ...content, opcionales, timeStamp: now, duplicatedInfo, version: nextVersionNumber(id, documents) },
        id,
        documents,
      )
      if (!mayChangeAreas(actor, copy, [])) return refusedSave('access.forbidden')

      const thisTemplate = findTemplateIn(documents, id)
      if (thisTemplate !== undefined) {
        const isOwn =
          thisTemplate.duplicatedInfo?.parentFormId === source &&
          thisTemplate.duplicatedInfo.username === user.userMuniCore &&
          thisTemplate.areas[0] === area
        return isOwn && !thisTemplate.deleted
          ? savedDecision(thisTemplate, [])
          : conflictOrRefusal(thisTemplate, mayChangeAreas(actor, thisTemplate, []))
      }
      if (firstVersionIn(documents, id) !== undefined) return refusedSave('template.deleted')
      return savedDecision(copy, [...versionWrites(copy), ...writes])
    },
  }
}

function conflictOrRefusal(template: FormTemplate, isShown: boolean) {
  return isShown ? conflictDecision('template.exists', template) : refusedSave('template.exists')
}

function copyTemplate(
  template: FormTemplate,
  id: TemplateId,
  area: AreaPath,
  { areaInfo, municipioInfo }: OpenPlaces,
): Omit<FormTemplate, 'timeStamp' | 'lastEdit' | 'version'> {
  const { muniCore: _core, deletionInfo: _deletion, timeStamp: _time, lastEdit: _edit, version: _, ...rest } = template
  const { appointmentGroup, ...content } = rest
  const { estados, opcionales } = template
  const [first] = template.areas
  // An agenda belongs to a municipality, so it is not copied to another one.
  const isNear = first !== undefined && municipalityOf(first) === municipalityOf(area)
  return {
    ...content,
    // Discount codes and citizens' ID numbers are not copied to another municipality either.
    ...(isNear ? {} : dropClosedDiscounts(template)),
    id,
    areas: [area],
    areaInfo,
    municipioInfo,
    deleted: false,
    opcionales: { ...opcionales, incidentes: false, addAppointment: opcionales.addAppointment && isNear },
    estados: { ...estados, disponibles: estados.disponibles.map(({ idTipoIncidente: _type, ...state }) => state) },
    ...(appointmentGroup === undefined || !isNear ? {} : { appointmentGroup }),
  }
}
