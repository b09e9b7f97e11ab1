import type { Question } from '../questions/documents.ts'
import type { Section } from '../templates/documents/section.ts'

/**
 * Returns the question of a repeatable section that a series of photos can fill, one row per photo.
 * @returns undefined if there is no such question, or more than one
 */
export function findPhotoQuestion(section: Section): Question | undefined {
  if (!section.repetible || section.conditionalSection) return undefined
  const [only, ...others] = section.preguntas.filter(({ adjuntar }) => adjuntar)
  return others.length === 0 ? only : undefined
}
