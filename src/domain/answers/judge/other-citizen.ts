import type { Correction } from '../../corrections/correction.ts'
import type { Answer } from '../documents/answer.ts'
import { ok, type Result } from '../../kernel/result.ts'
import { type Found, type Key, keys, type Write } from '../../store/index.ts'
import type { Correct, Edit } from '../../sync/mutation.ts'
import { countedKeys, newKeys, recounted } from './citizen-keys.ts'
import { settledWith } from './settle-citizen.ts'
import { whyFull } from './why-full.ts'

/** Returns the keys needed when a change replaces an answer's citizen. */
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
 * Returns the writes that follow from replacing an answer's citizen: updates the counters and drops the open question
 * about the old citizen. Refuses with answer.already-answered if the new citizen has answered a single-answer form.
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
