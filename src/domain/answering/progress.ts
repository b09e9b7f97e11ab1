import type { FormTemplate } from '../templates/documents/template.ts'
import type { Section } from '../templates/documents/section.ts'
import { listAcceptedAttachments } from '../questions/attachments.ts'
import { checkValue, isAnswered } from '../questions/question-value.ts'
import { acceptsAnswerValue } from '../questions/complete.ts'
import type { AnswerValues } from '../answers/documents/values.ts'
import { listAskedQuestionsInSection } from './walk.ts'

export type Progress = { readonly answered: number; readonly total: number }

/**
 * Numbers of answered and of all asked questions of a section. Headings and links count only if they request an
 * attachment; questions with invalid values count as not answered.
 */
export function computeSectionProgress(section: Section, content: AnswerValues): Progress {
  const requestedPlaces = listAskedQuestionsInSection(section, content).filter(
    ({ question }) => acceptsAnswerValue(question) || listAcceptedAttachments(question).length > 0,
  )
  const answered = requestedPlaces.filter(({ question, address }) => {
    const value = content.values[address]
    return value !== undefined && isAnswered(question, value) && checkValue(question, value).ok
  }).length
  return { answered, total: requestedPlaces.length }
}

/** Progress over the whole form. */
export function computeProgress(template: Pick<FormTemplate, 'secciones'>, content: AnswerValues): Progress {
  const sections = template.secciones.map((section) => computeSectionProgress(section, content))
  return sections.reduce(
    (sum, section) => ({ answered: sum.answered + section.answered, total: sum.total + section.total }),
    {
      answered: 0,
      total: 0,
    },
  )
}
