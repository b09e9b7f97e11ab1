import { useState } from 'react'
import { Checkbox, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { MAX_QUESTION_COLUMNS, listQuestionColumns, type QuestionColumn } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import { useFormTexts } from '#ui/index.ts'
import { useColumnPlaceText } from './use-question-columns.tsx'
import styles from './columns.module.css'

/** Minimum number of questions for a search box. */
const MIN_SEARCHABLE = 12
/** Maximum questions shown at once. */
const MAX_SHOWN = 100
const CHECK = { body: 'r-middle', label: 'r-tall' }

type QuestionPickerProps = {
  readonly template: FormTemplate
  /** keys of the chosen questions */
  readonly chosen: readonly string[]
  readonly toggle: (column: { readonly key: string; readonly head: string }) => void
}

/** Selects questions of a form as columns. */
export function QuestionPicker({ template, chosen, toggle }: QuestionPickerProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const columnPlace = useColumnPlaceText()
  const [offeredColumns] = useState(() => listQuestionColumns(template.secciones))
  const [typed, setTyped] = useState('')
  const formatColumnTitle = ({ question }: QuestionColumn): string => formText(question, 'titulo')
  const foundColumns = offeredColumns.filter((column) =>
    matchesSearch(`${formatColumnTitle(column)} ${columnPlace(column)}`, typed),
  )
  const more = Math.max(0, foundColumns.length - MAX_SHOWN)
  const isFull = chosen.length >= MAX_QUESTION_COLUMNS
  const most = MAX_QUESTION_COLUMNS
  return (
    <Stack gap="xs">
      <p role="status">
        {offeredColumns.length === 0 ? (
          <Trans>This form has no questions.</Trans>
        ) : (
          <Plural
            value={chosen.length}
            _0={`Select up to ${most} questions. Their answers are shown as columns of the list.`}
            one={`# question selected (maximum ${most}).`}
            other={`# questions selected (maximum ${most}).`}
          />
        )}
      </p>
      {offeredColumns.length >= MIN_SEARCHABLE && (
        <TextInput
          data-autofocus
          label={t`Search questions`}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // Enter in the search must not submit the selection.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <Stack gap="sm">
        {groupColumnsByPlace(foundColumns.slice(0, MAX_SHOWN)).map((ofPlace) => (
          <fieldset key={ofPlace[0].key} className={styles['place']}>
            <legend>{columnPlace(ofPlace[0])}</legend>
            {ofPlace.map((column) => {
              const [key, head] = [column.key, formatColumnTitle(column)]
              return (
                <Checkbox
                  key={key}
                  classNames={CHECK}
                  label={head}
                  checked={chosen.includes(key)}
                  disabled={isFull && !chosen.includes(key)}
                  onChange={() => toggle({ key, head })}
                />
              )
            })}
          </fieldset>
        ))}
        {more > 0 && (
          <p>
            <Plural
              value={more}
              one="# more question. Use the search to find it."
              other="# more questions. Use the search to find them."
            />
          </p>
        )}
        {offeredColumns.length > 0 && foundColumns.length === 0 && (
          <p role="status">
            <Trans>No questions of this form contain “{typed}”.</Trans>
          </p>
        )}
      </Stack>
    </Stack>
  )
}

type ColumnsOfPlace = [QuestionColumn, ...QuestionColumn[]]

/** Groups columns by section or condition. */
function groupColumnsByPlace(columns: readonly QuestionColumn[]): readonly ColumnsOfPlace[] {
  const places: ColumnsOfPlace[] = []
  for (const column of columns) {
    const last = places.at(-1)
    const isSame = last?.[0].section === column.section && last[0].condition === column.condition
    if (isSame) last.push(column)
    else places.push([column])
  }
  return places
}
