import { remoteConfigOf } from '../../sync/remote-config.ts'
import type { FormTemplate, TemplateDraft } from '../documents/template.ts'
import type { User } from '../../users/documents/user.ts'
import { municipalityOf, type Instant, type TemplateId, type UserId, type AreaPath } from '../../kernel/index.ts'
import { keys, type Found, type Key, type Write } from '../../store/index.ts'
import { checkLocks } from '../checking/check-locks.ts'
import { editingLocks } from '../editing/locks.ts'
import { firstProblems } from '../form/screen-order.ts'
import type { TemplateProblem } from '../form/place.ts'
import { unofferedProblems, offersVideo, offerTo, type Offer } from '../checking/offer.ts'
import { imageKeys, imageProblems, keepImages } from './draft-images.ts'
import { invalid, refusedSave, type SaveDecision } from './outcome.ts'
import { outsideKeys, outsideProblems } from './outside-names.ts'
import { placeKeys, placesOf, type Places } from './places.ts'
import { traceOfAnswer } from './traces-of-answers.ts'

export type Judging = {
  readonly id: TemplateId
  readonly draft: TemplateDraft
  /** the stored template; null for a new one */
  readonly before: FormTemplate | null
  /** what `brokenRules` says: asked before the transaction, as a large form takes long and commits should not wait */
  readonly problems: readonly TemplateProblem[]
  readonly answers: number
  readonly by: User
  readonly found: Found
  readonly now: Instant
}

export type Judged =
  /** `writes`: what must be stored beside the template */
  | { readonly ok: true; readonly places: Places; readonly writes: readonly Write[] }
  | { readonly ok: false; readonly decision: SaveDecision }

/** What a judgement on a draft must see beside the template. */
export function draftKeys(draft: TemplateDraft, by: UserId, found: Found): readonly Key[] {
  return [...placeKeys(draft.areas), ...imageKeys(draft), ...outsideKeys(draft), ...offerKeys(by, found)]
}

/** Whether a draft may be published: locks, rules, areas, images, offer, names in other systems, no answers in it. */
export function judgeDraft({ id, draft, before, problems: ruled, answers, by, found, now }: Judging): Judged {
  const locked = before === null ? [] : lockedProblems(before, draft, answers)
  const images = imageProblems(draft, before, id, found)
  const places = placesOf(draft.areas, found, now)
  const area: readonly TemplateProblem[] = draft.areas.length > 0 && places === undefined ? [UNKNOWN_AREA] : []
  const outside = outsideProblems(draft, before, by, found)
  const unoffered = unofferedProblems(before, draft, offerIn(by, draft.areas, found))
  const problems = firstProblems([...locked, ...ruled, ...unoffered, ...outside, ...area, ...images])
  if (problems.length > 0) return { ok: false, decision: invalid(problems) }
  const fault = new Set(draft.areas).size < draft.areas.length ? 'areas' : traceOfAnswer(draft)
  if (fault !== null || places === undefined)
    return { ok: false, decision: refusedSave('template.broken', { field: fault ?? 'areas' }) }
  return { ok: true, places, writes: keepImages(draft, found) }
}

const UNKNOWN_AREA: TemplateProblem = { code: 'template.area-unknown', place: { kind: 'field', field: 'areas' } }

function lockedProblems(before: FormTemplate, draft: TemplateDraft, answers: number): readonly TemplateProblem[] {
  const locks = editingLocks({ answers, editableForm: before.opcionales.editableForm })
  return checkLocks(before, draft, locks)
}

/** What decides the offer beside the form's municipality (`placeKeys`): remote flags and, without area, the user's. */
function offerKeys(by: UserId, found: Found): readonly Key[] {
  const user = found.get(keys.user(by))
  return [keys.remoteConfig, ...(user === undefined ? [] : [keys.municipality(user.municipalityPath)])]
}

/** What a user is offered at this moment for a form of these areas; the profile of a device may be older. */
function offerIn(user: User, areas: readonly AreaPath[], found: Found): Offer {
  const [first] = areas
  const path = first === undefined ? user.municipalityPath : municipalityOf(first)
  const stored = found.get(keys.municipality(path))
  const municipality = { path, videoAttachments: stored !== undefined && offersVideo(stored, user) }
  return offerTo(
    { ...user, role: user.roles[0], municipality, config: remoteConfigOf(found.get(keys.remoteConfig)) },
    areas,
  )
}
