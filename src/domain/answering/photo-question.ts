import type { Question, Section } from '../documents/index.ts'

/** The question that photos taken in a row fill, one per row of a section. @returns undefined: none, or not clear */
export function photoQuestionOf(section: Section): Question | undefined {
  if (!section.repetible || section.conditionalSection) return undefined
  const [only, ...others] = section.preguntas.filter(({ adjuntar }) => adjuntar)
  return others.length === 0 ? only : undefined
}
