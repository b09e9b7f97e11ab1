import { useLingui } from '@lingui/react/macro'
import type { QuestionColumn } from '#domain/answering/index.ts'
import { useFormTexts } from '#ui/index.ts'

/** @returns where a question stands in its form: its section, and the condition under which it is asked */
export function useColumnPlace(): (column: Pick<QuestionColumn, 'section' | 'condition'>) => string {
  const { t } = useLingui()
  const textOf = useFormTexts()
  return ({ section, condition }) => {
    const own = section.conditionalSection ? section.conditionalQuestion : textOf(section, 'titulo')
    const number = section.orden + 1
    const name = own === '' ? t`Section ${number}` : own
    return condition === null ? name : `${name} · ${textOf(condition, 'condition')}`
  }
}
