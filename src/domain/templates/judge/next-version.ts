import { set, keys, type SetWrite } from '../../store/index.ts'
import { toVersionLine } from '../documents/version-line.ts'
import type { FormTemplate, TemplateDraft } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant, TemplateId } from '../../kernel/index.ts'
import type { OpenPlaces } from './places.ts'

type Edit = { readonly by: User; readonly now: Instant }

/** Version 1 of a template, with its author. */
export function firstVersion(
  id: TemplateId,
  draft: TemplateDraft,
  { areaInfo, municipioInfo }: OpenPlaces,
  { by, now }: Edit,
): FormTemplate {
  return {
    ...draft,
    id,
    version: 1,
    areaInfo,
    municipioInfo,
    lastEdit: { date: now, username: by.userMuniCore },
    timeStamp: now,
    deleted: false,
  }
}

/**
 * Version after `current` with new content. Fields missing in the draft are removed; the template's own fields are
 * kept.
 */
export function nextVersion(
  current: FormTemplate,
  draft: TemplateDraft,
  { areaInfo, municipioInfo }: Pick<FormTemplate, 'areaInfo' | 'municipioInfo'>,
  { by, now }: Edit,
): FormTemplate {
  const { id, timeStamp, deleted, duplicatedInfo } = current
  return {
    ...draft,
    id,
    timeStamp,
    deleted,
    areaInfo,
    municipioInfo,
    lastEdit: { date: now, username: by.userMuniCore },
    version: current.version + 1,
    ...(duplicatedInfo === undefined ? {} : { duplicatedInfo }),
  }
}

/** Writes of a version: the template, the immutable version that answers refer to, and its line. */
export function versionWrites(template: FormTemplate): readonly SetWrite[] {
  const { id, version } = template
  return [
    set(keys.template(id), template),
    set(keys.templateVersion(id, version), template),
    set(keys.versionLine(id, version), toVersionLine(template)),
  ]
}
