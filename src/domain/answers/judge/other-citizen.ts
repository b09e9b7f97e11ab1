import type { Correction } from '../../corrections/correction.ts'
import type { Answer } from '../documents/answer.ts'
import { ok, type Result } from '../../kernel/result.ts'
import { type FoundDocuments, type Key, keys, type Write } from '../../store/index.ts'
import type { Correct, Edit } from '../../sync/mutation.ts'
import { countedKeys, newCounterKeys, moveCitizenCount } from './citizen-keys.ts'
import { deleteUnsettled } from './settle-citizen.ts'
import { findLimitProblem } from './limit-problem.ts'

/** Returns the keys needed when a change replaces an answer's citizen. */
export function citizenChangeKeys(answer: Answer, { correction: { citizen } }: Correct | Edit): readonly Key[] {
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
export function replaceCitizen(
  { answer, found }: { readonly answer: Answer; readonly found: FoundDocuments },
  { citizen }: Correction,
  { datosCiudadano: after }: Answer,
): Result<readonly Write[]> {
  if (citizen === undefined) return ok([])
  const { idPlantilla, datosCiudadano: before } = answer
  const template = found.get(keys.template(idPlantilla))
  const hasAnswered = newCounterKeys(idPlantilla, before, after).some((key) => found.get(key) !== undefined)
  const full =
    template === undefined
      ? null
      : findLimitProblem({ opcionales: { ...template.opcionales, limitResponses: false } }, 0, hasAnswered)
  if (full !== null) return { ok: false, problem: full }
  return ok([...moveCitizenCount(idPlantilla, before, after, found), ...deleteUnsettled(answer.id, found)])
}
