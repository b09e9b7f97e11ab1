import { IconCopy } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { placesInRow, rowsInSection, startRowLike } from '#domain/answering/index.ts'
import { revealQuestion } from '../form/form-actions.ts'
import { type RowStartProps, useForm, useFormContext } from '../form/form-context.ts'
import { copyRowAbove } from './start-form-like.ts'

/** Offers to copy the row above into the last row, while that row is empty. */
export function CopyRowAboveOffer({ section, row }: RowStartProps) {
  const { form } = useFormContext()
  const places = placesInRow(section, row)
  const isOffered = useForm(
    ({ content }) =>
      rowsInSection(section, content).at(-1) === row &&
      places.every(({ address }) => content.values[address] === undefined) &&
      startRowLike(section, content, row).filled > 0,
  )
  if (!isOffered) return null
  const start = (): void => {
    copyRowAbove(form, section, row)
    const { values } = form.state.getState().content
    // Moves the focus to the next empty question, as the focused button was removed.
    const next = places.find(({ address }) => values[address] === undefined) ?? places[0]
    if (next !== undefined) revealQuestion(form, next.address)
  }
  return (
    <Button variant="default" leftSection={<IconCopy size={20} aria-hidden="true" />} onClick={start}>
      <Trans>Copy from the previous one</Trans>
    </Button>
  )
}
