import type { RequestStatus } from '../corrections/request-status.ts'
import type { Answer } from '../documents/index.ts'
import type { AnswersLine, AnswerSummary, Standing } from './answers-api.ts'

export function openConflictsOf({ conflicts }: Pick<Answer, 'conflicts'>): number {
  return conflicts.filter((conflict) => conflict.resolved === undefined).length
}

/** What a list needs of an answer: its line, and by what it is judged who may read it. Stores keep it beside the answer, which may be megabytes. */
export type ListedAnswer = {
  readonly idPlantilla: Answer['idPlantilla']
  readonly titulo: string
  readonly summary: AnswerSummary
  /** missing without states */
  readonly standing?: Standing
  /** missing where nothing is asked of the citizen, and nothing was that waits to be approved */
  readonly request?: RequestStatus
} & Pick<Answer, 'areas' | 'authorId' | 'datosCiudadano' | 'portalCiudadanoData' | 'requestsForChanges'>

/** Where an answer stands, and the states that may follow. */
export function standingOf({ actual, disponibles }: NonNullable<Answer['estados']>): Standing {
  const may = new Set(disponibles[actual]?.transiciones)
  return { actual, next: disponibles.filter(({ id }) => may.has(id)).map(({ id, nombre }) => ({ id, nombre })) }
}

export function lineOf({ summary, standing }: Pick<ListedAnswer, 'summary' | 'standing'>): AnswersLine {
  return { ...summary, standing: standing ?? null }
}

/** Whether a person has to decide something: which state follows, or which of two changes stands. */
export function waitsForDecision({
  summary,
  standing,
}: Pick<ListedAnswer, 'standing'> & { readonly summary: Pick<AnswerSummary, 'conflicts'> }): boolean {
  return summary.conflicts > 0 || (standing !== undefined && standing.next.length > 0)
}
