import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, DialogFooter } from '#ui/index.ts'

type SecretDialogProps = {
  readonly title: string
  readonly label: string
  readonly text: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Shows a secret, which cannot be shown again. Only the button closes the dialog, to avoid losing the secret. */
export function SecretDialog({ title, label, text, children, onClose }: SecretDialogProps) {
  const { t } = useLingui()
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  async function copy(): Promise<void> {
    try {
      // Throws over plain http (except localhost), where browsers have no clipboard.
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      setCopied('no')
    }
  }
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false} size="lg">
      <Stack gap="lg">
        <p>{children}</p>
        <TextInput
          label={label}
          description={t`Shown only once. Store it where you keep passwords.`}
          readOnly
          data-autofocus
          classNames={{ input: 'r-code' }}
          value={text}
          error={copied === 'no' && t`Could not copy it. Select the text and copy it.`}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <DialogFooter>
          <Button variant="default" onClick={() => void copy()}>
            <span aria-live="polite">{copied === 'yes' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
          </Button>
          <Button onClick={onClose}>
            <Trans>I have saved it</Trans>
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}
