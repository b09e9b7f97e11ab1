import type { ReactNode } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  readonly opened: boolean
  readonly title: string
  /** what goes with it, plainly */
  readonly children: ReactNode
  /** the verb: "Discard", not "Yes" */
  readonly confirm: ReactNode
  readonly busy?: boolean
  /** what it is about is not known yet */
  readonly disabled?: boolean
  /** buttons between cancel and confirm, such as an export before a loss */
  readonly extra?: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={props.title}>
      <Stack gap="lg">
        <Stack gap="sm">{props.children}</Stack>
        <Group justify="flex-end" gap="xs">
          {/* Whoever presses Enter too soon loses nothing. */}
          <Button variant="default" data-autofocus onClick={props.onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {props.extra}
          <Button
            color="var(--r-attention)"
            onClick={props.onConfirm}
            loading={props.busy ?? false}
            disabled={props.disabled ?? false}
          >
            {props.confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
