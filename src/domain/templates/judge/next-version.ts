import { set, keys, type FoundDocuments, type SetWrite } from '../../store/index.ts'
import { toVersionLine } from '../documents/version-line.ts'
import type { FormTemplate, TemplateDraft } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant, TemplateId } from '../../kernel/index.ts'
import type { OpenPlaces } from './places.ts'

type Edit = { readonly by: User; readonly now: Instant; readonly found: FoundDocuments }

/**
 * Returns the next version number of a form. Never returns a number twice, even if a restored backup lacks the version.
 * @param found must contain `keys.versionCounter`
 */
export function computeNextVersionNumber(id: TemplateId, found: FoundDocuments, current = 0): number {
  return Math.max(current, found.get(keys.versionCounter(id))?.count ?? 0) + 1
}

/** Returns the first version of a template, with its author. */
export function buildFirstVersion(
  id: TemplateId,
  draft: TemplateDraft,
  { areaInfo, municipioInfo }: OpenPlaces,
  { by, now, found }: Edit,
): FormTemplate {
  return {
    ...draft,
    id,
    version: computeNextVersionNumber(id, found),
    areaInfo,
    municipioInfo,
    lastEdit: { date: now, username: by.userMuniCore },
    timeStamp: now,
    deleted: false,
  }
}

/**
 * Returns the version after `current`, with new content. Removes fields that the draft does not have; keeps fields that
 * belong to the template itself, and the sale of a cancelled event.
 */
export function buildNextVersion(
  current: FormTemplate,
  draft: TemplateDraft,
  { areaInfo, municipioInfo }: Pick<FormTemplate, 'areaInfo' | 'municipioInfo'>,
  { by, now, found }: Edit,
): FormTemplate {
  const { id, timeStamp, deleted, duplicatedInfo, ticketSale } = current
  return {
    ...draft,
    id,
    timeStamp,
    deleted,
    areaInfo,
    municipioInfo,
    lastEdit: { date: now, username: by.userMuniCore },
    version: computeNextVersionNumber(id, found, current.version),
    ...(duplicatedInfo === undefined ? {} : { duplicatedInfo }),
    ...(ticketSale?.cancelled === undefined ? {} : { ticketSale }),
  }
}

/**
 * Returns the writes of a version: template, immutable version to which answers refer, version line, and version
 * counter.
 */
export function buildVersionWrites(template: FormTemplate): readonly SetWrite[] {
  const { id, version } = template
  return [
    set(keys.template(id), template),
    set(keys.templateVersion(id, version), template),
    set(keys.versionLine(id, version), toVersionLine(template)),
    set(keys.versionCounter(id), { count: version }),
  ]
}
