import type { FormTemplate } from '../templates/documents/template.ts'
import type { Section } from '../templates/documents/section.ts'
import { MAX_ANSWER_CHARACTERS, MAX_ANSWER_VALUES, MAX_EMPTY_ROWS, MAX_REPEATED_CHARACTERS } from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { type AnswerValues, MAX_ADDITIONAL_ROWS, type QuestionValue } from '../answers/documents/values.ts'
import { findFilledRows, listAskedRowIds } from './walk.ts'

/**
 * Checks the size of an answer before it is processed. A small request may fill ten thousand rows, each of which copies
 * its section's questions, and exhaust the server's memory. Refuses with answer.too-large and
 * answer.too-many-empty-rows.
 * @param max maximum characters of all texts
 */
export function checkAnswerSize(
  template: FormTemplate,
  content: AnswerValues,
  max = MAX_ANSWER_CHARACTERS,
): Result<void> {
  const filled = findFilledRows(Object.keys(content.values))
  if (countRowCharacters(template, filled) > MAX_REPEATED_CHARACTERS)
    return refuse('answer.too-large', { limit: MAX_REPEATED_CHARACTERS })
  let empty = 0
  for (const section of template.secciones) {
    const rows = listAskedRowIds(section, content)
    if (rows.length > MAX_ADDITIONAL_ROWS) return refuse('answer.too-large', { limit: MAX_ADDITIONAL_ROWS })
    empty += rows.filter((row) => filled.get(section.orden)?.has(row) !== true).length
  }
  if (empty > MAX_EMPTY_ROWS) return refuse('answer.too-many-empty-rows', { limit: MAX_EMPTY_ROWS })
  let [characters, values] = [0, 0]
  for (const value of Object.values(content.values)) {
    characters += countValueCharacters(value)
    values += countValues(value)
  }
  if (values > MAX_ANSWER_VALUES) return refuse('answer.too-large', { limit: MAX_ANSWER_VALUES })
  return characters > max ? refuse('answer.too-large', { limit: max }) : ok(undefined)
}

/** Number of characters of a composed answer, without the typed values. @param addresses addresses with values */
export function countComposedCharacters(template: FormTemplate, addresses: readonly string[]): number {
  return (
    template.secciones.reduce((sum, section) => sum + measureSection(section), 0) +
    countRowCharacters(template, findFilledRows(addresses))
  )
}

function countRowCharacters(template: FormTemplate, filled: ReturnType<typeof findFilledRows>): number {
  return template.secciones.reduce(
    (sum, section) => sum + (section.repetible ? (filled.get(section.orden)?.size ?? 0) * measureSection(section) : 0),
    0,
  )
}

const weights = new WeakMap<Section, number>()

/**
 * Number of characters of a section as JSON, an upper bound for one of its rows. Cached, because versions are
 * immutable.
 */
function measureSection(section: Section): number {
  const known = weights.get(section)
  if (known !== undefined) return known
  const weight = JSON.stringify(section).length
  weights.set(section, weight)
  return weight
}

function countValueCharacters({ respuesta, combined }: QuestionValue): number {
  const inner = Object.values(combined ?? {}).reduce((sum, input) => sum + countValueCharacters(input), 0)
  return inner + (typeof respuesta === 'string' ? respuesta.length : 0)
}

function countValues({ chosen, combined }: QuestionValue): number {
  const inner = Object.values(combined ?? {}).reduce((sum, input) => sum + countValues(input), 0)
  return 2 + inner + (chosen?.length ?? 0)
}
