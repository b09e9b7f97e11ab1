import { getVisibleText, type MunicipalityPath } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { NativeSelect, TextInput, Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  connectPaymentAccount,
  type readPaymentAccount,
  accountRequestSchema,
  providerNameSchema,
  type AccountRequest,
} from '#domain/payments/index.ts'
import type { AnyReplyOf } from '#domain/endpoints/index.ts'
import { FormDialog, notify, useConfirmedCall, useFailureText } from '#ui/index.ts'

/** Company names, which are not translated. */
export const PROVIDER_NAMES: Readonly<Record<AccountRequest['provider'], string>> = {
  stripe: 'Stripe',
  'mercado-pago': 'Mercado Pago',
}

type ConnectDialogProps = {
  readonly municipality: MunicipalityPath
  readonly shown: AnyReplyOf<typeof readPaymentAccount>
  readonly onClose: () => void
}

/** Connects an account or replaces its keys. All keys have to be entered again, as stored keys are never shown. */
export function ConnectPaymentAccountDialog({
  municipality,
  shown: { account, webhooks },
  onClose,
}: ConnectDialogProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy, dialog } = useConfirmedCall(connectPaymentAccount)
  const [provider, setProvider] = useState<AccountRequest['provider']>(account?.provider ?? 'stripe')
  const [mode, setMode] = useState<AccountRequest['mode']>(account?.mode ?? 'live')
  const [key, setKey] = useState('')
  const [secret, setSecret] = useState('')
  const [former, setFormer] = useState('')
  const [failure, setFailure] = useState<string | null>(null)

  async function connect(): Promise<void> {
    const webhookSecrets = [secret, former].filter((item) => getVisibleText(item) !== '')
    const parsed = accountRequestSchema.safeParse({ provider, mode, key, webhookSecrets })
    if (!parsed.success)
      return setFailure(
        parsed.error.issues.some(({ path }) => path[0] === 'key')
          ? t`Enter the key as the provider shows it, on one line and without spaces.`
          : t`Enter the signing secret as the provider shows it, at least eight characters and without spaces.`,
      )
    setFailure(null)
    const outcome = await act({ municipality, body: parsed.data })
    if (outcome.kind !== 'ok') return setFailure(failureText(outcome))
    notify({ tone: 'received', text: t`The account is connected.` })
    onClose()
  }

  const isStripe = provider === 'stripe'
  const isSame = account?.provider === provider && account.mode === mode
  return (
    <FormDialog
      title={account === null ? t`Connect an account` : t`Change the account`}
      submit={<Trans>Connect</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void connect()}
      onClose={onClose}
    >
      <NativeSelect
        label={t`Payment provider`}
        value={provider}
        data={providerNameSchema.options.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
        onChange={({ currentTarget }) => setProvider(providerNameSchema.parse(currentTarget.value))}
      />
      <NativeSelect
        label={t`Mode`}
        value={mode}
        data={[
          { value: 'live', label: t`Live: real money` },
          { value: 'test', label: t`Test: no real money` },
        ]}
        onChange={({ currentTarget }) => setMode(currentTarget.value === 'test' ? 'test' : 'live')}
      />
      {isSame && (
        <p>
          <Trans>
            The new keys must belong to the same provider account. Only that account has the payments in progress and
            those that can be refunded.
          </Trans>
        </p>
      )}
      <HiddenInput
        label={isStripe ? t`Secret key` : t`Access token`}
        description={
          isStripe
            ? t`From the provider’s developer page. Starts with sk_ or rk_.`
            : t`From the provider’s developer page. Starts with APP_USR or TEST.`
        }
        value={key}
        onType={setKey}
      />
      <WebhookAddress key={provider} address={webhooks[provider]} />
      <HiddenInput
        label={t`Webhook signing secret`}
        description={t`The provider shows it next to the webhook address. Messages without a signature are rejected.`}
        value={secret}
        onType={setSecret}
      />
      {account !== null && (
        <HiddenInput
          label={t`Previous signing secret`}
          description={t`Needed only while the provider is changing the secret. Otherwise leave this field empty.`}
          value={former}
          onType={setFormer}
          required={false}
        />
      )}
      {dialog}
    </FormDialog>
  )
}

type HiddenInputProps = {
  readonly label: string
  readonly description: string
  readonly value: string
  readonly onType: (typed: string) => void
  readonly required?: boolean
}

function HiddenInput({ label, description, value, onType, required = true }: HiddenInputProps) {
  return (
    <TextInput
      type="password"
      label={label}
      description={description}
      required={required}
      autoComplete="off"
      spellCheck={false}
      maxLength={500}
      value={value}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}

/** The webhook URL to copy into the provider's settings. */
export function WebhookAddress({ address }: { readonly address: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  // Without a configured host name the address is a path, relative to this page's host.
  const fullText = new URL(address, location.origin).href
  async function copy(): Promise<void> {
    try {
      // Throws over plain http (except localhost), where browsers have no clipboard.
      await navigator.clipboard.writeText(fullText)
      setCopied('yes')
    } catch {
      setCopied('no')
    }
  }
  return (
    <Group align="end" gap="xs">
      <TextInput
        label={t`Webhook address`}
        description={t`Enter this address in your account with the provider, so that payments are reported immediately.`}
        readOnly
        flex="1 1 18rem"
        classNames={{ input: 'r-code' }}
        value={fullText}
        error={copied === 'no' && t`Could not copy it. Select the text and copy it.`}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button variant="default" onClick={() => void copy()}>
        <span aria-live="polite">{copied === 'yes' ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
      </Button>
    </Group>
  )
}
