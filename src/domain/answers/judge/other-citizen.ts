import type { Correction } from '../../corrections/correction.ts'
import type { Answer } from '../documents/answer.ts'
import { ok, type Result } from '../../kernel/result.ts'
import { type Found, type Key, keys, type Write } from '../../store/index.ts'
import type { Correct, Edit } from '../../sync/mutation.ts'
import { countedKeys, newKeys, recounted } from './citizen-keys.ts'
import { settledWith } from './settle-citizen.ts'
import { whyFull } from './why-full.ts'

/** What must be seen when a change puts another citizen into an answer. */
export function keysOfCitizen(answer: Answer, { correction: { citizen } }: Correct | Edit): readonly Key[] {
  if (citizen === undefined) return []
  const { idPlantilla, datosCiudadano } = answer
  return [
    keys.template(idPlantilla),
    keys.unsettled(answer.id),
    ...countedKeys(idPlantilla, datosCiudadano, citizen.value ?? undefined),
  ]
}

/**
 * What follows from another citizen in an answer: it counts for them and not for the one before, and what was open
 * about that one is not. A correction gives no second answer to a form that takes one: answer.already-answered.
 */
export function otherCitizen(
  { answer, found }: { readonly answer: Answer; readonly found: Found },
  { citizen }: Correction,
  { datosCiudadano: after }: Answer,
): Result<readonly Write[]> {
  if (citizen === undefined) return ok([])
  const { idPlantilla, datosCiudadano: before } = answer
  const template = found.get(keys.template(idPlantilla))
  const hasAnswered = newKeys(idPlantilla, before, after).some((key) => found.get(key) !== undefined)
  const full =
    template === undefined
      ? null
      : whyFull({ opcionales: { ...template.opcionales, limitResponses: false } }, 0, hasAnswered)
  if (full !== null) return { ok: false, problem: full }
  return ok([...recounted(idPlantilla, before, after, found), ...settledWith(answer.id, found)])
}
