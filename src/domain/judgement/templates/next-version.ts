import { set, keys, type Write } from '../../store/index.ts'
import type { FormTemplate, TemplateDraft, User } from '../../documents/index.ts'
import type { Instant, TemplateId } from '../../kernel/index.ts'
import type { Places } from './places.ts'

const MOST_EDITS = 10_000

/** Version 1 of a template. */
export function firstVersion(
  id: TemplateId,
  draft: TemplateDraft,
  { areaInfo, municipioInfo }: Places,
  now: Instant,
): FormTemplate {
  return { ...draft, id, version: 1, areaInfo, municipioInfo, formEditedInfo: [], timeStamp: now, deleted: false }
}

/** The version after `current` with another content: what the draft leaves out is gone, what is the template's own stays. */
export function nextVersion(
  current: FormTemplate,
  draft: TemplateDraft,
  { areaInfo, municipioInfo }: Pick<FormTemplate, 'areaInfo' | 'municipioInfo'>,
  by: User,
  now: Instant,
): FormTemplate {
  const { id, timeStamp, deleted, duplicatedInfo, hashCiudadano, datosCiudadano } = current
  const formEditedInfo = [...current.formEditedInfo, { date: now, username: by.userMuniCore }].slice(-MOST_EDITS)
  return {
    ...draft,
    id,
    timeStamp,
    deleted,
    areaInfo,
    municipioInfo,
    formEditedInfo,
    version: current.version + 1,
    ...(duplicatedInfo === undefined ? {} : { duplicatedInfo }),
    ...(hashCiudadano === undefined ? {} : { hashCiudadano }),
    ...(datosCiudadano === undefined ? {} : { datosCiudadano }),
  }
}

/** The template, and its version for ever: answers that are under way name the one that they were filled with. */
export function versionWrites(template: FormTemplate): readonly Write[] {
  return [set(keys.template(template.id), template), set(keys.templateVersion(template.id, template.version), template)]
}
