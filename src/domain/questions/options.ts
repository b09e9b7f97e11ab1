import type { QuestionValue } from '../answers/documents/values.ts'
import { ok, refuse, type Result } from '../kernel/index.ts'
import type { Answerable, Option } from './codec.ts'
import { checkOnlyField } from './shape.ts'

/**
 * Checks that the chosen options exist, and that they are in ascending order without duplicates, so that each choice
 * has exactly one representation.
 */
export function checkChosenOptions(value: QuestionValue, question: Answerable): Result<void> {
  const shape = checkOnlyField(value, 'chosen')
  if (!shape.ok) return shape
  const offered = new Set(question.opciones.map((option) => option.orden))
  let last = -1
  for (const order of value.chosen ?? []) {
    if (!offered.has(order)) return refuse('value.option-unknown', { option: order })
    if (order <= last) return refuse('answer.wrong-value', { field: 'chosen' })
    last = order
  }
  return ok(undefined)
}

export function listChosenOptions(value: QuestionValue, question: Answerable): readonly Option[] {
  const { chosen = [] } = value
  return chosen.length === 0 ? [] : question.opciones.filter((option) => chosen.includes(option.orden))
}

/** Returns the text of an option, translated into the reader's language if a translation exists. */
export function findOptionText(option: Option, language: string | undefined): string {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(option)
  const alternative = entries.find(([key]) => key === `textoAlternativeLanguage_${language}`)?.[1]
  return typeof alternative === 'string' && alternative !== '' ? alternative : option.texto
}
