import { useMemo } from 'react'
import { useLingui } from '@lingui/react/macro'
import { questionColumns } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { useFormTexts, type Column } from '#ui/index.ts'
import type { AnswerLine } from '../answer-lines.ts'
import { QuestionCell } from './question-cell.tsx'
import { useColumnPlace } from './use-column-place.ts'

/** The chosen questions' columns in the form's order, without those it dropped. @param asked keys, as in the address */
export function useQuestionColumns(
  template: FormTemplate | null | undefined,
  asked: string,
): readonly Column<AnswerLine>[] {
  const { i18n } = useLingui()
  const textOf = useFormTexts()
  const placeOf = useColumnPlace()
  const chosen = useMemo(() => {
    const wanted = new Set(asked.split(','))
    return template === null || template === undefined
      ? []
      : questionColumns(template.secciones).filter(({ key }) => wanted.has(key))
  }, [template, asked])
  const titles = chosen.map(({ question }) => textOf(question, 'titulo'))
  return chosen.map((column, at) => {
    const title = titles[at] ?? ''
    const isTwice = titles.indexOf(title) !== titles.lastIndexOf(title)
    return {
      key: column.key,
      head: isTwice ? `${placeOf(column)} · ${title}` : title,
      card: 'line',
      cell: ({ cellsFor }) => {
        const cells = cellsFor([column.key], i18n.locale)
        return <QuestionCell cell={cells === undefined ? null : cells[column.key]} />
      },
    }
  })
}
