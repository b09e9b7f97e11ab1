import { CITIZEN_SOURCE } from '../citizens/documents/source.ts'
import { firstAreaOf, municipalityOfDocument } from '../places/documents/areas-of.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { User } from '../users/documents/user.ts'
import type { AreaPath } from '../kernel/paths.ts'
import { municipalityOf } from '../kernel/path-parts.ts'
import { municipalitiesOf, type Actor, type CitizenActor, type Staff } from './actor.ts'
import { isLimitedToOwnAnswers, type Action } from './rights.ts'

/** What the rules look at; whole documents fit. */
export type FormLike = Pick<FormTemplate, 'areas' | 'deleted'> & {
  readonly opcionales: Pick<FormTemplate['opcionales'], 'publico' | 'citizenAssociationFromCitizenPortal'>
}
export type AnswerLike = Pick<Answer, 'areas' | 'authorId' | 'datosCiudadano' | 'portalCiudadanoData'>
export type UserLike = Pick<User, 'roles' | 'areas' | 'municipalityPath'>

/** For queries: lists, searches and statistics of this actor hold only answers with `authorId` = the actor's id. */
export function seesOnlyOwnAnswers(actor: Actor): boolean {
  return actor.kind !== 'staff' || isLimitedToOwnAnswers(actor.role)
}

/**
 * | form | read | create (in its areas) | update, delete, duplicate… |
 * |---|---|---|---|
 * | public, not deleted | everybody | as any other | as any other |
 * | with citizen portal, not deleted | citizens of its municipality | as any other | as any other |
 * | any | staff with one of its areas | staff with all of its areas | staff with one of its areas, unless deleted |
 *
 * ROLE_ADMIN reaches every area, ROLE_SUPERVISOR_ELEVADO those of each municipality where they have an area.
 * Staff need the role's right, too.
 */
export function mayTouchForm(
  actor: Actor,
  action: Action,
  subject: { readonly kind: 'formulario' | 'estadistica_formulario'; readonly document: FormLike },
  right: boolean,
): boolean {
  const { document } = subject
  const shown = subject.kind === 'formulario' && action === 'read'
  if (shown && isOpenTo(actor, document)) return true
  if (!right || actor.kind !== 'staff') return false
  if (document.deleted && !(action === 'read')) return false
  const reached = document.areas.filter((area) => reachesArea(actor, area))
  return action === 'create' && subject.kind === 'formulario'
    ? reached.length === document.areas.length
    : reached.length > 0
}

/**
 * Answering (part 1, point 6): public forms by everybody; others by staff with the right who have the form's *first*
 * area, by ROLE_ADMIN, or, when the citizen portal leads to the form, by citizens and by any staff with the right.
 */
export function mayAnswer(actor: Actor, action: Action, template: FormLike, right: boolean): boolean {
  if (action !== 'create' || template.deleted) return false
  if (isOpenTo(actor, template)) return true
  if (!right || actor.kind !== 'staff') return false
  if (actor.role === 'ROLE_ADMIN' || template.opcionales.citizenAssociationFromCitizenPortal) return true
  return actor.areas.includes(firstAreaOf(template))
}

/**
 * One's own answers and those of others (part 3, point 6). Asked after the role's right.
 *
 * | actor | reaches |
 * |---|---|
 * | ROLE_ADMIN | every answer |
 * | ROLE_SUPERVISOR_ELEVADO | those of their municipalities |
 * | other staff | those whose first area is theirs, and those from the portal of a municipality of theirs |
 * | own-answers roles | of these, their own |
 * | citizen | those of their municipality that name them, unless a device has only claimed that |
 */
export function mayTouchAnswer(actor: Actor, answer: AnswerLike): boolean {
  switch (actor.kind) {
    case 'public':
      return false
    case 'citizen':
      return isOwnOfCitizen(actor, answer)
    case 'staff':
      if (isLimitedToOwnAnswers(actor.role) && answer.authorId !== actor.id) return false
      return (
        reachesArea(actor, firstAreaOf(answer)) ||
        (cameThroughPortal(answer) && municipalitiesOf(actor).includes(municipalityOfDocument(answer)))
      )
  }
}

/**
 * ROLE_ADMIN reaches every user. ROLE_SUPERVISOR_ELEVADO sees users with an area in a municipality of theirs, and
 * changes those with none elsewhere who are not administrators: no one lifts anyone above themselves (part 1, point 5).
 */
export function mayTouchUser(actor: Actor, action: Action, user: UserLike): boolean {
  if (actor.kind !== 'staff') return false
  if (actor.role === 'ROLE_ADMIN') return true
  const own = municipalitiesOf(actor)
  const theirs = municipalitiesOf({ municipality: user.municipalityPath, areas: user.areas })
  if (action === 'read') return theirs.some((municipality) => own.includes(municipality))
  return theirs.every((municipality) => own.includes(municipality)) && !user.roles.includes('ROLE_ADMIN')
}

function isOpenTo(actor: Actor, form: FormLike): boolean {
  if (form.deleted) return false
  const { publico, citizenAssociationFromCitizenPortal } = form.opcionales
  if (publico) return true
  const isOfPortal = actor.kind === 'citizen' && citizenAssociationFromCitizenPortal
  return isOfPortal && municipalityOfDocument(form) === actor.municipality
}

/** An id that a device claims, unchecked by the registry, opens nothing: typing it could show a stranger an answer. */
function isOwnOfCitizen({ citizenId, municipality }: CitizenActor, answer: AnswerLike): boolean {
  const { datosCiudadano } = answer
  return (
    datosCiudadano?.id === citizenId &&
    datosCiudadano._source !== CITIZEN_SOURCE.claimed &&
    municipalityOfDocument(answer) === municipality
  )
}

function reachesArea(staff: Staff, area: AreaPath): boolean {
  if (staff.role === 'ROLE_ADMIN') return true
  if (staff.role === 'ROLE_SUPERVISOR_ELEVADO') return municipalitiesOf(staff).includes(municipalityOf(area))
  return staff.areas.includes(area)
}

/** Every answer that arrives through the portal carries this field. */
function cameThroughPortal(answer: AnswerLike): boolean {
  return answer.portalCiudadanoData !== undefined
}
