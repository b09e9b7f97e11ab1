import { isUnchecked } from '#domain/citizens/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer, IncidentFacts } from '#domain/answers/index.ts'
import { precedingJobIds, MAX_INCIDENT_WAIT_MS } from '#domain/jobs/judge/index.ts'
import { toMilliseconds } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf, IncidentKind } from '#domain/jobs/index.ts'
import type { Store } from '../ports.ts'

/** First delay of an incident that is not complete yet, in milliseconds. */
export const FIRST_INCIDENT_DELAY_MS = 5_000
/** Later delays, as a share of the time already waited, so that the retries of thousands of jobs are spread. */
const PART = 1 / 4

/**
 * Milliseconds that an incident still has to wait for registry and geocoder; 0 when neither is pending, or the patience
 * is over.
 */
export async function computeIncidentWait(
  store: Store,
  answer: Answer,
  { waitsUntil }: JobOf<IncidentKind>['payload'],
  now: number,
): Promise<number> {
  const left = waitsUntil === undefined ? 0 : toMilliseconds(waitsUntil) - now
  // Ignores a deadline that is too far ahead, which was written by a wrong clock.
  if (left <= 0 || left > MAX_INCIDENT_WAIT_MS) return 0
  const asked = precedingJobIds(answer).map((id) => keys.job(id))
  const found = await store.getMany(asked)
  if (!asked.some((key) => found.get(key)?.state === 'waiting')) return 0
  return Math.min(left, Math.max(FIRST_INCIDENT_DELAY_MS, (MAX_INCIDENT_WAIT_MS - left) * PART))
}

/** Facts for an incident: name and types of the form version, and the citizen if the registry knows them. */
export async function incidentFacts(
  store: Store,
  answer: Answer,
  home: (() => string) | undefined,
): Promise<IncidentFacts> {
  const version = keys.templateVersion(answer.idPlantilla, answer.templateVersion)
  const place = keys.municipality(municipalityOfDocument(answer))
  const found = await store.getMany([version, place])
  const { datosCiudadano: citizen } = answer
  return {
    username: found.get(version)?.muniCore?.username,
    municipalityId: found.get(place)?.idMuniCore,
    url: home === undefined ? undefined : `${home()}/ver/${answer.id}`,
    citizen: citizen === undefined || isUnchecked(citizen) ? undefined : citizen.id,
  }
}
