import { useMemo } from 'react'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { placesOf, rowsOf } from '#domain/answering/index.ts'
import type { Section } from '#domain/documents/index.ts'
import { addRow, removeRow } from '../form/form-actions.ts'
import { useForm, useFormContext } from '../form/form-context.ts'
import { Questions } from './questions.tsx'
import styles from './sections.module.css'

/** A section that asks directly; a repeatable one has further rows of the same questions. */
export function NormalSection({ section }: { readonly section: Section }) {
  const { form, rules } = useFormContext()
  const rows = useForm((state) => rowsOf(section, state.content))
  const places = useMemo(
    () => placesOf(section, { values: {}, conditions: {}, rows: { [String(section.orden)]: rows } }),
    [section, rows],
  )
  const main = useMemo(() => places.filter((place) => place.row === null), [places])
  return (
    <>
      <Questions places={main} />
      {Array.from({ length: rows }, (_, row) => (
        <fieldset key={row} className={styles['row']}>
          <legend>
            <Trans comment="a repetition of a section; the first one is number 2">Repetition {row + 2}</Trans>
          </legend>
          <Row places={places} row={row} />
          <Button
            variant="subtle"
            color="var(--r-attention)"
            disabled={rules?.isLocked({ kind: 'row', section: section.orden, row }) === true}
            leftSection={<IconTrash size={20} aria-hidden="true" />}
            onClick={() => removeRow(form, section, row)}
          >
            <Trans>Remove</Trans>
          </Button>
        </fieldset>
      ))}
      {section.repetible && (
        <Button
          variant="light"
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={() => addRow(form, section)}
        >
          <Trans>Repeat section</Trans>
        </Button>
      )}
    </>
  )
}

function Row({ places, row }: { readonly places: ReturnType<typeof placesOf>; readonly row: number }) {
  const own = useMemo(() => places.filter((place) => place.row === row), [places, row])
  return <Questions places={own} />
}
