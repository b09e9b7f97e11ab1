import { isUnverifiedCitizen, getRegistryNumber } from '#domain/citizens/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { applyCitizenCheckUnit } from '#domain/answers/judge/index.ts'
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
import { computeRetryDelay } from '../limits/retry-delay.ts'
import { JOB_NOT_NEEDED, type JobResult, type Connectors, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { Requester } from '../context.ts'
import { logCitizenAccess, type AuditedUser } from './note-citizen.ts'
import {
  limitRegistryLookup,
  findRegistry,
  computeAnswerLookupBurst,
  type MunicipalityCitizenRegistry,
} from './registry-for.ts'

type CheckPorts = Pick<Ports, 'store' | 'clock'>

/**
 * Looks up the unverified citizen of an answer in the registry and stores the result; a citizen already settled stays
 * unchanged. Each lookup counts towards the rate limit of the author, or of the user who last set the citizen, and is
 * logged before anything is written, so that submitting answers reveals no more than searching. Does nothing without a
 * registry. Refuses with citizen.search-failed; with request.too-many, the lookup is retried later.
 */
export async function checkCitizen(
  ports: CheckPorts,
  connectors: Connectors,
  { answer: id, by }: JobOf<'citizen.check'>['payload'],
  tuning: Tuning,
): Promise<JobResult> {
  const { store, clock } = ports
  const answer = await store.get(keys.answer(id))
  const citizen = answer?.datosCiudadano
  if (answer === undefined || citizen === undefined || !isUnverifiedCitizen(citizen)) return JOB_NOT_NEEDED
  const number = getRegistryNumber(citizen)
  const reply = await lookUpCitizen(ports, connectors, { answer, number, asker: by ?? answer.authorId }, tuning)
  if (reply === undefined) return JOB_NOT_NEEDED
  if (!reply.ok) return reply
  await store.commit(applyCitizenCheckUnit(id, number, reply.value, toInstant(clock())))
  return ok({ id: reply.value?.id ?? '' })
}

/** A lookup for an answer. `asker`: the user whose rate limit it counts for. */
type CitizenCheck = { readonly answer: Answer; readonly number: string; readonly asker: Author }
type RegistryReply = Awaited<ReturnType<MunicipalityCitizenRegistry['find']>> | (Refusal & { readonly waits: number })

/**
 * Counts and logs a lookup, and asks the registry. Refuses with citizen.search-failed, or with request.too-many and
 * `waits`.
 * @returns undefined without a registry
 */
export async function lookUpCitizen(
  ports: CheckPorts,
  connectors: Connectors,
  { answer, number, asker }: CitizenCheck,
  tuning: Tuning,
): Promise<RegistryReply | undefined> {
  const { store, clock } = ports
  const municipality = municipalityOfDocument(answer)
  const registry = await findRegistry({ store, connectors }, municipality)
  if (!registry.ok) return undefined
  const limitResult = await limitRegistryLookup(ports, { ...answer, authorId: asker as Answer['authorId'] }, tuning)
  if (!limitResult.ok) {
    const noTurnLost = computeAnswerLookupBurst(tuning.citizensBurst) * tuning.citizensInterval
    const waited = clock() - toMilliseconds(answer.lastUpdate)
    return {
      ...limitResult,
      waits: computeRetryDelay(limitResult.problem, waited, { noTurnLost, longest: tuning.jobLongestDelay }),
    }
  }
  const result = await registry.value.find({ dni: number })
  if (!result.ok) return result
  const details = { by: 'answer', found: result.value !== null, answer: answer.id }
  const act = { action: 'citizen.looked-up', municipality, id: result.value?.id, details } as const
  await logCitizenAccess(ports, await readNamedAuthor(ports, asker), act)
  return result
}

/** The author for the audit log. The network address is missing, because lookups run in a job after the request. */
async function readNamedAuthor({ store }: CheckPorts, authorId: Author): Promise<Requester<AuditedUser>> {
  const user = authorId === PUBLIC_AUTHOR ? undefined : await store.get(keys.user(authorId))
  return { user: user ?? { id: userIdSchema.parse(authorId), userMuniCore: authorId }, address: undefined }
}
