import { actorOfUser } from '../../access/index.ts'
import {
  ok,
  refuse,
  type Instant,
  type ProblemCode,
  type Result,
  type TemplateId,
  type UserId,
} from '../../kernel/index.ts'
import { keys, type Decision, type Unit } from '../../store/index.ts'
import {
  type DraftStartedFrom,
  isDraftStartedFrom,
  deleteDraftWrites,
  findStoredDraft,
  storedDraftKeys,
  mayEditDraft,
} from './stored-drafts.ts'
import { loadTemplateAccess, templateAccessKeys, findTemplateIn } from './stored.ts'

/**
 * Returns the unit that discards a draft and keeps the published form. Refuses with template.missing if the draft does
 * not exist or the user may not edit it, and with template.conflict if it was changed since. Succeeds on repetition if
 * the form is published.
 */
export function discardDraftUnit(id: TemplateId, seen: DraftStartedFrom, by: UserId, now: Instant): Unit<Result<null>> {
  return {
    keysFor: (found) => [...templateAccessKeys(id, by), ...storedDraftKeys(id, found)],
    decide: (found) => {
      const user = found.get(keys.user(by))
      if (user === undefined) return refuseDiscard('session.no-user-record')
      const stored = findStoredDraft(found, id)
      const template = findTemplateIn(found, id)
      if (template !== undefined) {
        const asked = loadTemplateAccess('update', id, by, found)
        if (!asked.ok) return refuseDiscard(asked.problem.code)
      } else if (stored === undefined || !mayEditDraft(actorOfUser(user), stored))
        return refuseDiscard('template.missing')
      if (stored === undefined) return { result: ok(null), writes: [] }
      if (!isDraftStartedFrom(seen, stored)) return refuseDiscard('template.conflict')
      return { result: ok(null), writes: deleteDraftWrites(id, template ?? null, found, now) }
    },
  }
}

function refuseDiscard(code: ProblemCode): Decision<Result<null>> {
  return { result: refuse(code), writes: [] }
}
