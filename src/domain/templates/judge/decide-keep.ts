import { can, mayChangeAreas, type Staff } from '../../access/index.ts'
import type { FormTemplate, TemplateDraft } from '../documents/template.ts'
import type { StoredDraft } from '../documents/stored-draft.ts'
import {
  createdTemplateIdSchema,
  ok,
  refuse,
  type Instant,
  type Result,
  type TemplateId,
  type UserId,
} from '../../kernel/index.ts'
import { actorOfUser } from '../../access/index.ts'
import { keys, set, type FoundDocuments, type Unit } from '../../store/index.ts'
import { pickFirstProblems } from '../form/screen-order.ts'
import { isSameAsDraft } from '../same-draft.ts'
import { findDraftProblems } from '../checking/validate-template.ts'
import { listImageKeys, findImageProblems, buildDraftImageWrites, buildImageReleaseWrites } from './draft-images.ts'
import {
  isDraftStartedFrom,
  isEditStartedFrom,
  findStoredDraft,
  listStoredDraftKeys,
  canEditDraft,
  type EditStart,
} from './stored-drafts.ts'
import {
  buildConflictDecision,
  buildInvalidDecision,
  buildDraftStoredDecision as keptDecision,
  buildSaveRefusalDecision,
  type TemplateSaveResult,
} from './outcome.ts'
import { listPlaceKeys, findOpenPlaces } from './places.ts'
import {
  findFirstVersionInDocuments,
  loadTemplateAccess,
  listTemplateAccessKeys,
  findTemplateInDocuments,
} from './stored.ts'
import { findAnswerTrace } from './traces-of-answers.ts'

export type DraftToStore = EditStart & {
  readonly id: TemplateId
  readonly draft: TemplateDraft
}

/**
 * Returns the unit that stores a draft of a form without publishing it. The first matching row applies:
 *
 * | found | result |
 * |---|---|
 * | not visible; deleted; no right | template.missing or template.exists; template.deleted; access.forbidden |
 * | this content, stored by the user over this version | already stored |
 * | another version or revision than the editor started from | template.conflict, with the current state |
 * | no draft, although the editor started from a draft | stored: discarding does not affect open editors |
 * | no or unknown area, too large, missing image | template.invalid, with places |
 * | an area named twice, data of answers | template.broken |
 * | areas added or removed that the user may not access | access.forbidden |
 * | none of these | the next revision |
 *
 * Other rules, locks and offered features are checked on publishing.
 */
export function storeDraftUnit(draftToStore: DraftToStore, by: UserId, now: Instant): Unit<TemplateSaveResult> {
  const { id, base, draft } = draftToStore
  const problems = findDraftProblems(draft)
  return {
    keysFor: (documents) => [
      ...listTemplateAccessKeys(id, by),
      keys.templateVersion(id, 1),
      keys.keptCounter(id),
      ...listStoredDraftKeys(id, documents),
      ...listPlaceKeys(draft.areas),
      ...listImageKeys(draft),
    ],
    decide: (documents) => {
      const result = loadDraftAccess(id, by, documents)
      if (!result.ok) return buildSaveRefusalDecision(result.problem.code)
      const { username, actor, template } = result.value
      const stored = findStoredDraft(documents, id)
      if (stored !== undefined && isRepeated(stored, draftToStore, username)) return keptDecision(stored, [])
      if (
        !isEditStartedFrom(draftToStore, template) ||
        (stored !== undefined && !isDraftStartedFrom(draftToStore, stored))
      )
        return buildConflictDecision('template.conflict', template ?? null, stored)

      const places = findOpenPlaces(draft.areas, documents, now)
      const wrong = pickFirstProblems([
        ...problems,
        ...(draft.areas.length > 0 && places === undefined ? [UNKNOWN_AREA] : []),
        ...findImageProblems(draft, stored ?? template ?? null, id, documents),
      ])
      if (wrong.length > 0) return buildInvalidDecision(wrong)
      const fieldError = new Set(draft.areas).size < draft.areas.length ? 'areas' : findAnswerTrace(draft)
      if (fieldError !== null) return buildSaveRefusalDecision('template.broken', { field: fieldError })

      const count = (documents.get(keys.keptCounter(id))?.count ?? 0) + 1
      const next: StoredDraft = {
        ...draft,
        id,
        base,
        revision: count,
        seenIn: template?.areas ?? draft.areas,
        lastEdit: { date: now, username },
        timeStamp: stored?.timeStamp ?? now,
      }
      const before = (stored ?? template)?.areas ?? []
      if (!mayChangeAreas(actor, { ...next, deleted: false }, before))
        return buildSaveRefusalDecision('access.forbidden')
      return keptDecision(next, [
        set(keys.keptDraft(id), next),
        set(keys.keptCounter(id), { count }),
        ...buildDraftImageWrites(draft, documents),
        ...(stored === undefined ? [] : buildImageReleaseWrites(stored, draft, documents, now)),
      ])
    },
  }
}

const UNKNOWN_AREA = { code: 'template.area-unknown', place: { kind: 'field', field: 'areas' } } as const

type DraftAccess = {
  readonly username: string
  readonly actor: Staff
  readonly template: FormTemplate | undefined
}

/**
 * Checks whether a user may store a draft: users who may edit the form or, if it is not published, users who may create
 * forms and edit the existing draft.
 */
function loadDraftAccess(id: TemplateId, by: UserId, documents: FoundDocuments): Result<DraftAccess> {
  if (findTemplateInDocuments(documents, id) !== undefined) {
    const result = loadTemplateAccess('update', id, by, documents)
    if (!result.ok) return result
    const { user, actor, template } = result.value
    return ok({ username: user.userMuniCore, actor, template })
  }
  const user = documents.get(keys.user(by))
  if (user === undefined) return refuse('session.no-user-record')
  const actor = actorOfUser(user)
  if (!can(actor, 'create', 'formulario')) return refuse('access.forbidden')
  const stored = findStoredDraft(documents, id)
  if (stored !== undefined && !canEditDraft(actor, stored)) return refuse('template.exists')
  if (findFirstVersionInDocuments(documents, id) !== undefined) return refuse('template.deleted')
  // Accepts only ids generated by devices, because other ids could be names of routes.
  if (!createdTemplateIdSchema.safeParse(id).success) return refuse('template.missing')
  return ok({ username: user.userMuniCore, actor, template: undefined })
}

/** Checks whether this is a repeated request, by user, content and base version. */
function isRepeated(stored: StoredDraft, { base, draft }: DraftToStore, username: string): boolean {
  return stored.base === base && stored.lastEdit.username === username && isSameAsDraft(stored, draft)
}
