import { memo, useMemo } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { placesInRow, rowName, rowNumber, rowsInSection, rowWord } from '#domain/answering/index.ts'
import type { RowId } from '#domain/kernel/index.ts'
import type { Section } from '#domain/templates/index.ts'
import { DeleteButton } from '#ui/index.ts'
import { addRow, removeRow } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { Questions } from './questions.tsx'
import styles from './sections.module.css'

/** A section with direct questions. In a repeatable section, rows of the same questions can be added. */
export function NormalSection({ section }: { readonly section: Section }) {
  const { form, capture } = useFormContext()
  const { i18n } = useLingui()
  const rows = useForm((state) => rowsInSection(section, state.content))
  const main = placesInRow(section, null)
  const word = rowWord(section, i18n.locale)
  const first = rows.length > 0 ? rowName(section, null, i18n.locale) : null
  return (
    <>
      {section.repetible ? (
        // Rendered with or without a title. Otherwise adding a second row, which adds titles, would recreate the first
        // row and move the page.
        <fieldset className={styles['row']} data-first="true" role={first === null ? 'presentation' : undefined}>
          {first !== null && <legend>{first}</legend>}
          <Questions places={main} />
        </fieldset>
      ) : (
        <Questions places={main} />
      )}
      {rows.map((row, index) => (
        <Row key={row} section={section} row={row} index={index} />
      ))}
      {section.repetible && (
        <Button
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={() => addRow(form, section)}
        >
          {word === '' ? (
            <Trans>Repeat section</Trans>
          ) : (
            <Trans comment="another one of what a section repeats: a tree">Add {word}</Trans>
          )}
        </Button>
      )}
      {section.repetible && capture?.PhotoRows !== undefined && <capture.PhotoRows section={section} />}
    </>
  )
}

type RowProps = { readonly section: Section; readonly row: RowId; readonly index: number }

/** An added row. Memoized, so that adding rows does not render it again. */
const Row = memo(function Row({ section, row, index }: RowProps) {
  const { form, rules, capture } = useFormContext()
  const { i18n } = useLingui()
  const places = useMemo(() => placesInRow(section, row), [section, row])
  const number = rowNumber(index)
  const name = rowName(section, index, i18n.locale)
  return (
    <fieldset className={styles['row']}>
      <legend>
        {name ?? <Trans comment="a repetition of a section; the first one is number 2">Repetition {number}</Trans>}
      </legend>
      {capture?.RowStart !== undefined && <capture.RowStart section={section} row={row} />}
      <Questions places={places} />
      <DeleteButton
        disabled={rules?.isLocked({ kind: 'row', section: section.orden, row }) === true}
        onClick={() => removeRow(form, section, row, name ?? undefined)}
      >
        {name === null ? (
          <>
            <Trans>Remove</Trans>
            <span className="r-hidden">{number}</span>
          </>
        ) : (
          <Trans comment="one of what a section repeats, by its name: Tree 2">Remove {name}</Trans>
        )}
      </DeleteButton>
    </fieldset>
  )
})
