import { lacksAddress } from '#domain/places/index.ts'
import { spendUnit } from '#domain/limits/judge.ts'
import { ok, PUBLIC_AUTHOR, toMilliseconds } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { selectGeocoder } from '../maps/geocoder-of.ts'
import { publicGeocodeMeasures } from '../maps/public-geocodes.ts'
import { JOB_NOT_NEEDED, type JobResult, type Connectors, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import { computeRetryDelay } from '../limits/later.ts'

/**
 * Finds the address of an answer's point with the geocoder. Public answers have their own rate limit; above it the job
 * waits. Refuses like the geocoder.
 */
export async function resolveLocation(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { geocoders, ofPublic }: Connectors,
  { payload, municipality }: JobOf<'location.resolve'>,
  tuning: Tuning,
): Promise<JobResult> {
  const answer = await store.get(keys.answer(payload.answer))
  // The answer was deleted, or already has an address.
  if (answer === undefined || !lacksAddress(answer.ubicacion)) return JOB_NOT_NEEDED
  const ofAnswer = answer.opcionales.publico ? (ofPublic?.geocoders ?? geocoders) : geocoders
  const asked = await selectGeocoder(store, ofAnswer, municipality)
  if (!asked.ok) return asked
  if (answer.authorId === PUBLIC_AUTHOR) {
    const measures = await publicGeocodeMeasures(tuning, answer.idPlantilla, municipality)
    const paced = await store.commit(spendUnit(measures, clock()))
    const [longest, waited] = [tuning.jobLongestDelay, clock() - toMilliseconds(answer.receivedAt)]
    if (!paced.ok)
      return { ...paced, waits: computeRetryDelay(paced.problem, waited, { noTurnLost: longest, longest }) }
  }
  const found = await asked.value.geocoder.addressOf(payload.latlng)
  return found.ok ? ok({ id: found.value.direccion ?? '' }) : found
}
