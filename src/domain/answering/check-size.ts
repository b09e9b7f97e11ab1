import type { FormTemplate, Section } from '../documents/index.ts'
import { MAX_ANSWER_CHARACTERS, MAX_ANSWER_VALUES, MAX_REPEATED_CHARACTERS } from '../kernel/limits.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import type { AnswerValues, QuestionValue } from './values.ts'
import { rowsOf } from './walk.ts'

/**
 * What an answer would come to, before anything walks it. Twenty bytes may ask for ten thousand rows, and each row becomes a copy of all
 * questions of its section: unbounded, one request of a stranger to a public form would take the server's memory.
 */
export function checkSize(template: FormTemplate, content: AnswerValues): Result<void> {
  let repeated = 0
  for (const section of template.secciones) repeated += rowsOf(section, content) * weightOf(section)
  if (repeated > MAX_REPEATED_CHARACTERS) return refuse('answer.too-large', { limit: MAX_REPEATED_CHARACTERS })
  let [characters, values] = [0, 0]
  for (const value of Object.values(content.values)) {
    characters += charactersOf(value)
    values += valuesOf(value)
  }
  if (values > MAX_ANSWER_VALUES) return refuse('answer.too-large', { limit: MAX_ANSWER_VALUES })
  return characters > MAX_ANSWER_CHARACTERS ? refuse('answer.too-large', { limit: MAX_ANSWER_CHARACTERS }) : ok(undefined)
}

const weights = new WeakMap<Section, number>()

/** Characters of one row. A version never changes, so they are counted once. */
function weightOf(section: Section): number {
  const known = weights.get(section)
  if (known !== undefined) return known
  const weight = JSON.stringify(section.preguntas).length
  weights.set(section, weight)
  return weight
}

function charactersOf({ respuesta, combined }: QuestionValue): number {
  const inner = Object.values(combined ?? {}).reduce((sum, input) => sum + charactersOf(input), 0)
  return inner + (typeof respuesta === 'string' ? respuesta.length : 0)
}

function valuesOf({ chosen, combined }: QuestionValue): number {
  const inner = Object.values(combined ?? {}).reduce((sum, input) => sum + valuesOf(input), 0)
  return 2 + inner + (chosen?.length ?? 0)
}
