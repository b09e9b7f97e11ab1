import type { Question } from '../questions/documents.ts'
import type { Section } from '../templates/documents/section.ts'

/**
 * The question of a repeatable section that photos taken one after the other fill, one for each row.
 * @returns undefined: there is none, or more than one
 */
export function photoQuestionOf(section: Section): Question | undefined {
  if (!section.repetible || section.conditionalSection) return undefined
  const [only, ...others] = section.preguntas.filter(({ adjuntar }) => adjuntar)
  return others.length === 0 ? only : undefined
}
