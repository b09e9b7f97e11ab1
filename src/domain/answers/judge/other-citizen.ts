import type { Correction } from '../../corrections/correction.ts'
import type { Answer } from '../documents/answer.ts'
import { ok, type Result } from '../../kernel/result.ts'
import { type FoundDocuments, type Key, keys, type Write } from '../../store/index.ts'
import type { CorrectMutation, EditMutation } from '../../sync/mutation.ts'
import { mergeCitizenCounterKeys, listNewCounterKeys, moveCitizenCount } from './citizen-keys.ts'
import { deleteUnsettledCitizen } from './settle-citizen.ts'
import { findLimitProblem } from './limit-problem.ts'

/** Returns the keys needed when a change replaces an answer's citizen. */
export function listCitizenChangeKeys(
  answer: Answer,
  { correction: { citizen } }: CorrectMutation | EditMutation,
): readonly Key[] {
  if (citizen === undefined) return []
  const { idPlantilla, datosCiudadano } = answer
  return [
    keys.template(idPlantilla),
    keys.unsettled(answer.id),
    ...mergeCitizenCounterKeys(idPlantilla, datosCiudadano, citizen.value ?? undefined),
  ]
}

/**
 * Returns the writes that follow from replacing an answer's citizen: updates the counters and deletes the pending
 * decision about the old citizen. Refuses with answer.already-answered if the new citizen has answered a single-answer
 * form.
 */
export function buildCitizenReplacementWrites(
  { answer, found }: { readonly answer: Answer; readonly found: FoundDocuments },
  { citizen }: Correction,
  { datosCiudadano: after }: Answer,
): Result<readonly Write[]> {
  if (citizen === undefined) return ok([])
  const { idPlantilla, datosCiudadano: before } = answer
  const template = found.get(keys.template(idPlantilla))
  const hasAnswered = listNewCounterKeys(idPlantilla, before, after).some((key) => found.get(key) !== undefined)
  const full =
    template === undefined
      ? null
      : findLimitProblem({ opcionales: { ...template.opcionales, limitResponses: false } }, 0, hasAnswered)
  if (full !== null) return { ok: false, problem: full }
  return ok([...moveCitizenCount(idPlantilla, before, after, found), ...deleteUnsettledCitizen(answer.id, found)])
}
