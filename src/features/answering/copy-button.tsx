import { useState } from 'react'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'

export function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState('')
  const done = copied === text
  const Icon = done ? IconCheck : IconCopy
  return (
    <Button
      variant="default"
      leftSection={<Icon size={20} aria-hidden="true" />}
      onClick={() => {
        void navigator.clipboard.writeText(text).then(
          () => setCopied(text),
          () => setCopied(''),
        )
      }}
    >
      <span aria-live="polite">{done ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
    </Button>
  )
}
