import type { FormEvent, ReactNode } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Banner } from '../page/states.tsx'
import { Dialog } from './dialog.tsx'

export type FormDialogProps = {
  readonly opened?: boolean
  readonly title: string
  /** what is asked */
  readonly children: ReactNode
  /** the verb: "Discard", not "Yes" */
  readonly submit: ReactNode
  readonly busy?: boolean
  /** what it is about is not known yet */
  readonly disabled?: boolean
  /** it cannot be undone: Enter pressed too soon cancels, and loses nothing */
  readonly danger?: boolean
  /** why it did not work */
  readonly failure?: ReactNode
  /** buttons between cancel and the verb, such as an export before a loss */
  readonly extra?: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** Asks for something and does it: fields, why it did not work, cancel and the verb. */
export function FormDialog(props: FormDialogProps) {
  const { opened = true, title, children, busy = false, disabled = false, danger = false, failure } = props
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Out of the portal, to a form that the dialog stands in.
    event.stopPropagation()
    props.onSubmit()
  }
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <Stack gap="sm">{children}</Stack>
          {failure !== undefined && failure !== null && (
            <div role="alert">
              <Banner tone="attention">{failure}</Banner>
            </div>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" data-autofocus={danger || undefined} onClick={props.onClose}>
              <Trans>Cancel</Trans>
            </Button>
            {props.extra}
            <Button type="submit" {...(danger && { color: 'var(--r-attention)' })} loading={busy} disabled={disabled}>
              {props.submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
