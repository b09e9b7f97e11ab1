import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#ui/index.ts'

type SecretDialogProps = {
  readonly title: string
  readonly label: string
  readonly text: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** What is shown this once. It closes by its button only, so that a slip does not lose it. */
export function SecretDialog({ title, label, text, children, onClose }: SecretDialogProps) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Dialog opened onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false} size="lg">
      <Stack gap="lg">
        <p>{children}</p>
        <TextInput
          label={label}
          description={t`It is shown this once. Keep it where you keep passwords.`}
          readOnly
          data-autofocus
          classNames={{ input: 'r-code' }}
          value={text}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={copy}>
            <span aria-live="polite">{copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
          </Button>
          <Button onClick={onClose}>
            <Trans>I have kept it</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
