import { useMemo, type ReactNode } from 'react'
import { useLingui, Plural, Trans } from '@lingui/react/macro'
import { listQuestionColumns, type QuestionCell as Cell, type QuestionColumn } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { useFormTexts, useSectionTitle, type Column } from '#ui/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'
import styles from './columns.module.css'

/**
 * Columns of the selected questions that still exist in the form, in the form's order. @param requested keys from the
 * URL
 */
export function useQuestionColumns(
  template: FormTemplate | null | undefined,
  requested: string,
): readonly Column<AnswerTableRow>[] {
  const { i18n } = useLingui()
  const formText = useFormTexts()
  const columnPlace = useColumnPlaceText()
  const chosenColumns = useMemo(() => {
    const wanted = new Set(requested.split(','))
    return template === null || template === undefined
      ? []
      : listQuestionColumns(template.secciones).filter(({ key }) => wanted.has(key))
  }, [template, requested])
  const titles = chosenColumns.map(({ question }) => formText(question, 'titulo'))
  return chosenColumns.map((column, index) => {
    const title = titles[index] ?? ''
    const isDuplicate = titles.indexOf(title) !== titles.lastIndexOf(title)
    return {
      key: column.key,
      head: isDuplicate ? `${columnPlace(column)} · ${title}` : title,
      card: 'line',
      cell: ({ cellsFor }) => {
        const cells = cellsFor([column.key], i18n.locale)
        return <QuestionCell cell={cells === undefined ? null : cells[column.key]} />
      },
    }
  })
}

/** An answered value as text. @param cell undefined if the question was not asked, null if unknown on this device */
function QuestionCell({ cell }: { readonly cell: Cell | undefined | null }) {
  const { t } = useLingui()
  if (cell === null)
    return (
      <SilentCell mark="…">
        <Trans>Open the answer to see the value</Trans>
      </SilentCell>
    )
  if (cell === undefined)
    return (
      <span className="r-hidden">
        <Trans>Not asked</Trans>
      </span>
    )
  const { parts, files, rows } = cell
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    return part ? t`Yes` : t`No`
  })
  const text = texts.join(' · ')
  return (
    <span className={`r-breaks ${styles['cell']}`}>
      {text}
      {text !== '' && files > 0 && ' · '}
      {files > 0 && <Plural value={files} one="# file" other="# files" />}
      {text === '' && files === 0 && (
        <SilentCell mark="–">
          <Trans>Not answered</Trans>
        </SilentCell>
      )}
      {rows > 0 && (
        <span className="r-soft">
          {' '}
          <Plural value={rows} one="and # more repetition" other="and # more repetitions" />
        </span>
      )}
    </span>
  )
}

function SilentCell({ mark, children }: { readonly mark: string; readonly children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true">{mark}</span>
      <span className="r-hidden">{children}</span>
    </>
  )
}

/** @returns a function for a question's place in the form: its section, and its condition */
export function useColumnPlaceText(): (column: Pick<QuestionColumn, 'section' | 'condition'>) => string {
  const formText = useFormTexts()
  const sectionTitle = useSectionTitle()
  return ({ section, condition }) => {
    const name = sectionTitle(section, section.orden + 1)
    return condition === null ? name : `${name} · ${formText(condition, 'condition')}`
  }
}
