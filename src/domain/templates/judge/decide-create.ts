import { actorOfUser, can, mayPlace } from '../../access/index.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import type { Instant, TemplateId, UserId } from '../../kernel/index.ts'
import { keys, type Found, type Unit } from '../../store/index.ts'
import { brokenRules } from '../checking/validate-template.ts'
import { isSameDraft } from '../same-draft.ts'
import { draftKeys, judgeDraft } from './judge-draft.ts'
import { type DraftStartedFrom, isDraftStartedFrom, keptGoes, keptIn, keptKeys, mayEditKept } from './kept.ts'
import { firstVersion, versionWrites } from './next-version.ts'
import { conflicting, refusedSave, saved, type SaveDecision, type SaveResult } from './outcome.ts'
import { firstVersionIn, templateIn } from './stored.ts'

export type Creation = DraftStartedFrom & {
  readonly id: TemplateId
  readonly draft: TemplateDraft
}

/**
 * Returns the unit that publishes a new template. The id was generated on a device, which may send it again:
 *
 * | found under the id | result |
 * |---|---|
 * | nothing, or the draft the editor started from | stored as version 1; the draft is deleted |
 * | another draft | template.conflict with the draft for its editors; template.exists for others |
 * | a template whose version 1 is this draft | already saved: the current template |
 * | another template | template.exists, with the template for its readers |
 * | a deleted template | template.deleted |
 */
export function createUnit(creation: Creation, by: UserId, now: Instant): Unit<SaveResult> {
  const { id, draft } = creation
  const problems = brokenRules(draft)
  return {
    keysFor: (found) => [
      keys.user(by),
      keys.template(id),
      keys.templateVersion(id, 1),
      ...keptKeys(id, found),
      ...draftKeys(draft, by, found),
    ],
    decide: (found) => {
      const user = found.get(keys.user(by))
      if (user === undefined) return refusedSave('session.no-user-record')
      const actor = actorOfUser(user)
      if (!can(actor, 'create', 'formulario')) return refusedSave('access.forbidden')
      if (firstVersionIn(found, id) !== undefined || templateIn(found, id) !== undefined)
        return repeated({ id, draft }, user, found)
      const kept = keptIn(found, id)
      if (kept !== undefined && !mayEditKept(actor, kept)) return refusedSave('template.exists')
      if (kept !== undefined && !isDraftStartedFrom(creation, kept)) return conflicting('template.conflict', null, kept)
      const judged = judgeDraft({ id, draft, before: null, problems, answers: 0, by: user, found, now })
      if (!judged.ok) return judged.decision
      const template = firstVersion(id, draft, judged.places, { by: user, now })
      if (!mayPlace(actor, template, [])) return refusedSave('access.forbidden')
      return saved(template, [...versionWrites(template), ...keptGoes(id, template, found, now), ...judged.writes])
    },
  }
}

function repeated({ id, draft }: Pick<Creation, 'id' | 'draft'>, user: User, found: Found): SaveDecision {
  const template = templateIn(found, id)
  const first = firstVersionIn(found, id)
  const shown = template !== undefined && can(actorOfUser(user), 'read', { kind: 'formulario', document: template })
  if (template === undefined || (template.deleted && shown)) return refusedSave('template.deleted')
  if (!shown) return refusedSave('template.exists')
  return first !== undefined && isSameDraft(first, draft)
    ? saved(template, [])
    : conflicting('template.exists', template)
}
