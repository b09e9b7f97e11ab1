import { actorOfUser, can, mayChangeAreas } from '../../access/index.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant, TemplateId, UserId } from '../../kernel/index.ts'
import { keys, type FoundDocuments, type Unit } from '../../store/index.ts'
import { findBrokenRules } from '../checking/validate-template.ts'
import { isSameAsDraft } from '../same-draft.ts'
import { listDraftKeys, checkDraft } from './judge-draft.ts'
import {
  type EditStartDraft,
  isDraftStartedFrom,
  buildDraftDeletionWrites,
  findStoredDraft,
  listStoredDraftKeys,
  canEditDraft,
} from './stored-drafts.ts'
import { buildFirstVersion, buildVersionWrites } from './next-version.ts'
import {
  buildConflictDecision,
  buildSaveRefusalDecision,
  buildSavedDecision,
  type TemplateSaveDecision,
  type TemplateSaveResult,
} from './outcome.ts'
import { findFirstVersionInDocuments, findTemplateInDocuments } from './stored.ts'

export type TemplateCreation = EditStartDraft & {
  readonly id: TemplateId
  readonly draft: TemplateDraft
}

/**
 * Returns the unit that publishes a new template. The id was generated on a device, which may send it again:
 *
 * | found under the id | result |
 * |---|---|
 * | nothing, or the draft the editor started from | stored as its first version; the draft is deleted |
 * | another draft | template.conflict with the draft for its editors; template.exists for others |
 * | a template whose first version is this draft | already saved: the current template |
 * | another template | template.exists, with the template for its readers |
 * | a deleted template | template.deleted |
 */
export function createTemplateUnit(creation: TemplateCreation, by: UserId, now: Instant): Unit<TemplateSaveResult> {
  const { id, draft } = creation
  const problems = findBrokenRules(draft)
  return {
    keysFor: (documents) => [
      keys.user(by),
      keys.template(id),
      keys.templateVersion(id, 1),
      keys.versionCounter(id),
      ...listStoredDraftKeys(id, documents),
      ...listDraftKeys(draft, by, documents),
    ],
    decide: (documents) => {
      const user = documents.get(keys.user(by))
      if (user === undefined) return buildSaveRefusalDecision('session.no-user-record')
      const actor = actorOfUser(user)
      if (!can(actor, 'create', 'formulario')) return buildSaveRefusalDecision('access.forbidden')
      if (
        findFirstVersionInDocuments(documents, id) !== undefined ||
        findTemplateInDocuments(documents, id) !== undefined
      )
        return replyToRepeatedCreation({ id, draft }, user, documents)
      const keptDraft = findStoredDraft(documents, id)
      if (keptDraft !== undefined && !canEditDraft(actor, keptDraft)) return buildSaveRefusalDecision('template.exists')
      if (keptDraft !== undefined && !isDraftStartedFrom(creation, keptDraft))
        return buildConflictDecision('template.conflict', null, keptDraft)
      const judged = checkDraft({ id, draft, before: null, problems, answers: 0, by: user, found: documents, now })
      if (!judged.ok) return judged.decision
      const template = buildFirstVersion(id, draft, judged.places, { by: user, now, found: documents })
      if (!mayChangeAreas(actor, template, [])) return buildSaveRefusalDecision('access.forbidden')
      return buildSavedDecision(template, [
        ...buildVersionWrites(template),
        ...buildDraftDeletionWrites(id, template, documents, now),
        ...judged.writes,
      ])
    },
  }
}

function replyToRepeatedCreation(
  { id, draft }: Pick<TemplateCreation, 'id' | 'draft'>,
  user: User,
  documents: FoundDocuments,
): TemplateSaveDecision {
  const template = findTemplateInDocuments(documents, id)
  const first = findFirstVersionInDocuments(documents, id)
  const isShown = template !== undefined && can(actorOfUser(user), 'read', { kind: 'formulario', document: template })
  if (template === undefined || (template.deleted && isShown)) return buildSaveRefusalDecision('template.deleted')
  if (!isShown) return buildSaveRefusalDecision('template.exists')
  // A form that was lost when a backup was restored has no version 1.
  return isSameAsDraft(first ?? template, draft)
    ? buildSavedDecision(template, [])
    : buildConflictDecision('template.exists', template)
}
