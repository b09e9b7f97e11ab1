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
  type EditStartDraft,
  isDraftStartedFrom,
  buildDraftDeletionWrites,
  findStoredDraft,
  listStoredDraftKeys,
  canEditDraft,
} from './stored-drafts.ts'
import { loadTemplateAccess, listTemplateAccessKeys, findTemplateInDocuments } from './stored.ts'

/**
 * Returns the unit that discards a draft and keeps the published form. Refuses like `loadTemplateAccess` if the form is
 * published, otherwise with template.missing if there is no draft or the user may not edit it. Refuses with
 * template.conflict if the draft was changed since. A repeated request succeeds if the form is published.
 */
export function discardDraftUnit(id: TemplateId, seen: EditStartDraft, by: UserId, now: Instant): Unit<Result<null>> {
  return {
    keysFor: (documents) => [...listTemplateAccessKeys(id, by), ...listStoredDraftKeys(id, documents)],
    decide: (documents) => {
      const user = documents.get(keys.user(by))
      if (user === undefined) return refuseDiscard('session.no-user-record')
      const stored = findStoredDraft(documents, id)
      const template = findTemplateInDocuments(documents, id)
      if (template !== undefined) {
        const result = loadTemplateAccess('update', id, by, documents)
        if (!result.ok) return refuseDiscard(result.problem.code)
      } else if (stored === undefined || !canEditDraft(actorOfUser(user), stored))
        return refuseDiscard('template.missing')
      if (stored === undefined) return { result: ok(null), writes: [] }
      if (!isDraftStartedFrom(seen, stored)) return refuseDiscard('template.conflict')
      return { result: ok(null), writes: buildDraftDeletionWrites(id, template ?? null, documents, now) }
    },
  }
}

function refuseDiscard(code: ProblemCode): Decision<Result<null>> {
  return { result: refuse(code), writes: [] }
}
