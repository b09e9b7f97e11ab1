import { getVisibleText } from '#domain/kernel/index.ts'
import { useRef, useState, type FormEvent } from 'react'
import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { Banner, lazyPart, LazySecondStep, useOnline, useProblemText, useSessionActions } from '#ui/index.ts'
import '@mantine/core/styles/PasswordInput.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { SsoButton } from './sso-button.tsx'

const ForgottenPassword = lazyPart(async () => (await import('./forgotten-password.tsx')).ForgottenPassword)

/** Wrong passwords before a warning is shown. After a few more, the server refuses further attempts for some time. */
const WRONG_BEFORE_WARNING = 3

export type SignInFormProps = {
  /** account that has to sign in again; its e-mail is fixed */
  readonly email?: string
  /** path to return to after single sign-on, which leaves this page */
  readonly volver?: string | undefined
  /** whether the session was ended remotely, so that another person may be using the device */
  readonly ended?: boolean
  readonly onSignedIn: () => void
}

type Missing = { readonly email: boolean; readonly password: boolean }

/** Sign-in with e-mail and password. */
export function SignInForm({ email: fixed, volver, ended = false, onSignedIn }: SignInFormProps) {
  const { t } = useLingui()
  const { signIn, enter, ask, sharedDevice } = useSessionActions()
  const [sharing] = useState(sharedDevice)
  const [shared, setShared] = useState(sharing !== 'no')
  const problemText = useProblemText()
  const online = useOnline()
  const [email, setEmail] = useState(fixed ?? '')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<Missing>({ email: false, password: false })
  const [problem, setProblem] = useState<Problem | null>(null)
  const [wrong, setWrong] = useState(0)
  const [busy, setBusy] = useState(false)
  const [forgotten, setForgotten] = useState(false)
  const [step, setStep] = useState<Problem | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const said = fixed === undefined ? shared : undefined

  async function passed(): Promise<void> {
    const entered = await enter(said)
    if (entered.ok) onSignedIn()
    else setProblem(entered.problem)
  }

  async function submit(): Promise<void> {
    const found = { email: getVisibleText(email) === '', password: password === '' }
    setMissing(found)
    if (found.email) return emailField.current?.focus()
    if (found.password) return passwordField.current?.focus()
    setBusy(true)
    setProblem(null)
    const signedIn = await signIn(getVisibleText(email), password, said)
    setBusy(false)
    if (signedIn.ok) return onSignedIn()
    if (signedIn.problem.code === 'session.second-step') {
      setPassword('')
      return setStep(signedIn.problem)
    }
    setProblem(signedIn.problem)
    if (signedIn.problem.code === 'session.bad-credentials') setWrong(wrong + 1)
    passwordField.current?.focus()
    passwordField.current?.select()
  }

  if (step !== null)
    return (
      <LazySecondStep
        step={step}
        ask={ask}
        failure={problem}
        onPassed={() => void passed()}
        onCancel={() => {
          setStep(null)
          setProblem(null)
        }}
      />
    )
  // The dialog is rendered outside the form, because submit events of the dialog's form would bubble into it, even
  // through a portal.
  return (
    <>
      <form
        noValidate
        className="r-wide"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="md">
          <div role="alert">
            {problem !== null && (
              <Banner tone="attention">
                {problemText(problem)}{' '}
                {problem.code === 'session.bad-credentials' && wrong >= WRONG_BEFORE_WARNING && (
                  <Trans>
                    After several wrong passwords you must wait before trying again. To reset it, use “I forgot my
                    password”.
                  </Trans>
                )}
              </Banner>
            )}
          </div>
          {!online && problem === null && (
            <Banner tone="waiting">
              <Trans>
                No connection. Signing in needs one, also on a device that you have used before. Work that you saved
                here is kept.
              </Trans>
            </Banner>
          )}
          <TextInput
            ref={emailField}
            label={t`E-mail`}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            readOnly={fixed !== undefined}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={missing.email ? t`Enter your e-mail.` : null}
          />
          <PasswordInput
            ref={passwordField}
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={missing.password ? t`Enter your password.` : null}
            visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
          />
          {fixed === undefined && (
            <Checkbox
              size="md"
              label={t`This is a shared device`}
              description={
                <>
                  {sharing === 'seen' && (
                    <>
                      <Trans>Several people use this device.</Trans>{' '}
                    </>
                  )}
                  <Trans>
                    When you sign out, answers that the server already has are removed from this device, unless your
                    municipality keeps them here. Unsent work stays.
                  </Trans>
                </>
              }
              checked={shared}
              disabled={sharing === 'seen'}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" fullWidth loading={busy}>
            <Trans>Sign in</Trans>
          </Button>
          <SsoButton
            shared={said}
            volver={volver}
            again={ended || fixed !== undefined}
            overWork={fixed !== undefined}
            onSignedIn={onSignedIn}
          />
          <Button variant="subtle" fullWidth onClick={() => setForgotten(true)}>
            <Trans>I forgot my password</Trans>
          </Button>
        </Stack>
      </form>
      {forgotten && <ForgottenPassword email={email} onClose={() => setForgotten(false)} />}
    </>
  )
}
