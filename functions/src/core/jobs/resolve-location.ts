import { lacksAddress } from '#domain/places/index.ts'
import { spending } from '#domain/limits/judge.ts'
import { ok, PUBLIC_AUTHOR, toMilliseconds } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { geocoderOf } from '../maps/geocoder-of.ts'
import { publicGeocode } from '../maps/public-geocodes.ts'
import { NOTHING_TO_DO, type Attempt, type Connectors, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import { laterFor } from '../limits/later.ts'

/**
 * Finds the address of an answer's point with the geocoder. Public answers have their own rate limit; above it the job
 * waits. Refuses like the geocoder.
 */
export async function resolveLocation(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { geocoders, ofPublic }: Connectors,
  { payload, municipality }: JobOf<'location.resolve'>,
  tuning: Tuning,
): Promise<Attempt> {
  const answer = await store.get(keys.answer(payload.answer))
  // The answer was deleted, or already has an address.
  if (answer === undefined || !lacksAddress(answer.ubicacion)) return NOTHING_TO_DO
  const ofAnswer = answer.opcionales.publico ? (ofPublic?.geocoders ?? geocoders) : geocoders
  const asked = await geocoderOf(store, ofAnswer, municipality)
  if (!asked.ok) return asked
  if (answer.authorId === PUBLIC_AUTHOR) {
    const measures = await publicGeocode(tuning, answer.idPlantilla, municipality)
    const paced = await store.commit(spending(measures, clock()))
    const [longest, waited] = [tuning.jobLongestDelay, clock() - toMilliseconds(answer.receivedAt)]
    if (!paced.ok) return { ...paced, waits: laterFor(paced.problem, waited, { noTurnLost: longest, longest }) }
  }
  const found = await asked.value.geocoder.addressOf(payload.latlng)
  return found.ok ? ok({ id: found.value.direccion ?? '' }) : found
}
