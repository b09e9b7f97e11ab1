import type { QuestionColumn } from '#domain/answering/index.ts'
import { useFormTexts, useSectionTitle } from '#ui/index.ts'

/** @returns a function for a question's place in the form: its section, and its condition */
export function useColumnPlace(): (column: Pick<QuestionColumn, 'section' | 'condition'>) => string {
  const formText = useFormTexts()
  const sectionTitle = useSectionTitle()
  return ({ section, condition }) => {
    const name = sectionTitle(section, section.orden + 1)
    return condition === null ? name : `${name} · ${formText(condition, 'condition')}`
  }
}
