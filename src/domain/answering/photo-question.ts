import type { Question, Section } from '../documents/index.ts'

/** The question of a repeatable section that photos taken in a row fill, one for each row. @returns undefined where there is none, or where it would be a guess which one */
export function photoQuestionOf(section: Section): Question | undefined {
  if (!section.repetible || section.conditionalSection) return undefined
  const [only, ...others] = section.preguntas.filter(({ adjuntar }) => adjuntar)
  return others.length === 0 ? only : undefined
}
