import { CITIZEN_SOURCE } from '../citizens/documents/source.ts'
import { getFirstArea, municipalityOfDocument } from '../places/documents/document-areas.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { User } from '../users/documents/user.ts'
import type { AreaPath } from '../kernel/paths.ts'
import { getMunicipality } from '../kernel/path-parts.ts'
import { municipalitiesOf, type Actor, type CitizenActor, type Staff } from './actor.ts'
import { isLimitedToOwnAnswers, findRoleReach, type Action } from './rights.ts'

/** Fields of a form that the rules depend on. A whole document can be passed. */
export type FormLike = Pick<FormTemplate, 'areas' | 'deleted'> & {
  readonly opcionales: Pick<FormTemplate['opcionales'], 'publico' | 'citizenAssociationFromCitizenPortal'>
}
export type AnswerLike = Pick<Answer, 'areas' | 'authorId' | 'datosCiudadano' | 'portalCiudadanoData'>
export type UserLike = Pick<User, 'roles' | 'areas' | 'municipalityPath'>

/**
 * Returns the places whose documents a staff member may access, as entries of indexes by place.
 * @param everywhere entry for all places
 */
export function listReachablePlaces(actor: Staff, everywhere: string): readonly string[] {
  const reach = findRoleReach(actor.role)
  if (reach === 'everything') return [everywhere]
  return reach === 'municipalities' ? municipalitiesOf(actor) : actor.areas
}

/** Checks whether lists, searches and statistics must be restricted to answers with the actor's `authorId`. */
export function seesOnlyOwnAnswers(actor: Actor): boolean {
  return actor.kind !== 'staff' || isLimitedToOwnAnswers(actor.role)
}

/**
 * Checks access to a form:
 *
 * | form | read | create (in its areas) | update, delete, duplicate… |
 * |---|---|---|---|
 * | public, not deleted | everyone | see last row | see last row |
 * | with citizen portal, not deleted | citizens of its municipality | see last row | see last row |
 * | any | staff with one of its areas | staff with all of its areas | staff with one of its areas, unless deleted |
 *
 * ROLE_ADMIN has all areas; ROLE_SUPERVISOR_ELEVADO and ROLE_TESORERIA have all areas of the user's municipalities.
 * Staff also need the role's right. Statistics and tickets (kind `estadistica_formulario`) are only for staff with one
 * of the form's areas.
 */
export function mayAccessForm(
  actor: Actor,
  action: Action,
  subject: { readonly kind: 'formulario' | 'estadistica_formulario'; readonly document: FormLike },
  right: boolean,
): boolean {
  const { document } = subject
  const isShown = subject.kind === 'formulario' && action === 'read'
  if (isShown && isOpenTo(actor, document)) return true
  if (!right || actor.kind !== 'staff') return false
  if (document.deleted && !(action === 'read')) return false
  const reached = document.areas.filter((area) => reachesArea(actor, area))
  return action === 'create' && subject.kind === 'formulario'
    ? reached.length === document.areas.length
    : reached.length > 0
}

/**
 * Checks whether an actor may answer a form (part 1, point 6): everyone if it is public; otherwise staff with the right
 * and the form's *first* area, or ROLE_ADMIN; with the citizen portal also citizens and all staff with the right.
 */
export function mayAnswer(actor: Actor, action: Action, template: FormLike, right: boolean): boolean {
  if (action !== 'create' || template.deleted) return false
  if (isOpenTo(actor, template)) return true
  if (!right || actor.kind !== 'staff') return false
  if (actor.role === 'ROLE_ADMIN' || template.opcionales.citizenAssociationFromCitizenPortal) return true
  return actor.areas.includes(getFirstArea(template))
}

/**
 * Checks access to an answer (part 3, point 6), in addition to the role's right:
 *
 * | actor | access |
 * |---|---|
 * | ROLE_ADMIN | all answers |
 * | ROLE_SUPERVISOR_ELEVADO, ROLE_TESORERIA | answers of their municipalities |
 * | other staff | answers whose first area is theirs, and portal answers of their municipalities |
 * | roles limited to own answers | of these answers, only their own |
 * | citizen | answers of their municipality about them, unless only claimed by a device |
 */
export function mayAccessAnswer(actor: Actor, answer: AnswerLike): boolean {
  switch (actor.kind) {
    case 'public':
      return false
    case 'citizen':
      return isOwnOfCitizen(actor, answer)
    case 'staff':
      if (isLimitedToOwnAnswers(actor.role) && answer.authorId !== actor.id) return false
      return (
        reachesArea(actor, getFirstArea(answer)) ||
        (isFromPortal(answer) && municipalitiesOf(actor).includes(municipalityOfDocument(answer)))
      )
  }
}

/**
 * Checks access to a user. ROLE_ADMIN may access all users. ROLE_SUPERVISOR_ELEVADO reads users of their
 * municipalities, and changes these users unless they are administrators or also belong to other municipalities. This
 * prevents users from granting rights above their own (part 1, point 5).
 */
export function mayAccessUser(actor: Actor, action: Action, user: UserLike): boolean {
  if (actor.kind !== 'staff') return false
  if (actor.role === 'ROLE_ADMIN') return true
  const ownMunicipalityPaths = municipalitiesOf(actor)
  const targetMunicipalityPaths = municipalitiesOf({ municipality: user.municipalityPath, areas: user.areas })
  if (action === 'read')
    return targetMunicipalityPaths.some((municipality) => ownMunicipalityPaths.includes(municipality))
  return (
    targetMunicipalityPaths.every((municipality) => ownMunicipalityPaths.includes(municipality)) &&
    !user.roles.includes('ROLE_ADMIN')
  )
}

function isOpenTo(actor: Actor, form: FormLike): boolean {
  if (form.deleted) return false
  const { publico, citizenAssociationFromCitizenPortal } = form.opcionales
  if (publico) return true
  const isOfPortal = actor.kind === 'citizen' && citizenAssociationFromCitizenPortal
  return isOfPortal && municipalityOfDocument(form) === actor.municipality
}

/**
 * Checks whether an answer is about this citizen. An unverified id claimed by a device does not count, because a
 * typing error would show the answer to a stranger.
 */
function isOwnOfCitizen({ citizenId, municipality }: CitizenActor, answer: AnswerLike): boolean {
  const { datosCiudadano } = answer
  return (
    datosCiudadano?.id === citizenId &&
    datosCiudadano._source !== CITIZEN_SOURCE.claimed &&
    municipalityOfDocument(answer) === municipality
  )
}

function reachesArea(staff: Staff, area: AreaPath): boolean {
  const reach = findRoleReach(staff.role)
  if (reach === 'municipalities') return municipalitiesOf(staff).includes(getMunicipality(area))
  return reach === 'everything' || staff.areas.includes(area)
}

/** Checks whether an answer arrived through the citizen portal, which always sets `portalCiudadanoData`. */
function isFromPortal(answer: AnswerLike): boolean {
  return answer.portalCiudadanoData !== undefined
}
