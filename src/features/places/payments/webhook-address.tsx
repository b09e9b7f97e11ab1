import { useState } from 'react'
import { Button, Group, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'

/** The webhook URL to copy into the provider's settings. */
export function WebhookAddress({ address }: { readonly address: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  // Without a configured host name the address is a path, relative to this page's host.
  const whole = new URL(address, location.origin).href
  async function copy(): Promise<void> {
    try {
      // Throws over plain http (except localhost), where browsers have no clipboard.
      await navigator.clipboard.writeText(whole)
      setCopied('yes')
    } catch {
      setCopied('no')
    }
  }
  return (
    <Group align="end" gap="xs">
      <TextInput
        label={t`Address for webhooks`}
        description={t`Enter this address at the provider so that payments are reported immediately.`}
        readOnly
        flex="1 1 18rem"
        classNames={{ input: 'r-code' }}
        value={whole}
        error={copied === 'no' && t`Could not copy it. Select the text and copy it.`}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        <span aria-live="polite">{copied === 'yes' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
      </Button>
    </Group>
  )
}
