import { useState, type FormEvent, type ReactNode } from 'react'
import { Button, Stack } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Banner } from '../page/states.tsx'
import { DialogFooter } from './dialog-foot.tsx'
import { Dialog } from './dialog.tsx'

export type FormDialogProps = {
  readonly opened?: boolean
  readonly title: string
  /** content of the form */
  readonly children: ReactNode
  /** label of the button; a verb such as "Discard", not "Yes" */
  readonly submit: ReactNode
  readonly busy?: boolean
  /** disables the button while data of the dialog is loading */
  readonly disabled?: boolean
  /** label of the dismissing button, such as "Keep the event"; by default "Cancel" */
  readonly dismiss?: ReactNode
  /** whether the action cannot be undone; the dismissing button then has the initial focus */
  readonly danger?: boolean
  /** reason of the last failure; hidden once a field changes, until the next submit */
  readonly failure?: ReactNode
  /** buttons between cancel and submit, for example an export before deleting */
  readonly extra?: ReactNode
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A dialog with fields, failure message, dismissing button and submit. */
export function FormDialog(props: FormDialogProps) {
  const { opened = true, title, children, busy = false, disabled = false, danger = false, failure } = props
  const [isCorrected, setCorrected] = useState(false)
  const submit = (event: FormEvent): void => {
    setCorrected(false)
    event.preventDefault()
    // React's submit events bubble through the portal to a surrounding form.
    event.stopPropagation()
    props.onSubmit()
  }
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title}>
      <form onSubmit={submit} onChange={() => setCorrected(true)} noValidate>
        <Stack gap="lg">
          <Stack gap="sm">{children}</Stack>
          {!isCorrected && failure !== undefined && failure !== null && (
            <div role="alert">
              <Banner tone="attention">{failure}</Banner>
            </div>
          )}
          <DialogFooter>
            <Button variant="default" data-autofocus={danger || undefined} onClick={props.onClose}>
              {props.dismiss ?? <Trans>Cancel</Trans>}
            </Button>
            {props.extra}
            <Button type="submit" {...(danger && { color: 'var(--r-attention)' })} loading={busy} disabled={disabled}>
              {props.submit}
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  )
}
