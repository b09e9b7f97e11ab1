import { actorOfUser, can, seesOnlyOwnAnswers } from '../../access/index.ts'
import {
  hasSameNumber,
  isSameCitizen,
  isUnverifiedCitizen,
  getRegistryNumber,
  linkToRegistry,
  removeUnverifiedId,
} from '../../citizens/registered.ts'
import type { RegisteredCitizen } from '../../citizens/registry-calls.ts'
import type { Answer } from '../documents/answer.ts'
import { CITIZEN_SOURCE } from '../../citizens/documents/source.ts'
import type { Citizen } from '../../citizens/documents/citizen.ts'
import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { UnsettledCitizen } from '../../citizens/documents/unsettled.ts'
import type { User } from '../../users/documents/user.ts'
import type { AnswerId, UserId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import { ok, refuse, type Result } from '../../kernel/result.ts'
import { type FoundDocuments, type Key, keys, remove, set, type Unit, type Write } from '../../store/index.ts'
import { mergeCitizenCounterKeys, moveCitizenCount } from './citizen-keys.ts'

/**
 * Applies the registry's result to an answer's citizen. Repeated or outdated results change nothing.
 *
 * | registry has | result |
 * |---|---|
 * | the same name | linked: typed data is kept, missing data is added |
 * | no entry, another name, or an id other than the sent id | the sent id is dropped, a user decides |
 *
 * The version does not change, so that linking causes no conflict with corrections.
 * @param requested the number that was looked up
 */
export function applyCitizenCheckUnit(
  id: AnswerId,
  requested: string,
  found: RegisteredCitizen | null,
  now: Instant,
): Unit<void> {
  const key = keys.answer(id)
  return {
    keysFor: (stored) => {
      const answer = stored.get(key)
      const tied = answer === undefined ? undefined : toCheckedAnswer(answer, found)
      return [key, keys.unsettled(id), ...(answer === undefined ? [] : listCitizenCountKeys(answer, tied))]
    },
    decide: (stored) => {
      const nothing = { result: undefined, writes: [] }
      const answer = stored.get(key)
      const citizen = answer?.datosCiudadano
      if (
        answer === undefined ||
        citizen === undefined ||
        !isUnverifiedCitizen(citizen) ||
        getRegistryNumber(citizen) !== requested
      )
        return nothing
      if (stored.get(keys.unsettled(id)) !== undefined) return nothing
      const checked = toCheckedAnswer(answer, found)
      const writes = checked === answer ? [] : [set(key, checked), ...moveCitizenCounts(answer, checked, stored)]
      const hadRegisteredCitizen = checked.datosCiudadano?.id !== undefined
      const left = checked.datosCiudadano ?? citizen
      const open = hadRegisteredCitizen ? [] : [set(keys.unsettled(id), buildUnsettled(checked, left, found, now))]
      return { result: undefined, writes: [...writes, ...open] }
    },
  }
}

/** Links the citizen when the registry has this name and no other id was sent. Otherwise drops the sent id. */
function toCheckedAnswer(answer: Answer, found: RegisteredCitizen | null): Answer {
  const citizen = answer.datosCiudadano
  if (citizen === undefined) return answer
  const isTheirs = citizen.id === undefined || citizen.id === found?.id
  if (found !== null && isTheirs && isSameCitizen(citizen, found)) return linkAnswerToRegistry(answer, found)
  return citizen.id === undefined ? answer : { ...answer, datosCiudadano: removeUnverifiedId(citizen) }
}

/** User's decision about a citizen who could not be verified. */
export type SettleDecision =
  /** the registry's entry */
  | { readonly how: 'registered'; readonly citizen: RegisteredCitizen; readonly number: string }
  /** newly created in the registry */
  | { readonly how: 'created'; readonly citizen: RegisteredCitizen }
  /** as typed, not in the registry */
  | { readonly how: 'typed' }

/**
 * Applies a user's decision about an answer's citizen. Only the first decision counts. Refuses with answer.missing if
 * the user may not correct the answer, and with citizen.settled if nothing is open or the citizen was replaced since.
 * Choosing a registry entry with another name creates a new version of the answer.
 */
export function settleCitizenUnit(
  { id, citizen: seen }: { readonly id: AnswerId; readonly citizen: Citizen },
  decision: SettleDecision,
  by: UserId,
  now: Instant,
): Unit<Result<{ readonly citizen: Citizen }>> {
  const key = keys.answer(id)
  return {
    keysFor: (stored) => {
      const answer = stored.get(key)
      return [
        key,
        keys.unsettled(id),
        keys.user(by),
        ...(answer === undefined
          ? []
          : [
              keys.answerVersion(id, answer.version),
              ...listCitizenCountKeys(answer, toSettledAnswer(answer, decision)),
            ]),
      ]
    },
    decide: (stored) => {
      const [answer, user] = [stored.get(key), stored.get(keys.user(by))]
      const open = stored.get(keys.unsettled(id))
      if (answer === undefined || user === undefined || !maySettleCitizen(user, answer))
        return { result: refuse('answer.missing'), writes: [] }
      const citizen = answer.datosCiudadano
      // The registry's result is valid only for the citizen that was looked up.
      const isSeen = citizen !== undefined && hasSameNumber(citizen, seen) && isSameCitizen(citizen, seen)
      if (open === undefined || !isSeen) return { result: refuse('citizen.settled'), writes: [] }
      const settled = toSettledAnswer(answer, decision)
      const isOther = decision.how === 'registered' && !isSameCitizen(citizen, decision.citizen)
      const { changedBy: _, ...rest } = settled
      const next: Answer = isOther ? { ...rest, version: answer.version + 1, lastUpdate: now } : settled
      return {
        result: ok({ citizen: next.datosCiudadano ?? citizen }),
        writes: [
          set(key, next),
          ...(isOther ? [set(keys.answerVersion(id, answer.version), answer)] : []),
          remove(keys.unsettled(id)),
          ...moveCitizenCounts(answer, next, stored),
        ],
      }
    },
  }
}

/**
 * Checks whether a user may decide about an answer's citizen: the user may correct the answer, and sees the answers of
 * others.
 */
export function maySettleCitizen(
  user: User,
  answer: Pick<Answer, 'areas' | 'authorId' | 'portalCiudadanoData'>,
): boolean {
  const actor = actorOfUser(user)
  return !seesOnlyOwnAnswers(actor) && can(actor, 'correct', { kind: 'respuesta', document: answer })
}

/** Deletes the pending decision about an answer's citizen. */
export function deleteUnsettledCitizen(id: AnswerId, stored: FoundDocuments): readonly Write[] {
  return stored.get(keys.unsettled(id)) === undefined ? [] : [remove(keys.unsettled(id))]
}

function buildUnsettled(
  answer: Answer,
  citizen: Citizen,
  found: RegisteredCitizen | null,
  instant: Instant,
): UnsettledCitizen {
  return {
    answer: answer.id,
    template: answer.idPlantilla,
    titulo: answer.titulo,
    codigoMunicipio: answer.codigoMunicipio,
    authorId: answer.authorId,
    areas: answer.areas,
    municipality: municipalityOfDocument(answer),
    citizen,
    reason: found === null ? 'not-found' : 'other-name',
    ...(found === null ? {} : { found: found.id }),
    at: instant,
  }
}

function linkAnswerToRegistry(answer: Answer, found: RegisteredCitizen): Answer {
  return answer.datosCiudadano === undefined
    ? answer
    : { ...answer, datosCiudadano: linkToRegistry(answer.datosCiudadano, found) }
}

function toSettledAnswer(answer: Answer, decision: SettleDecision): Answer {
  const citizen = answer.datosCiudadano
  if (citizen === undefined) return answer
  if (decision.how === 'typed') return { ...answer, datosCiudadano: { ...citizen, _source: CITIZEN_SOURCE.confirmed } }
  const number = decision.how === 'registered' ? decision.number : getRegistryNumber(citizen)
  return { ...answer, datosCiudadano: linkToRegistry(citizen, decision.citizen, number) }
}

function listCitizenCountKeys(before: Answer, after: Answer = before): readonly Key[] {
  return mergeCitizenCounterKeys(before.idPlantilla, before.datosCiudadano, after.datosCiudadano)
}

function moveCitizenCounts(before: Answer, after: Answer, stored: FoundDocuments): readonly Write[] {
  return moveCitizenCount(before.idPlantilla, before.datosCiudadano, after.datosCiudadano, stored)
}
