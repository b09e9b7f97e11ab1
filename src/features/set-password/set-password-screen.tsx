import { useRef, useState } from 'react'
import { Button, PasswordInput, Stack } from '@mantine/core'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import {
  Banner,
  Brand,
  EmptyState,
  LinkButton,
  notify,
  Page,
  LazySecondStep,
  useProblemText,
  useProfile,
  useSessionActions,
} from '#ui/index.ts'
import '@mantine/core/styles/PasswordInput.layer.css'

/** Problems found before the request is sent. The server checks the length. */
export type PasswordError = 'missing' | 'different'

function findPasswordError(password: string, again: string): PasswordError | null {
  if (password === '') return 'missing'
  return password === again ? null : 'different'
}

/**
 * /contrasena#{token}: target of a single-use link, from an e-mail or an administrator. The hash is neither sent to
 * servers nor logged. After setting the password the user is signed in, unless someone is signed in on this device.
 */
export function SetPasswordScreen() {
  const { t } = useLingui()
  const token = useLocation({ select: ({ hash }) => hash })
  const { choosePassword, signIn, enter, ask, sharedDevice } = useSessionActions()
  const { history } = useRouter()
  const isOpen = useProfile() !== null
  const problemText = useProblemText()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [fieldError, setFieldError] = useState<PasswordError | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  /** email of the account; empty until saved, as the link does not contain it */
  const [email, setEmail] = useState('')
  const [step, setStep] = useState<Problem | null>(null)
  // Initial value equal to that of the sign-in page.
  const isShared = sharedDevice() !== 'no'
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)

  async function submit(): Promise<void> {
    const foundFault = findPasswordError(password, again)
    setFieldError(foundFault)
    setProblem(null)
    if (foundFault === 'missing') return first.current?.focus()
    if (foundFault === 'different') return second.current?.focus()
    setBusy(true)
    const result = await choosePassword(token, password)
    if (result.ok) setEmail(result.value.email)
    if (result.ok && !isOpen) await continueSignIn(result.value.email)
    else if (result.ok) setDone(true)
    else setProblem(result.problem)
    setBusy(false)
  }

  /** Signs in with the saved password, or continues with the second step. The sign-in page explains other failures. */
  async function continueSignIn(email: string): Promise<void> {
    const signedIn = await signIn(email, password, isShared)
    if (signedIn.ok) return goHome(email)
    setPassword('')
    setAgain('')
    if (signedIn.problem.code === 'session.second-step') setStep(signedIn.problem)
    else setDone(true)
  }

  function goHome(email: string): void {
    history.replace('/home')
    notify({ tone: 'received', text: t`Your password is saved. Next time, sign in as ${email}.` })
  }

  async function passed(): Promise<void> {
    const entered = await enter(isShared)
    if (entered.ok) goHome(email)
    else setProblem(entered.problem)
  }

  if (step !== null) {
    return (
      <Page title={t`Password saved`} back={<Brand />} width="narrow">
        <Stack maw={420}>
          <LazySecondStep
            step={step}
            ask={ask}
            failure={problem}
            onPassed={() => void passed()}
            onCancel={() => history.replace('/login')}
          />
        </Stack>
      </Page>
    )
  }

  if (done) {
    return (
      <Page title={t`Password saved`} back={<Brand />} width="narrow">
        <div role="status">
          <EmptyState
            title={<Trans>You can now use your new password.</Trans>}
            action={
              <LinkButton to="/login">
                <Trans>Sign in</Trans>
              </LinkButton>
            }
          >
            <Trans>Sign in as {email}.</Trans>
          </EmptyState>
        </div>
      </Page>
    )
  }
  return (
    <Page
      title={t`Choose a password`}
      subtitle={<Trans>This link works only once. Choose a long password that you do not use elsewhere.</Trans>}
      back={<Brand />}
      width="narrow"
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="md" maw={420}>
          <div role="alert">{problem !== null && <Banner tone="attention">{problemText(problem)}</Banner>}</div>
          <PasswordInput
            ref={first}
            label={t`New password`}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={fieldError === 'missing' ? t`Enter a password.` : null}
            visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
          />
          <PasswordInput
            ref={second}
            label={t`Repeat password`}
            autoComplete="new-password"
            value={again}
            onChange={(event) => setAgain(event.currentTarget.value)}
            error={fieldError === 'different' ? t`The passwords do not match.` : null}
            visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
          />
          <Button type="submit" loading={busy}>
            <Trans>Save password</Trans>
          </Button>
        </Stack>
      </form>
    </Page>
  )
}
