import type { FormTemplate } from '../templates/documents/template.ts'
import type { Question } from '../questions/documents.ts'
import { acceptedAttachments } from '../questions/attachments.ts'
import { combinedInputs } from '../questions/question-types/combined.ts'
import { takesAnswer } from '../questions/complete.ts'
import { everyPlace } from './walk.ts'

/**
 * Checks whether a form marks its optional questions instead of the required questions. It does if most but not all
 * questions are required.
 */
export function marksOptional(form: Pick<FormTemplate, 'secciones'>): boolean {
  const requestedPlaces = everyPlace(form).filter(
    ({ question }) => takesAnswer(question) || acceptedAttachments(question).length > 0,
  )
  const required = requestedPlaces.filter(({ question }) => question.required).length
  return required > requestedPlaces.length / 2 && required < requestedPlaces.length
}

/** Mark of a question before it is answered; none for headings, links and combined questions with marked fields. */
export function pickRequiredMark(
  question: Question,
  optionalMarked: boolean,
): 'answer' | 'attachment' | 'optional' | undefined {
  const takesFile = acceptedAttachments(question).length > 0
  if (!takesFile && !takesAnswer(question)) return undefined
  if (combinedInputs(question).some(({ required }) => required)) return undefined
  if (optionalMarked) return question.required ? undefined : 'optional'
  if (!question.required) return undefined
  return takesFile ? 'attachment' : 'answer'
}
