import { isUnchecked } from '#domain/citizens/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer, IncidentFacts } from '#domain/answers/index.ts'
import { askedOf, INCIDENT_PATIENCE } from '#domain/jobs/judge/index.ts'
import { toMilliseconds } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf, ToldKind } from '#domain/jobs/index.ts'
import type { Store } from '../ports.ts'

/** Milliseconds after which an incident that was early is looked at again, at first… */
export const EARLY_WAIT = 5_000
/** …and then after such a part of the time that it has waited: thousands may. */
const PART = 1 / 4

/** Milliseconds that an answer's job waits for registry and geocoder; 0 when it does not, or their time is over. */
export async function waitOfEarly(
  store: Store,
  answer: Answer,
  { waitsUntil }: JobOf<ToldKind>['payload'],
  now: number,
): Promise<number> {
  const left = waitsUntil === undefined ? 0 : toMilliseconds(waitsUntil) - now
  // Put there by a clock that was ahead, it is no reason to wait.
  if (left <= 0 || left > INCIDENT_PATIENCE) return 0
  const asked = askedOf(answer).map((id) => keys.job(id))
  const found = await store.getMany(asked)
  if (!asked.some((key) => found.get(key)?.state === 'waiting')) return 0
  return Math.min(left, Math.max(EARLY_WAIT, (INCIDENT_PATIENCE - left) * PART))
}

/** An incident's facts: under the form version's name, which has its types; with a citizen of the registry only. */
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
