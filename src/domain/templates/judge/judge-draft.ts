import { parseRemoteConfig } from '../../sync/remote-config.ts'
import type { FormTemplate, TemplateDraft } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import { getMunicipality, type Instant, type TemplateId, type UserId, type AreaPath } from '../../kernel/index.ts'
import { keys, type FoundDocuments, type Key, type Write } from '../../store/index.ts'
import { checkLocks } from '../checking/check-locks.ts'
import { computeEditingLocks } from '../editing/locks.ts'
import { pickFirstProblems } from '../form/screen-order.ts'
import type { TemplateProblem } from '../form/place.ts'
import { findFeatureProblems, offersVideo, computeEditorFeatures, type EditorFeatures } from '../checking/offer.ts'
import { listImageKeys, findImageProblems, buildImageWrites } from './draft-images.ts'
import { buildInvalidDecision, buildSaveRefusalDecision, type TemplateSaveDecision } from './outcome.ts'
import { listExternalKeys, findExternalProblems } from './outside-names.ts'
import { listPlaceKeys, findOpenPlaces, type OpenPlaces } from './places.ts'
import { findAnswerTrace } from './traces-of-answers.ts'

export type DraftCheckInput = {
  readonly id: TemplateId
  readonly draft: TemplateDraft
  /** the stored template; null for a new template */
  readonly before: FormTemplate | null
  /** result of `findBrokenRules`, computed before the transaction, because large forms take long */
  readonly problems: readonly TemplateProblem[]
  readonly answers: number
  readonly by: User
  readonly found: FoundDocuments
  readonly now: Instant
}

export type DraftCheck =
  /** `writes`: writes to be stored together with the template */
  | { readonly ok: true; readonly places: OpenPlaces; readonly writes: readonly Write[] }
  | { readonly ok: false; readonly decision: TemplateSaveDecision }

/** Returns the keys needed to check a draft, in addition to the template's. */
export function listDraftKeys(draft: TemplateDraft, by: UserId, documents: FoundDocuments): readonly Key[] {
  return [
    ...listPlaceKeys(draft.areas),
    ...listImageKeys(draft),
    ...listExternalKeys(draft),
    ...listOfferKeys(by, documents),
  ]
}

/**
 * Checks whether a draft may be published: locks, rules, areas, images, offered features, references to other systems,
 * and no data of answers.
 */
export function checkDraft({
  id,
  draft,
  before,
  problems: ruleProblems,
  answers,
  by,
  found,
  now,
}: DraftCheckInput): DraftCheck {
  const lockProblems = before === null ? [] : findLockedProblems(before, draft, answers)
  const images = findImageProblems(draft, before, id, found)
  const places = findOpenPlaces(draft.areas, found, now)
  const area: readonly TemplateProblem[] = draft.areas.length > 0 && places === undefined ? [UNKNOWN_AREA] : []
  const outside = findExternalProblems(draft, before, by, found)
  const unoffered = findFeatureProblems(before, draft, findOffer(by, draft.areas, found))
  const problems = pickFirstProblems([...lockProblems, ...ruleProblems, ...unoffered, ...outside, ...area, ...images])
  if (problems.length > 0) return { ok: false, decision: buildInvalidDecision(problems) }
  const fieldError = new Set(draft.areas).size < draft.areas.length ? 'areas' : findAnswerTrace(draft)
  if (fieldError !== null || places === undefined)
    return { ok: false, decision: buildSaveRefusalDecision('template.broken', { field: fieldError ?? 'areas' }) }
  return { ok: true, places, writes: buildImageWrites(draft, found) }
}

const UNKNOWN_AREA: TemplateProblem = { code: 'template.area-unknown', place: { kind: 'field', field: 'areas' } }

function findLockedProblems(before: FormTemplate, draft: TemplateDraft, answers: number): readonly TemplateProblem[] {
  const locks = computeEditingLocks({ answers, editableForm: before.opcionales.editableForm })
  return checkLocks(before, draft, locks)
}

/**
 * Returns the keys that determine the offered features, in addition to the form's municipality (`listPlaceKeys`):
 * remote flags and, for a form without an area, the user's municipality.
 */
function listOfferKeys(by: UserId, documents: FoundDocuments): readonly Key[] {
  const user = documents.get(keys.user(by))
  return [keys.remoteConfig, ...(user === undefined ? [] : [keys.municipality(user.municipalityPath)])]
}

/** Returns the features currently offered to a user for a form with these areas. A device's profile may be older. */
function findOffer(user: User, areas: readonly AreaPath[], documents: FoundDocuments): EditorFeatures {
  const [first] = areas
  const path = first === undefined ? user.municipalityPath : getMunicipality(first)
  const stored = documents.get(keys.municipality(path))
  const municipality = { path, videoAttachments: stored !== undefined && offersVideo(stored, user) }
  return computeEditorFeatures(
    { ...user, role: user.roles[0], municipality, config: parseRemoteConfig(documents.get(keys.remoteConfig)) },
    areas,
  )
}
