import { useState } from 'react'
import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#ui/index.ts'

/**
 * Relevo cannot send mail yet, and says so: an administrator makes a one-time link. The dialog asks for the address, as the
 * specification does, and writes the request that can be passed on by whatever means there are.
 */
export function ForgottenPassword({ email: first, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [email, setEmail] = useState(first)
  const [asked, setAsked] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const request = t`Please send me a one-time link to set my Relevo password. My account is ${email.trim()}.`

  return (
    <Dialog opened onClose={onClose} title={t`Forgotten password`}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const fits = /^[^\s@]+@[^\s@]+$/.test(email.trim())
          setError(fits ? null : t`Write the e-mail of your account.`)
          setAsked(fits)
        }}
      >
        <Stack gap="md">
          <p>
            <Trans>
              Relevo does not send e-mails yet. The administrator of your municipality can give you a link that works
              once and lets you choose a new password.
            </Trans>
          </p>
          <TextInput
            label={t`E-mail`}
            type="email"
            autoComplete="username"
            required
            data-autofocus
            value={email}
            error={error}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setAsked(false)
            }}
          />
          <div aria-live="polite">{asked && <blockquote>{request}</blockquote>}</div>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            {asked ? (
              <CopyButton value={request}>
                {({ copied, copy }) => <Button onClick={copy}>{copied ? t`Copied` : t`Copy the request`}</Button>}
              </CopyButton>
            ) : (
              <Button type="submit">
                <Trans>Write the request</Trans>
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
