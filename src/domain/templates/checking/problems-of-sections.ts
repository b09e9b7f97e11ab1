import type { Question, Section, TemplateDraft } from '../../documents/index.ts'
import { isSafeLink } from '../../questions/index.ts'
import { isUnsaved } from '../editing/edit-combined.ts'
import { isLink, mayBeRequired } from '../editing/edit-questions.ts'
import type { QuestionPlace, TemplateProblem } from '../form/place.ts'
import { MAX_TOLD_PROBLEMS } from '../form/screen-order.ts'

/** At least one section, and in all of them at least one question. */
export function sectionProblems({ secciones }: TemplateDraft): readonly TemplateProblem[] {
  const place = { kind: 'field', field: 'secciones' } as const
  if (secciones.length === 0) return [{ code: 'template.section-required', place }]
  return secciones.some((section) => placedQuestions(section, 0).length > 0)
    ? []
    : [{ code: 'template.question-required', place }]
}

/** What is wrong with single questions: unsaved blocks, headings that are required, links that lead nowhere. */
export function questionProblems({ secciones }: TemplateDraft): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = []
  for (const [index, section] of secciones.entries()) {
    for (const [place, question] of placedQuestions(section, index)) problems.push(...problemsOf(place, question))
    // They come in the order of the screen: nobody is told of those that follow.
    if (problems.length > MAX_TOLD_PROBLEMS) break
  }
  return problems
}

function problemsOf(place: QuestionPlace, question: Question): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const add = (code: TemplateProblem['code'], field: keyof Question): void =>
    void problems.push({ code, place: { kind: 'question', ...place, field } })
  if (isLink(question) && isBlank(question.tituloLink)) add('template.link-incomplete', 'tituloLink')
  if (isLink(question) && isBlank(question.link)) add('template.link-incomplete', 'link')
  // What answering would show as dead text.
  else if (isLink(question) && !isSafeLink(question.link ?? '')) add('template.link-unsafe', 'link')
  if (question.required && !mayBeRequired(question)) add('template.title-not-required', 'required')
  if (isUnsaved(question)) add('template.combined-unsaved', 'combinedQuestions')
  return problems
}

/** The questions that the section shows: those of its conditions, or its own. */
export function placedQuestions(
  { conditionalSection, conditions, preguntas }: Section,
  section: number,
): readonly (readonly [QuestionPlace, Question])[] {
  if (!conditionalSection) return preguntas.map((asked, question) => [{ section, condition: null, question }, asked])
  return conditions.flatMap(({ questions }, condition) =>
    questions.map((asked, question) => [{ section, condition, question }, asked] as const),
  )
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}
