import { IconDownload } from '@tabler/icons-react'
import { useRef, useState, useEffect, type FormEvent } from 'react'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { addFactor, beginFactor } from '#domain/sessions/index.ts'
import { toProblem, type RequestSender, type InputOf, type ReplyOf } from '#domain/endpoints/index.ts'
import { MAX_FACTOR_NAME_LENGTH, type Problem, getVisibleText } from '#domain/kernel/index.ts'
import { DialogFooter } from '../dialogs/dialog-foot.tsx'
import { downloadFile } from '../page/download.ts'
import { Banner } from '../page/states.tsx'
import { useProblemText } from '../language/problem-text.ts'
import { CodeField } from './code-field.tsx'
import { makePasskey } from './browser-passkeys.ts'
import { QrCode } from './qr-code.tsx'
import { chooseLanguage } from '#domain/kernel/index.ts'
import styles from './security.module.css'

/** A begun setup. The setup of the first factor contains the recovery codes. */
export type FactorSetup = ReplyOf<typeof beginFactor>
type AppBeginning = { readonly secret: string; readonly address: string }
type AddFactorProps = {
  readonly kind: 'app' | 'passkey'
  readonly ask: RequestSender
  /** setup begun by the caller; if missing, this component begins the setup */
  readonly setup?: FactorSetup
  /** missing if the setup is mandatory and cannot be cancelled */
  readonly onCancel?: () => void
  readonly onAdded: () => void
}

/**
 * Sets up a second factor. Asks for a name and, for an app, the first code. The recovery codes of a first factor are
 * shown before the factor is confirmed, so that no factor is active without stored codes.
 */
export function AddFactorForm({ kind, ask, setup, onCancel, onAdded }: AddFactorProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const [name, setName] = useState(() => (kind === 'app' ? t`Authenticator app` : t`Passkey`))
  const [begun, setBegun] = useState<FactorSetup | null>(setup ?? null)
  const [step, setStep] = useState<'name' | 'codes' | 'prove'>('name')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<'name' | 'code' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const language = chooseLanguage(i18n.locale)
  const isCodeNeeded = step === 'prove' && kind === 'app'

  async function finish(body: InputOf<typeof addFactor>['body']): Promise<void> {
    const outcome = await ask(addFactor, { body })
    if (outcome.kind === 'ok') return onAdded()
    const why = toProblem(outcome)
    setProblem(why)
    if (kind === 'app' && why.code !== 'factor.begin-again') return codeField.current?.select()
    // A setup can register only one passkey, so another try needs a new setup.
    setBegun(null)
    setStep('name')
  }

  async function prove(current: FactorSetup): Promise<void> {
    setStep('prove')
    if (current.kind === 'app') {
      setTimeout(() => codeField.current?.focus())
      return
    }
    const registration = await makePasskey(current.options)
    if (registration === undefined) return setProblem({ code: 'factor.passkey-failed' })
    return finish({ kind: 'passkey', name: getVisibleText(name), registration, language })
  }

  async function go(): Promise<void> {
    if (isCodeNeeded) return finish({ kind: 'app', name: getVisibleText(name), code, language })
    const reply = begun === null ? await ask(beginFactor, { body: { kind } }) : undefined
    if (reply !== undefined && reply.kind !== 'ok') return setProblem(toProblem(reply))
    const current = reply?.value ?? begun
    if (current === null) return
    setBegun(current)
    return step === 'name' && current.recovery.length > 0 ? setStep('codes') : prove(current)
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    const lackingCode = isCodeNeeded && getVisibleText(code) === '' ? 'code' : null
    const lacking = getVisibleText(name) === '' ? 'name' : lackingCode
    setMissing(lacking)
    setProblem(null)
    if (lacking !== null) return (lacking === 'name' ? nameField : codeField).current?.focus()
    setBusy(true)
    await go()
    setBusy(false)
  }

  if (step === 'codes' && begun !== null)
    return (
      <RecoveryCodeList
        codes={begun.recovery}
        onCancel={onCancel ?? (() => setStep('name'))}
        onKept={() => void prove(begun)}
      />
    )
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          ref={nameField}
          label={t`Name`}
          description={t`Helps you recognise it later.`}
          maxLength={MAX_FACTOR_NAME_LENGTH}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={missing === 'name' ? t`Enter a name.` : null}
        />
        {isCodeNeeded && begun?.kind === 'app' && <AppSetup {...begun} />}
        {isCodeNeeded && (
          <CodeField
            field={codeField}
            value={code}
            onChange={setCode}
            error={missing === 'code' ? t`Enter the code shown in the app.` : null}
          />
        )}
        {kind === 'passkey' && (
          <p>
            <Trans>
              Next, follow your browser’s instructions: unlock this device, use a phone or plug in a security key.
            </Trans>
          </p>
        )}
        <div role="alert">{problem !== null && <Banner tone="attention">{problemText(problem)}</Banner>}</div>
        <DialogFooter>
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {isCodeNeeded ? <Trans>Confirm</Trans> : <Trans>Continue</Trans>}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  )
}

/** The secret as a QR code, and as text and link for an app on this device. */
function AppSetup({ secret, address }: AppBeginning) {
  const { t } = useLingui()
  const groupedSecret = secret.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <Group gap="md">
      <QrCode text={address} label={t`QR code for the authenticator app`} />
      <Stack gap="xs" flex="1 1 12rem">
        <p>
          <Trans>Scan this code with an authenticator app, or enter this key in it:</Trans>
        </p>
        <p className="r-breaks r-mono">{groupedSecret}</p>
        <p>
          <a href={address} className="r-accent">
            <Trans>Open an app on this device</Trans>
          </a>
        </p>
      </Stack>
    </Group>
  )
}

type RecoveryCodeListProps = {
  readonly codes: readonly string[]
  /** cancels the setup that the codes belong to; missing if the codes are already valid */
  readonly onCancel?: () => void
  /** called once the user has stored the codes */
  readonly onKept: () => void
}

/** Recovery codes, shown only once. */
export function RecoveryCodeList({ codes, onCancel, onKept }: RecoveryCodeListProps) {
  const { t } = useLingui()
  const start = useRef<HTMLParagraphElement>(null)
  // Sets the focus, because the previously focused element was replaced.
  useEffect(() => start.current?.focus(), [])
  const save = () => {
    const text = [t`Recovery codes for Relevo. Each works once.`, '', ...codes, ''].join('\n')
    downloadFile(text, t`relevo-recovery-codes.txt`, 'text/plain')
  }
  return (
    <Stack gap="md">
      <p ref={start} tabIndex={-1}>
        <Trans>
          Store these recovery codes in a safe place. If you lose your phone or key, each code lets you sign in once.
          They will not be shown again.
        </Trans>
      </p>
      {onCancel !== undefined && (
        <p>
          <Trans>They are valid once you have finished the next step. Until then, nothing changes.</Trans>
        </p>
      )}
      <ul className={`r-pad-12 r-mono r-grid ${styles['codes']}`} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogFooter>
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button variant="default" leftSection={<IconDownload size={20} aria-hidden="true" />} onClick={save}>
          <Trans>Download</Trans>
        </Button>
        <Button onClick={onKept}>
          <Trans>I have saved them</Trans>
        </Button>
      </DialogFooter>
    </Stack>
  )
}
