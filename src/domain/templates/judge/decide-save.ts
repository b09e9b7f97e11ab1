import { mayChangeAreas } from '../../access/index.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { Instant, TemplateId, UserId } from '../../kernel/index.ts'
import { buildRetentionWrites } from '../../privacy/judge/erase-overdue.ts'
import { keys, type Unit } from '../../store/index.ts'
import { findBrokenRules } from '../checking/validate-template.ts'
import { isSameAsDraft } from '../same-draft.ts'
import { buildMoveJobWrites } from '../../tickets/judge/event-units.ts'
import { listDraftKeys, checkDraft } from './judge-draft.ts'
import {
  isDraftStartedFrom,
  isEditStartedFrom,
  buildDraftDeletionWrites,
  findStoredDraft,
  listStoredDraftKeys,
  type EditStart,
} from './stored-drafts.ts'
import { buildNextVersion, buildVersionWrites } from './next-version.ts'
import {
  buildConflictDecision,
  buildSaveRefusalDecision,
  buildSavedDecision,
  type TemplateSaveResult,
} from './outcome.ts'
import { loadTemplateAccess, listTemplateAccessKeys, type TemplateAccess } from './stored.ts'

export type TemplateSave = EditStart & {
  readonly id: TemplateId
  readonly draft: TemplateDraft
}

/**
 * Returns the unit that publishes the next version of a template. The first matching row applies:
 *
 * | found | result |
 * |---|---|
 * | not readable by the user; deleted; no right | template.missing; template.deleted; access.forbidden |
 * | this save, made by the user over this base | already saved |
 * | another version or draft than the editor started from | template.conflict, with the current state |
 * | changes that the locks forbid; a rule broken | template.invalid, with places |
 * | an area named twice, data of answers | template.broken |
 * | areas added, removed or made first that the user may not access | access.forbidden |
 * | none of these | next version and its line in formEditedInfo; draft deleted; moved event queued |
 */
export function saveTemplateUnit(save: TemplateSave, by: UserId, now: Instant): Unit<TemplateSaveResult> {
  const { id, draft } = save
  const problems = findBrokenRules(draft)
  return {
    keysFor: (documents) => [
      ...listTemplateAccessKeys(id, by),
      keys.versionCounter(id),
      keys.retention(id),
      ...listStoredDraftKeys(id, documents),
      ...listDraftKeys(draft, by, documents),
    ],
    decide: (documents) => {
      const result = loadTemplateAccess('update', id, by, documents)
      if (!result.ok) return buildSaveRefusalDecision(result.problem.code)
      const { user, actor, template, answers } = result.value
      if (isRepeated(save, result.value)) return buildSavedDecision(template, [])
      const keptDraft = findStoredDraft(documents, id)
      if (!isEditStartedFrom(save, template) || (keptDraft !== undefined && !isDraftStartedFrom(save, keptDraft)))
        return buildConflictDecision('template.conflict', template, keptDraft)
      const judged = checkDraft({ id, draft, before: template, problems, answers, by: user, found: documents, now })
      if (!judged.ok) return judged.decision
      const next = buildNextVersion(template, draft, judged.places, { by: user, now, found: documents })
      if (!mayChangeAreas(actor, next, template.areas)) return buildSaveRefusalDecision('access.forbidden')
      return buildSavedDecision(next, [
        ...buildVersionWrites(next),
        ...buildRetentionWrites(template, next, documents, now),
        ...buildDraftDeletionWrites(id, next, documents, now),
        ...judged.writes,
        ...buildMoveJobWrites(template, next, now),
      ])
    },
  }
}

/**
 * Checks whether this is a repeated request, by user and content. After a restore from a backup, version numbers may be
 * skipped.
 */
function isRepeated({ base, draft }: TemplateSave, { user, template }: TemplateAccess): boolean {
  return template.version > base && template.lastEdit?.username === user.userMuniCore && isSameAsDraft(template, draft)
}
