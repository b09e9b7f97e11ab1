import type { FormTemplate } from '../templates/documents/template.ts'
import type { Question } from '../questions/documents.ts'
import { listAcceptedAttachments } from '../questions/attachments.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import { acceptsAnswerValue } from '../questions/complete.ts'
import { listAllPlacedQuestions } from './walk.ts'

/**
 * Checks whether a form marks its optional questions instead of the required questions. It does if most but not all
 * questions are required.
 */
export function marksOptionalQuestions(form: Pick<FormTemplate, 'secciones'>): boolean {
  const requestedPlaces = listAllPlacedQuestions(form).filter(
    ({ question }) => acceptsAnswerValue(question) || listAcceptedAttachments(question).length > 0,
  )
  const required = requestedPlaces.filter(({ question }) => question.required).length
  return required > requestedPlaces.length / 2 && required < requestedPlaces.length
}

/** Mark of a question before it is answered; none for headings, links and combined questions with marked fields. */
export function pickRequiredMark(
  question: Question,
  optionalMarked: boolean,
): 'answer' | 'attachment' | 'optional' | undefined {
  const takesFile = listAcceptedAttachments(question).length > 0
  if (!takesFile && !acceptsAnswerValue(question)) return undefined
  if (listCombinedInputs(question).some(({ required }) => required)) return undefined
  if (optionalMarked) return question.required ? undefined : 'optional'
  if (!question.required) return undefined
  return takesFile ? 'attachment' : 'answer'
}
