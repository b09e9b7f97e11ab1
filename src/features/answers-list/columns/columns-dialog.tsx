import { useState } from 'react'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { MAX_QUESTION_COLUMNS, listQuestionColumns, type QuestionColumn } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import { FormDialog, useFormTexts } from '#ui/index.ts'
import { useColumnPlace } from './use-question-columns.tsx'
import type { ChosenColumns } from './use-chosen-columns.ts'
import styles from './columns.module.css'

/** Minimum number of questions for a search box. */
const MIN_SEARCHABLE = 12
/** Maximum questions shown at once. */
const MAX_SHOWN = 100
const CHECK = { body: 'r-middle', label: 'r-tall' }

type ColumnsDialogProps = {
  readonly template: FormTemplate
  readonly columns: ChosenColumns
  readonly onClose: () => void
}

/** Selects questions of a form as columns. */
export function ColumnsDialog({ template, columns, onClose }: ColumnsDialogProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const columnPlace = useColumnPlace()
  const [offeredColumns] = useState(() => listQuestionColumns(template.secciones))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(columns.asked.split(',').filter((key) => offeredColumns.some((column) => column.key === key))),
  )
  const [typed, setTyped] = useState('')
  const columnTitle = ({ question }: QuestionColumn): string => formText(question, 'titulo')
  const foundColumns = offeredColumns.filter((column) =>
    matchesSearch(`${columnTitle(column)} ${columnPlace(column)}`, typed),
  )
  const more = Math.max(0, foundColumns.length - MAX_SHOWN)
  const isFull = chosen.size >= MAX_QUESTION_COLUMNS
  const most = MAX_QUESTION_COLUMNS
  const toggle = (key: string): void => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  return (
    <FormDialog
      title={t`Choose columns`}
      submit={<Trans>Show</Trans>}
      onClose={onClose}
      onSubmit={() => {
        // In the form's order, so that the same selection gives the same URL.
        columns.choose(offeredColumns.filter(({ key }) => chosen.has(key)).map(({ key }) => key))
        onClose()
      }}
    >
      {offeredColumns.length === 0 ? (
        <p>
          <Trans>This form has no questions.</Trans>
        </p>
      ) : (
        <Group gap="0 12px" justify="space-between" className={`r-target ${styles['counted']}`}>
          <p role="status">
            <Plural
              value={chosen.size}
              _0={`Select up to ${most} questions. Their answers are shown as columns of the list.`}
              one={`# question selected (maximum ${most}).`}
              other={`# questions selected (maximum ${most}).`}
            />
          </p>
          {chosen.size > 0 && (
            <Button variant="subtle" size="compact-md" onClick={() => setChosen(new Set())}>
              <Trans>Clear selection</Trans>
            </Button>
          )}
        </Group>
      )}
      {offeredColumns.length >= MIN_SEARCHABLE && (
        <TextInput
          data-autofocus
          label={t`Search questions`}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // Enter searches instead of submitting the selection.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <Stack gap="sm" className={`r-scrolls ${styles['offered']}`}>
        {groupColumnsByPlace(foundColumns.slice(0, MAX_SHOWN)).map((ofPlace) => (
          <fieldset key={ofPlace[0].key} className={styles['place']}>
            <legend>{columnPlace(ofPlace[0])}</legend>
            {ofPlace.map((column) => (
              <Checkbox
                key={column.key}
                classNames={CHECK}
                label={columnTitle(column)}
                checked={chosen.has(column.key)}
                disabled={isFull && !chosen.has(column.key)}
                onChange={() => toggle(column.key)}
              />
            ))}
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
    </FormDialog>
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
