import { getVisibleText } from '#domain/kernel/index.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Stack } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { passSecondStep, type FactorProof } from '#domain/sessions/index.ts'
import { toProblem, type RequestSender } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { Banner } from '../page/states.tsx'
import { useProblemText } from '../language/problem-text.ts'
import { AddFactorForm } from './add-factor.tsx'
import { supportsPasskeys } from './browser-passkeys.ts'
import { CodeField } from './code-field.tsx'
import { createPasskeyProof } from './passkey-proof.ts'

export type SecondStepFormProps = {
  /** the server's session.second-step problem, whose details say which factors exist */
  readonly step: Problem
  /** method of the first step */
  readonly after?: 'password' | 'provider'
  readonly ask: RequestSender
  /** reason why the session could not be adopted after the second step */
  readonly failure: Problem | null
  readonly onPassed: () => void
  /** returns to the sign-in page */
  readonly onCancel: () => void
}

/** The second sign-in step, after password or provider. Asks for a factor, or for setting one up. */
export function SecondStepForm(props: SecondStepFormProps) {
  const problemText = useProblemText()
  return (
    <Stack gap="md">
      {props.failure !== null && (
        <div role="alert">
          <Banner tone="attention">{problemText(props.failure)}</Banner>
        </div>
      )}
      {props.step.details?.['wants'] === 'enrol' ? <EnrolFactor {...props} /> : <ShowFactor {...props} />}
      <Button variant="subtle" fullWidth onClick={props.onCancel}>
        <Trans>Use another account</Trans>
      </Button>
    </Stack>
  )
}

function ShowFactor({ step, after = 'password', ask, onPassed }: SecondStepFormProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState<'code' | 'passkey' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // Sets the focus, because the password form was replaced.
  useEffect(() => field.current?.focus(), [])
  const offersPasskey = Number(step.details?.['passkeys']) > 0 && supportsPasskeys()

  async function show(proof: FactorProof): Promise<void> {
    const passed = await ask(passSecondStep, { body: proof })
    if (passed.kind === 'ok') return onPassed()
    setProblem(toProblem(passed))
    field.current?.select()
  }

  async function withPasskey(): Promise<void> {
    setProblem(null)
    setBusy('passkey')
    const proof = await createPasskeyProof(ask)
    if (proof.ok) await show(proof.value)
    else setProblem(proof.problem)
    setBusy(null)
  }

  async function withCode(event: FormEvent): Promise<void> {
    event.preventDefault()
    event.stopPropagation()
    setMissing(getVisibleText(code) === '')
    setProblem(null)
    if (getVisibleText(code) === '') return field.current?.focus()
    setBusy('code')
    await show({ kind: 'code', code: getVisibleText(code) })
    setBusy(null)
  }

  return (
    <form noValidate onSubmit={(event) => void withCode(event)}>
      <Stack gap="md">
        <p>
          {after === 'password' ? (
            <Trans>Password accepted. Confirm your identity with your second factor.</Trans>
          ) : (
            <Trans>You have signed in with single sign-on. Relevo also requires a second factor.</Trans>
          )}
        </p>
        <div role="alert">{problem !== null && <Banner tone="attention">{problemText(problem)}</Banner>}</div>
        {offersPasskey && (
          <Button
            fullWidth
            leftSection={<IconFingerprint size={20} aria-hidden="true" />}
            loading={busy === 'passkey'}
            onClick={() => void withPasskey()}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        )}
        <CodeField recovery field={field} value={code} onChange={setCode} error={missing ? t`Enter the code.` : null} />
        <Button type="submit" fullWidth variant={offersPasskey ? 'default' : 'filled'} loading={busy === 'code'}>
          <Trans>Continue</Trans>
        </Button>
      </Stack>
    </form>
  )
}

function EnrolFactor({ ask, onPassed }: SecondStepFormProps) {
  const [kind, setKind] = useState<'app' | 'passkey' | null>(null)
  if (kind !== null) return <AddFactorForm kind={kind} ask={ask} onCancel={() => setKind(null)} onAdded={onPassed} />
  return (
    <Stack gap="md">
      <p>
        <Trans>Your role requires a second factor in addition to your password. Set one up to sign in.</Trans>
      </p>
      <Button fullWidth leftSection={<IconDeviceMobile size={20} aria-hidden="true" />} onClick={() => setKind('app')}>
        <Trans>Authenticator app</Trans>
      </Button>
      {supportsPasskeys() && (
        <Button
          fullWidth
          variant="default"
          leftSection={<IconFingerprint size={20} aria-hidden="true" />}
          onClick={() => setKind('passkey')}
        >
          <Trans>Passkey</Trans>
        </Button>
      )}
    </Stack>
  )
}
