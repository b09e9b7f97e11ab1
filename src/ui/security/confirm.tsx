import { getVisibleText } from '#domain/kernel/index.ts'
import { useEffect, useRef, useState } from 'react'
import { Button, PasswordInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { confirmSession, listFactors, type FactorProof } from '#domain/sessions/index.ts'
import { toProblem, type ReplyOf } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { LoadablePart } from '../requests/loadable-part.tsx'
import { useEndpointCall } from '../requests/use-endpoint-call.ts'
import { useEndpointData } from '../requests/use-endpoint-data.ts'
import { Dialog } from '../dialogs/dialog.tsx'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { useAccount } from '../session/account.ts'
import { useSessionActions } from '../session/session-actions.ts'
import { storeSsoFlow, subscribeToSsoSignIn, openSsoWindow, SSO_NEW_SIGN_IN_PATH } from '../session/sso-flow.ts'
import { useProblemText } from '../language/problem-text.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import { supportsPasskeys } from './browser-passkeys.ts'
import { CodeField } from './code-field.tsx'
import { createPasskeyProof } from './passkey-proof.ts'

type ConfirmIdentityProps = { readonly onDone: (confirmed: boolean) => void }

/** Asks for password and second factor again before a sensitive action. */
export function IdentityConfirmation({ onDone }: ConfirmIdentityProps) {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(listFactors, {})
  if (loadable.kind === 'here')
    return loadable.value.password ? (
      <ConfirmHere own={loadable.value} onDone={onDone} />
    ) : (
      <ConfirmThere onDone={onDone} />
    )
  return (
    <Dialog opened onClose={() => onDone(false)} title={t`Confirm your identity`}>
      <LoadablePart loadable={loadable} retry={retry}>
        {() => null}
      </LoadablePart>
    </Dialog>
  )
}

function ConfirmHere({ own, onDone }: ConfirmIdentityProps & { readonly own: ReplyOf<typeof listFactors> }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { ask } = useAccount()
  const { act, busy } = useEndpointCall(confirmSession)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<'password' | 'code' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const hasFactor = own.factors.length > 0
  const offersPasskey = own.factors.some(({ kind }) => kind === 'passkey') && supportsPasskeys()

  async function confirm(proof?: FactorProof): Promise<void> {
    const outcome = await act({ body: { password, ...(proof === undefined ? {} : { proof }) } })
    if (outcome.kind === 'ok') return onDone(true)
    const why = toProblem(outcome)
    setProblem(why)
    return (why.code === 'password.wrong' ? passwordField : codeField).current?.select()
  }

  function submit(): Promise<void> | void {
    const lackingCode = hasFactor && getVisibleText(code) === '' ? 'code' : null
    const lacking = password === '' ? 'password' : lackingCode
    setMissing(lacking)
    setProblem(null)
    if (lacking !== null) return (lacking === 'password' ? passwordField : codeField).current?.focus()
    return confirm(hasFactor ? { kind: 'code', code: getVisibleText(code) } : undefined)
  }

  async function withPasskey(): Promise<void> {
    setProblem(null)
    setMissing(password === '' ? 'password' : null)
    if (password === '') return passwordField.current?.focus()
    const proof = await createPasskeyProof(ask)
    if (proof.ok) await confirm(proof.value)
    else setProblem(proof.problem)
  }

  function failureText(failed: Problem | null): string | null {
    if (failed === null) return null
    return failed.code === 'password.wrong' ? t`Wrong password.` : problemText(failed)
  }

  return (
    <FormDialog
      title={t`Confirm your identity`}
      submit={<Trans>Confirm</Trans>}
      busy={busy}
      failure={failureText(problem)}
      extra={
        offersPasskey && (
          <Button
            variant="default"
            leftSection={<IconFingerprint size={20} aria-hidden="true" />}
            onClick={() => void withPasskey()}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        )
      }
      onSubmit={() => void submit()}
      onClose={() => onDone(false)}
    >
      <p>
        <Trans>Before you continue, confirm that it is you. You will not be asked again for ten minutes.</Trans>
      </p>
      <PasswordInput
        ref={passwordField}
        label={t`Password`}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        error={missing === 'password' ? t`Enter your password.` : null}
        visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
      />
      {hasFactor && (
        <CodeField
          recovery
          field={codeField}
          value={code}
          onChange={setCode}
          error={missing === 'code' ? t`Enter the code.` : null}
        />
      )}
    </FormDialog>
  )
}

/**
 * Confirms the identity at the single sign-on provider in another window, so that typed input on this page is not lost.
 * If no window can be opened, explains that the browser will leave this page.
 */
function ConfirmThere({ onDone }: ConfirmIdentityProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { sso } = useSessionActions()
  const [way, setWay] = useState<'window' | 'here' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => (way === 'window' ? subscribeToSsoSignIn(() => onDone(true)) : undefined), [way, onDone])
  async function leave(): Promise<void> {
    const started = await sso.start({ again: true })
    if (!started.ok) return setProblem(started.problem)
    storeSsoFlow({ state: started.value.state, mode: 'redirect', volver: location.pathname })
    location.assign(started.value.address)
  }
  function go(): void {
    if (way === null) setWay(openSsoWindow(SSO_NEW_SIGN_IN_PATH) ? 'window' : 'here')
    else void leave()
  }
  return (
    <FormDialog
      title={t`Confirm your identity`}
      submit={way === null ? <Trans>Sign in with single sign-on</Trans> : <Trans>Continue in this window</Trans>}
      failure={problem === null ? null : problemText(problem)}
      onSubmit={go}
      onClose={() => onDone(false)}
    >
      <p>
        <Trans>You use single sign-on. Sign in again there to continue on this page.</Trans>
      </p>
      <div role="status">
        {way === 'window' && (
          <p>
            <Trans>Sign in using the window that opened.</Trans>
          </p>
        )}
        {way !== null && (
          <p>
            <Trans>You will return to this page, but unsaved changes on it will be lost.</Trans>
          </p>
        )}
      </div>
    </FormDialog>
  )
}
