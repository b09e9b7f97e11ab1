import { isUnchecked, numberOf } from '#domain/citizens/index.ts'
import { municipalityOfDocument } from '#domain/documents/index.ts'
import { citizenCheckedUnit } from '#domain/judgement/index.ts'
import { ok, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Attempt, Connectors, Ports } from '../ports.ts'
import { registryOf } from './registry-for.ts'

/**
 * Asks the registry who the citizen of an answer is that has just come, and writes what follows from it. May happen more than once: what was settled is left alone.
 * A municipality without a registry has nobody to ask, and is done. Refuses with citizen.search-failed.
 */
export async function checkCitizen(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  connectors: Connectors,
  id: AnswerId,
): Promise<Attempt> {
  const answer = await store.get(keys.answer(id))
  const citizen = answer?.datosCiudadano
  if (answer === undefined || citizen === undefined || !isUnchecked(citizen)) return ok({ id: '' })
  const registry = await registryOf({ store, connectors }, municipalityOfDocument(answer))
  if (!registry.ok) return ok({ id: '' })
  const number = numberOf(citizen)
  const found = await registry.value.find({ dni: number })
  if (!found.ok) return found
  await store.commit(citizenCheckedUnit(id, number, found.value, toInstant(clock())))
  return ok({ id: found.value?.id ?? '' })
}
