import { getVisibleText } from '../../kernel/visible-text.ts'
import { QUESTION_TYPE, type CombinedInput, type Question } from '../../questions/documents.ts'
import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { ATTACHMENT_FIELDS } from '../../questions/attachments.ts'
import { isSafeLink } from '../../questions/data-types/link.ts'
import { hasUnsavedBlocks } from '../editing/edit-combined.ts'
import { isHeadingQuestion, isLinkQuestion, canBeRequired, lacksOptions } from '../editing/edit-questions.ts'
import type { QuestionPlace, TemplateProblem } from '../form/place.ts'
import { MAX_PROBLEMS } from '../form/screen-order.ts'

/**
 * Checks the sections: there must be at least one section, and at least one question in total. A conditional section
 * must not be repeatable, because its rows would have no conditions.
 */
export function findSectionProblems({ secciones }: TemplateDraft): readonly TemplateProblem[] {
  const place = { kind: 'field', field: 'secciones' } as const
  if (secciones.length === 0) return [{ code: 'template.section-required', place }]
  const repeated = secciones.flatMap(({ conditionalSection, repetible }, section): readonly TemplateProblem[] =>
    conditionalSection && repetible
      ? [{ code: 'template.conditional-not-repeated', place: { kind: 'section', section, field: 'repetible' } }]
      : [],
  )
  return secciones.some((section) => listPlacedQuestions(section, 0).length > 0)
    ? repeated
    : [{ code: 'template.question-required', place }, ...repeated]
}

/** Checks the questions: unsaved blocks, required questions that cannot be answered, and invalid links. */
export function findQuestionProblems({ secciones }: TemplateDraft): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = []
  for (const [index, section] of secciones.entries()) {
    for (const [place, question] of listPlacedQuestions(section, index))
      problems.push(...checkTextQuestion(place, question))
    // Problems are found in screen order, and later problems would not be reported.
    if (problems.length > MAX_PROBLEMS) break
  }
  return problems
}

function checkTextQuestion(place: QuestionPlace, question: Question): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const add = (code: TemplateProblem['code'], field: keyof Question): void =>
    void problems.push({ code, place: { kind: 'question', ...place, field } })
  if (isLinkQuestion(question) && isBlank(question.tituloLink)) add('template.link-incomplete', 'tituloLink')
  if (isLinkQuestion(question) && isBlank(question.link)) add('template.link-incomplete', 'link')
  // When answering, an unsafe link would be shown as plain text.
  else if (isLinkQuestion(question) && !isSafeLink(question.link ?? '')) add('template.link-unsafe', 'link')
  if (question.required && !canBeRequired(question)) add('template.title-not-required', 'required')
  if (question.required && lacksOptions(question) && !acceptsAttachment(question))
    problems.push({ ...NO_OPTIONS, place: { kind: 'question', ...place, field: 'opciones' } })
  if (hasUnsavedBlocks(question)) add('template.combined-unsaved', 'combinedQuestions')
  return [...problems, ...findInputProblems(place, question)]
}

/** Problem of a required question or input that is answered by choosing an option, but has none. */
const NO_OPTIONS = { code: 'template.input-not-required', details: { lacks: 'options' } } as const

/**
 * Checks the inputs of a combined question. Links, headings and choices without options cannot be answered, so they
 * must not be required, and a required question must not consist only of them.
 */
function findInputProblems(place: QuestionPlace, question: Question): readonly TemplateProblem[] {
  if (question.tipoPregunta !== QUESTION_TYPE.COMBINED) return []
  const code = 'template.input-not-required'
  const { combinedQuestions: blocks = [], required } = question
  const asksNothing = (input: CombinedInput): boolean => isLinkQuestion(input) || isHeadingQuestion(input)
  const hasInputToFill = blocks.some((block) => block.type === 'input' && !asksNothing(block) && !lacksOptions(block))
  const ownProblems: readonly TemplateProblem[] =
    required && !hasInputToFill && !acceptsAttachment(question)
      ? [{ code, place: { kind: 'question', ...place, field: 'required' } }]
      : []
  const inputs = blocks.flatMap((block, index): readonly TemplateProblem[] => {
    if (block.type !== 'input' || !block.required) return []
    const at = { kind: 'block', ...place, block: index } as const
    if (asksNothing(block)) return [{ code, place: { ...at, field: 'required' } }]
    return lacksOptions(block) ? [{ ...NO_OPTIONS, place: { ...at, field: 'opciones' } }] : []
  })
  return [...ownProblems, ...inputs]
}

function acceptsAttachment(question: Question): boolean {
  return ATTACHMENT_FIELDS.some(({ flag }) => question[flag])
}

/** Returns the questions that a section shows: those of its conditions if it is conditional, otherwise its own. */
export function listPlacedQuestions(
  { conditionalSection, conditions, preguntas }: Section,
  section: number,
): readonly (readonly [QuestionPlace, Question])[] {
  if (!conditionalSection)
    return preguntas.map((requestedQuestion, question) => [{ section, condition: null, question }, requestedQuestion])
  return conditions.flatMap(({ questions }, condition) =>
    questions.map((requestedQuestion, question) => [{ section, condition, question }, requestedQuestion] as const),
  )
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || getVisibleText(text) === ''
}
