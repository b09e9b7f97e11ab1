import { isUnchecked, numberOf } from '#domain/citizens/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { citizenCheckedUnit } from '#domain/answers/judge/index.ts'
import {
  ok,
  PUBLIC_AUTHOR,
  toInstant,
  toMilliseconds,
  userIdSchema,
  type Author,
  type Refusal,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { laterFor } from '../limits/later.ts'
import { NOTHING_TO_DO, type Attempt, type Connectors, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { By } from '../context.ts'
import { noteCitizen, type Named } from './note-citizen.ts'
import { paceOfAnswer, registryOf, turnsOfAnswers, type OwnRegistry } from './registry-for.ts'

type CheckPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Looks up the citizen of a new answer in the registry and writes the result. Safe to repeat: a settled citizen stays.
 * Each lookup is charged to the author, or to the user who set the citizen later, and logged before anything is
 * written, so that submitting answers reveals no more than searching. Does nothing without a registry. Refuses with
 * citizen.search-failed; with request.too-many it is retried later.
 */
export async function checkCitizen(
  ports: CheckPorts,
  connectors: Connectors,
  { answer: id, by }: JobOf<'citizen.check'>['payload'],
  tuning: Tuning,
): Promise<Attempt> {
  const { store, clock } = ports
  const answer = await store.get(keys.answer(id))
  const citizen = answer?.datosCiudadano
  if (answer === undefined || citizen === undefined || !isUnchecked(citizen)) return NOTHING_TO_DO
  const number = numberOf(citizen)
  const found = await lookUpFor(ports, connectors, { answer, number, asker: by ?? answer.authorId }, tuning)
  if (found === undefined) return NOTHING_TO_DO
  if (!found.ok) return found
  await store.commit(citizenCheckedUnit(id, number, found.value, toInstant(clock())))
  return ok({ id: found.value?.id ?? '' })
}

/** A lookup for an answer, charged to the rate limit of the user who caused it. */
type Look = { readonly answer: Answer; readonly number: string; readonly asker: Author }
type Found = Awaited<ReturnType<OwnRegistry['find']>> | (Refusal & { readonly waits: number })

/**
 * Charges and logs the lookup. Refuses with citizen.search-failed; request.too-many waits. @returns undefined without a
 * registry
 */
export async function lookUpFor(
  ports: CheckPorts,
  connectors: Connectors,
  { answer, number, asker }: Look,
  tuning: Tuning,
): Promise<Found | undefined> {
  const { store, clock } = ports
  const municipality = municipalityOfDocument(answer)
  const registry = await registryOf({ store, connectors }, municipality)
  if (!registry.ok) return undefined
  const paced = await paceOfAnswer(ports, { ...answer, authorId: asker as Answer['authorId'] }, tuning)
  if (!paced.ok) {
    const noTurnLost = turnsOfAnswers(tuning.citizensBurst) * tuning.citizensInterval
    const waited = clock() - toMilliseconds(answer.lastUpdate)
    return { ...paced, waits: laterFor(paced.problem, waited, { noTurnLost, longest: tuning.jobLongestDelay }) }
  }
  const found = await registry.value.find({ dni: number })
  if (!found.ok) return found
  const details = { by: 'answer', found: found.value !== null, answer: answer.id }
  const act = { action: 'citizen.looked-up', municipality, id: found.value?.id, details } as const
  await noteCitizen(ports, await authorOf(ports, asker), act)
  return found
}

/** The client address of the answer is no longer known: its arrival is another log entry. */
async function authorOf({ store }: CheckPorts, authorId: Author): Promise<By<Named>> {
  const user = authorId === PUBLIC_AUTHOR ? undefined : await store.get(keys.user(authorId))
  return { user: user ?? { id: userIdSchema.parse(authorId), userMuniCore: authorId }, address: undefined }
}
