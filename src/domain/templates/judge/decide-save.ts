import { mayPlace } from '../../access/index.ts'
import type { TemplateDraft } from '../documents/template.ts'
import type { Instant, TemplateId, UserId } from '../../kernel/index.ts'
import type { Unit } from '../../store/index.ts'
import { brokenRules } from '../checking/validate-template.ts'
import { isSameDraft } from '../same-draft.ts'
import { movedJob } from '../../tickets/judge/moved-units.ts'
import { draftKeys, judgeDraft } from './judge-draft.ts'
import { isDraftStartedFrom, isStartedFrom, keptGoes, keptIn, keptKeys, type StartedFrom } from './kept.ts'
import { nextVersion, versionWrites } from './next-version.ts'
import { conflicting, refusedSave, saved, type SaveResult } from './outcome.ts'
import { templateAccess, templateAccessKeys, type TemplateAccess } from './stored.ts'

export type Save = StartedFrom & {
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
 * | areas added, removed or made first outside of the user's reach | access.forbidden |
 * | none of these | next version and its line in formEditedInfo; draft deleted; moved event queued |
 */
export function saveUnit(save: Save, by: UserId, now: Instant): Unit<SaveResult> {
  const { id, draft } = save
  const problems = brokenRules(draft)
  return {
    keysFor: (found) => [...templateAccessKeys(id, by), ...keptKeys(id, found), ...draftKeys(draft, by, found)],
    decide: (found) => {
      const asked = templateAccess('update', id, by, found)
      if (!asked.ok) return refusedSave(asked.problem.code)
      const { user, actor, template, answers } = asked.value
      if (isRepeated(save, asked.value)) return saved(template, [])
      const kept = keptIn(found, id)
      if (!isStartedFrom(save, template) || (kept !== undefined && !isDraftStartedFrom(save, kept)))
        return conflicting('template.conflict', template, kept)
      const judged = judgeDraft({ id, draft, before: template, problems, answers, by: user, found, now })
      if (!judged.ok) return judged.decision
      const next = nextVersion(template, draft, judged.places, { by: user, now })
      if (!mayPlace(actor, next, template.areas)) return refusedSave('access.forbidden')
      return saved(next, [
        ...versionWrites(next),
        ...keptGoes(id, next, found, now),
        ...judged.writes,
        ...movedJob(template, next, now),
      ])
    },
  }
}

/** Recognises a repeated request: same user, base version and content. */
function isRepeated({ base, draft }: Save, { user, template }: TemplateAccess): boolean {
  return (
    template.version === base + 1 && template.lastEdit?.username === user.userMuniCore && isSameDraft(template, draft)
  )
}
