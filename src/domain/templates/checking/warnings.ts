import { getVisibleText } from '../../kernel/visible-text.ts'
import { QUESTION_TYPE, type Option, type Question } from '../../questions/documents.ts'
import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { hasOptionList, lacksOptions } from '../editing/edit-questions.ts'
import type { TemplatePlace } from '../form/place.ts'
import { MAX_PROBLEMS } from '../form/screen-order.ts'
import { listPlacedQuestions } from './problems-of-sections.ts'

/** Code of a warning: permitted, but probably not intended. */
export type WarningCode =
  | 'question-untitled'
  | 'options-equal'
  | 'options-missing'
  | 'combined-without-fields'
  | 'section-without-questions'
  | 'state-without-way-out'
  | 'state-never-reached'

export type TemplateWarning = { readonly code: WarningCode; readonly place: TemplatePlace }

/**
 * Returns warnings for the author, which do not prevent saving; in screen order, at most MAX_PROBLEMS. If two options
 * are equal, warns at the second one.
 */
export function findTemplateWarnings(draft: TemplateDraft): readonly TemplateWarning[] {
  const warnings: TemplateWarning[] = [...findStateWarnings(draft)]
  for (const [index, section] of draft.secciones.entries()) {
    warnings.push(...findSectionWarnings(section, index))
    if (warnings.length > MAX_PROBLEMS) break
  }
  return warnings.slice(0, MAX_PROBLEMS)
}

/**
 * Returns warnings about states. A single state needs no next state, and any state except the initial state may be
 * final.
 */
function findStateWarnings({ estados: { disponibles, inicial } }: TemplateDraft): readonly TemplateWarning[] {
  if (disponibles.length < 2) return []
  const reached = new Set([inicial, ...disponibles.flatMap(({ transiciones }) => transiciones)])
  return disponibles.flatMap(({ id, transiciones }, state): readonly TemplateWarning[] => {
    const place = { kind: 'state', state, field: 'transiciones' } as const
    if (!reached.has(id)) return [{ code: 'state-never-reached', place }]
    return id === inicial && transiciones.length === 0 ? [{ code: 'state-without-way-out', place }] : []
  })
}

function findSectionWarnings(section: Section, index: number): readonly TemplateWarning[] {
  const placed = listPlacedQuestions(section, index)
  const empty = section.conditionalSection
    ? section.conditions.flatMap(({ questions }, condition): readonly TemplatePlace[] =>
        questions.length > 0 ? [] : [{ kind: 'condition', section: index, condition, field: 'questions' }],
      )
    : []
  const without: readonly TemplatePlace[] =
    placed.length === 0 ? [{ kind: 'section', section: index, field: 'preguntas' }] : empty
  return [
    ...without.map((place) => ({ code: 'section-without-questions', place }) as const),
    ...placed.flatMap(([place, question]) =>
      findQuestionWarnings(question).map(({ code, ...at }): TemplateWarning => {
        if ('choice' in at) return { code, place: { kind: 'choice', ...place, ...at } }
        if ('block' in at) return { code, place: { kind: 'block', ...place, ...at } }
        return { code, place: { kind: 'question', ...place, field: at.field } }
      }),
    ),
  ]
}

type AtQuestion =
  | { readonly code: WarningCode; readonly block: number; readonly field: 'opciones' }
  | { readonly code: WarningCode; readonly field: keyof Question }
  | { readonly code: WarningCode; readonly block: number | null; readonly choice: number }

function findQuestionWarnings(question: Question): readonly AtQuestion[] {
  const { titulo, tipoPregunta, opciones, combinedQuestions = [] } = question
  const questions: AtQuestion[] = getVisibleText(titulo) === '' ? [{ code: 'question-untitled', field: 'titulo' }] : []
  if (hasOptionList(tipoPregunta)) {
    if (lacksOptions(question)) questions.push({ code: 'options-missing', field: 'opciones' })
    questions.push(...findEqualOptions(opciones, null))
  }
  if (tipoPregunta === QUESTION_TYPE.COMBINED) {
    const inputs = combinedQuestions.flatMap((item, block) => (item.type === 'input' ? [[block, item] as const] : []))
    if (inputs.length === 0) questions.push({ code: 'combined-without-fields', field: 'combinedQuestions' })
    for (const [block, input] of inputs) {
      if (lacksOptions(input)) questions.push({ code: 'options-missing', block, field: 'opciones' })
      questions.push(...findEqualOptions(input.opciones, block))
    }
  }
  return questions
}

function findEqualOptions(options: readonly Option[], block: number | null): readonly AtQuestion[] {
  const earlier = new Set<string>()
  return options.flatMap(({ texto }, choice): readonly AtQuestion[] => {
    const text = texto.trim().toLowerCase()
    const again = text !== '' && earlier.has(text)
    earlier.add(text)
    return again ? [{ code: 'options-equal', block, choice }] : []
  })
}
