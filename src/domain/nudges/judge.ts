import { actorOfUser, can, municipalitiesOf } from '../access/index.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { Country, Municipality } from '../places/documents/location.ts'
import type { DeletedAnswer } from '../answers/documents/deleted.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { HeldAnswer } from '../answers/documents/held.ts'
import type { ErasedAnswer } from '../privacy/documents.ts'
import { listErasureReachValues } from '../privacy/reach.ts'
import type { SentCopies } from '../answers/documents/sent-copies.ts'
import type { User } from '../users/documents/user.ts'
import { getCountry } from '../kernel/path-parts.ts'
import type { StoredDocument } from '../store/index.ts'
import { mayDecideHeldAnswer } from '../answers/judge/decide-held.ts'
import { type StoredDeviceReport, canOverseeDevice } from '../devices/fleet.ts'
import type { NudgeTopic } from './topics.ts'
import { remoteConfigSchema } from '../sync/profile.ts'

/** Written document with its collection, and its previous version if known. */
export type WrittenDocument = {
  readonly collection: string
  readonly document: StoredDocument
  readonly before?: StoredDocument | undefined
}

/**
 * Returns the topics that a listener must fetch again after a write, by the rules of `can`. A missing topic only delays
 * the update.
 */
export function findChangedTopics(
  user: User,
  { collection, document, before }: WrittenDocument,
): readonly NudgeTopic[] {
  switch (collection) {
    case 'formularios':
      return (document as FormTemplate).areas.some((area) => user.areas.includes(area)) ? ['pull'] : []
    case 'respuestas_formularios':
      return listAnswerTopics(user, document as Answer)
    case 'held': {
      const held = document as HeldAnswer
      return [
        ...(held.answer.authorId === user.id ? (['pull'] as const) : []),
        ...(mayDecideHeldAnswer(user, held) ? (['held'] as const) : []),
      ]
    }
    case 'deleted': {
      const deleted = document as DeletedAnswer
      return [...(deleted.authorId === user.id ? (['pull'] as const) : []), ...listReadTopics(user, deleted)]
    }
    case 'erased':
      return isErasureFor(user, document as ErasedAnswer) ? ['pull'] : []
    case 'copies':
      return listReadTopics(user, document as SentCopies)
    case 'devices':
      return canOverseeDevice(user, document as StoredDeviceReport) ? ['devices'] : []
    case 'municipios': {
      const municipality = document as Municipality
      const isTheirs = municipalitiesOf(actorOfUser(user)).includes(municipality.path)
      return isTheirs && isOtherPlace(before as Municipality | undefined, municipality) ? ['pull'] : []
    }
    case 'paises':
      return (document as Country).path === getCountry(user.municipalityPath) ? ['pull'] : []
    // The collection also contains counters.
    case 'settings':
      return remoteConfigSchema.safeParse(document).success ? ['pull'] : []
    default:
      return []
  }
}

function isErasureFor(user: User, { reach }: ErasedAnswer): boolean {
  const own = listErasureReachValues(actorOfUser(user))
  return reach.some((place) => own.includes(place))
}

/** Checks whether a municipality's facts differ. Ignores the last code number, which changes with each answer. */
function isOtherPlace(
  before: Municipality | undefined,
  { nombre, idMuniCore, inhabilitado, settings }: Municipality,
): boolean {
  return (
    before === undefined ||
    before.nombre !== nombre ||
    before.idMuniCore !== idMuniCore ||
    before.inhabilitado !== inhabilitado ||
    JSON.stringify(before.settings) !== JSON.stringify(settings)
  )
}

/** Checks whether the change affects the user's profile; ignores the time of the last sign-in. */
export function changesProfile(before: User, after: User): boolean {
  const facts = ({
    roles,
    areas,
    municipalityPath,
    email,
    userMuniCore,
    firstName,
    lastName,
    inspectorID,
  }: User): string =>
    JSON.stringify([roles, areas, municipalityPath, email, userMuniCore, firstName, lastName, inspectorID])
  return facts(before) !== facts(after)
}

/** Topics of documents related to an answer, for users who may read it. */
function listReadTopics(
  user: User,
  { areas, authorId }: Pick<DeletedAnswer, 'areas' | 'authorId'>,
): readonly NudgeTopic[] {
  const draft = { areas, authorId, datosCiudadano: undefined, portalCiudadanoData: undefined }
  return can(actorOfUser(user), 'read', { kind: 'respuesta', document: draft }) ? ['answers'] : []
}

/**
 * Topics of an answer. The device that sent a new answer already has it, so the author gets `pull` only for later
 * changes.
 */
function listAnswerTopics(user: User, answer: Answer): readonly NudgeTopic[] {
  const isOwn = answer.authorId === user.id && answer.version > 1
  const seen = can(actorOfUser(user), 'read', { kind: 'respuesta', document: answer })
  return [...(isOwn ? (['pull'] as const) : []), ...(seen ? (['answers'] as const) : [])]
}
