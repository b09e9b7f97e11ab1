import type { QuestionColumn } from '#domain/answering/index.ts'
import { useFormTexts, useSectionTitle } from '#ui/index.ts'

/** @returns where a question stands in its form: its section, and the condition under which it is asked */
export function useColumnPlace(): (column: Pick<QuestionColumn, 'section' | 'condition'>) => string {
  const textOf = useFormTexts()
  const titleOf = useSectionTitle()
  return ({ section, condition }) => {
    const name = titleOf(section, section.orden + 1)
    return condition === null ? name : `${name} · ${textOf(condition, 'condition')}`
  }
}
