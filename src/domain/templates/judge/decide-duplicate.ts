import { can, mayChangeAreas } from '../../access/index.ts'
import { dropRestrictedDiscounts } from '../../answering/open-prices.ts'
import type { FormTemplate } from '../documents/template.ts'
import {
  getMunicipality,
  LANGUAGES,
  type AreaPath,
  type Instant,
  type TemplateId,
  type UserId,
} from '../../kernel/index.ts'
import { keys, type Unit } from '../../store/index.ts'
import { switchFormOption } from '../editing/option-rules.ts'
import { copyImages, listImageKeys } from './draft-images.ts'
import { computeNextVersionNumber, buildVersionWrites } from './next-version.ts'
import {
  buildConflictDecision,
  buildSaveRefusalDecision,
  buildSavedDecision,
  type TemplateSaveResult,
} from './outcome.ts'
import { listPlaceKeys, findOpenPlaces, type OpenPlaces } from './places.ts'
import {
  loadTemplateAccess,
  listTemplateAccessKeys,
  findFirstVersionInDocuments,
  findTemplateInDocuments,
} from './stored.ts'

export type TemplateDuplication = {
  readonly source: TemplateId
  readonly id: TemplateId
  readonly area: AreaPath
  readonly titulo?: string | undefined
}

/**
 * Returns the unit that copies a template to another area (part 1, point 4). Removes incidents, the link to the
 * management system and, in another municipality, the agenda and restricted discounts. Makes the copy private if the
 * user may not publish, and records the copied template. A repeated request returns the same copy, and one with
 * another title is refused. The content is validated only when the copy is saved, so that old forms can be copied.
 */
export function duplicateTemplateUnit(
  { source, id, area, titulo }: TemplateDuplication,
  by: UserId,
  now: Instant,
): Unit<TemplateSaveResult> {
  return {
    keysFor: (documents) => {
      const template = findTemplateInDocuments(documents, source)
      return [
        ...listTemplateAccessKeys(source, by),
        keys.template(id),
        keys.templateVersion(id, 1),
        keys.versionCounter(id),
        ...listPlaceKeys([area]),
        ...(template === undefined ? [] : listImageKeys(template)),
      ]
    },
    decide: (documents) => {
      const result = loadTemplateAccess('duplicate', source, by, documents)
      if (!result.ok) return buildSaveRefusalDecision(result.problem.code)
      const { user, actor, template } = result.value
      const places = findOpenPlaces([area], documents, now)
      if (places === undefined) return buildSaveRefusalDecision('template.area-unknown')
      const duplicatedInfo = { username: user.userMuniCore, date: now, parentFormId: source }
      const content = { ...copyTemplate(template, id, area, places), ...renameTo(titulo ?? template.titulo, template) }
      // Only users who may publish can create a public form, even by copying.
      const opcionales = can(actor, 'publish', 'formulario')
        ? content.opcionales
        : switchFormOption(content.opcionales, 'publico', false)
      const { draft: copy, writes } = copyImages(
        { ...content, opcionales, timeStamp: now, duplicatedInfo, version: computeNextVersionNumber(id, documents) },
        id,
        documents,
      )
      if (!mayChangeAreas(actor, copy, [])) return buildSaveRefusalDecision('access.forbidden')

      const thisTemplate = findTemplateInDocuments(documents, id)
      if (thisTemplate !== undefined) {
        const isOwn =
          thisTemplate.duplicatedInfo?.parentFormId === source &&
          thisTemplate.duplicatedInfo.username === user.userMuniCore &&
          thisTemplate.areas[0] === area &&
          (titulo === undefined || titulo === findFirstVersionInDocuments(documents, id)?.titulo)
        return isOwn && !thisTemplate.deleted
          ? buildSavedDecision(thisTemplate, [])
          : toConflictOrRefusal(thisTemplate, mayChangeAreas(actor, thisTemplate, []))
      }
      if (findFirstVersionInDocuments(documents, id) !== undefined) return buildSaveRefusalDecision('template.deleted')
      return buildSavedDecision(copy, [...buildVersionWrites(copy), ...writes])
    },
  }
}

/** Another title has no translations yet. */
function renameTo(titulo: string, template: FormTemplate): Pick<FormTemplate, 'titulo'> {
  if (titulo === template.titulo) return { titulo }
  const translations = LANGUAGES.map((language) => [`tituloAlternativeLanguage_${language}`, undefined])
  return { ...Object.fromEntries(translations), titulo }
}

function toConflictOrRefusal(template: FormTemplate, isShown: boolean) {
  return isShown ? buildConflictDecision('template.exists', template) : buildSaveRefusalDecision('template.exists')
}

function copyTemplate(
  source: FormTemplate,
  id: TemplateId,
  area: AreaPath,
  { areaInfo, municipioInfo }: OpenPlaces,
): Omit<FormTemplate, 'timeStamp' | 'lastEdit' | 'version'> {
  // The copy of a cancelled event can be sold.
  const ticketSale = source.ticketSale && { ...source.ticketSale, cancelled: undefined }
  const template = ticketSale === undefined ? source : { ...source, ticketSale }
  const { muniCore: _core, deletionInfo: _deletion, timeStamp: _time, lastEdit: _edit, version: _, ...rest } = template
  const { appointmentGroup, ...content } = rest
  const { estados, opcionales } = template
  const [first] = template.areas
  // An agenda belongs to a municipality, so it is not copied to another one.
  const isSameMunicipality = first !== undefined && getMunicipality(first) === getMunicipality(area)
  return {
    ...content,
    // Discount codes and citizens' ID numbers are not copied to another municipality either.
    ...(isSameMunicipality ? {} : dropRestrictedDiscounts(template)),
    id,
    areas: [area],
    areaInfo,
    municipioInfo,
    deleted: false,
    opcionales: { ...opcionales, incidentes: false, addAppointment: opcionales.addAppointment && isSameMunicipality },
    estados: { ...estados, disponibles: estados.disponibles.map(({ idTipoIncidente: _type, ...state }) => state) },
    ...(appointmentGroup === undefined || !isSameMunicipality ? {} : { appointmentGroup }),
  }
}
