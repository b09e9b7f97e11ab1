import { can, mayPlace } from '../../access/index.ts'
import { withoutClosed } from '../../answering/open-prices.ts'
import type { FormTemplate } from '../documents/template.ts'
import { municipalityOf, type AreaPath, type Instant, type TemplateId, type UserId } from '../../kernel/index.ts'
import { keys, type Unit } from '../../store/index.ts'
import { withOption } from '../editing/option-rules.ts'
import { copyImages, imageKeys } from './draft-images.ts'
import { versionWrites } from './next-version.ts'
import { conflicting, refusedSave, saved, type SaveResult } from './outcome.ts'
import { placeKeys, placesOf, type Places } from './places.ts'
import { templateAccess, templateAccessKeys, firstVersionIn, templateIn } from './stored.ts'

export type Duplication = { readonly source: TemplateId; readonly id: TemplateId; readonly area: AreaPath }

/**
 * A copy of a template in another area (part 1, point 4): incidents off, the tie to the management system cleared,
 * private for who may not publish, and the note where it comes from. Sent again, it is the same copy. Its content is
 * not judged anew: an old form that today's rules refuse can be copied, and is judged when the copy is saved.
 */
export function duplicateUnit({ source, id, area }: Duplication, by: UserId, now: Instant): Unit<SaveResult> {
  return {
    keysFor: (found) => {
      const template = templateIn(found, source)
      return [
        ...templateAccessKeys(source, by),
        keys.template(id),
        keys.templateVersion(id, 1),
        ...placeKeys([area]),
        ...(template === undefined ? [] : imageKeys(template)),
      ]
    },
    decide: (found) => {
      const asked = templateAccess('duplicate', source, by, found)
      if (!asked.ok) return refusedSave(asked.problem.code)
      const { user, actor, template } = asked.value
      const places = placesOf([area], found, now)
      if (places === undefined) return refusedSave('template.area-unknown')
      const duplicatedInfo = { username: user.userMuniCore, date: now, parentFormId: source }
      const content = copyOf(template, id, area, places)
      // Only those who have the switch make a public form, be it a copy of one.
      const opcionales = can(actor, 'publish', 'formulario')
        ? content.opcionales
        : withOption(content.opcionales, 'publico', false)
      const { draft: copy, writes } = copyImages({ ...content, opcionales, timeStamp: now, duplicatedInfo }, id, found)
      if (!mayPlace(actor, copy, [])) return refusedSave('access.forbidden')

      const there = templateIn(found, id)
      if (there !== undefined) {
        const own =
          there.duplicatedInfo?.parentFormId === source &&
          there.duplicatedInfo.username === user.userMuniCore &&
          there.areas[0] === area
        return own && !there.deleted ? saved(there, []) : conflictOrRefusal(there, mayPlace(actor, there, []))
      }
      if (firstVersionIn(found, id) !== undefined) return refusedSave('template.deleted')
      return saved(copy, [...versionWrites(copy), ...writes])
    },
  }
}

function conflictOrRefusal(there: FormTemplate, isShown: boolean) {
  return isShown ? conflicting('template.exists', there) : refusedSave('template.exists')
}

function copyOf(
  template: FormTemplate,
  id: TemplateId,
  area: AreaPath,
  { areaInfo, municipioInfo }: Places,
): Omit<FormTemplate, 'timeStamp' | 'lastEdit'> {
  const { muniCore: _, deletionInfo: _deletion, timeStamp: _time, lastEdit: _edit, ...rest } = template
  const { appointmentGroup, ...content } = rest
  const { estados, opcionales } = template
  const [first] = template.areas
  // An agenda belongs to a municipality: a copy elsewhere would send people to the wrong town hall.
  const isNear = first !== undefined && municipalityOf(first) === municipalityOf(area)
  return {
    ...content,
    // So do codes, and the ID numbers of its citizens.
    ...(isNear ? {} : withoutClosed(template)),
    id,
    version: 1,
    areas: [area],
    areaInfo,
    municipioInfo,
    deleted: false,
    opcionales: { ...opcionales, incidentes: false, addAppointment: opcionales.addAppointment && isNear },
    estados: { ...estados, disponibles: estados.disponibles.map(({ idTipoIncidente: _type, ...state }) => state) },
    ...(appointmentGroup === undefined || !isNear ? {} : { appointmentGroup }),
  }
}
