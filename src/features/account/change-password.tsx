import { useRef, useState } from 'react'
import { i18n } from '@lingui/core'
import { Button, PasswordInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { changePassword } from '#domain/sessions/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import {
  FormDialog,
  storeSsoFlow,
  notify,
  useEndpointCall,
  useProblemText,
  useConfirmedAction,
  useSessionActions,
  chooseLanguage,
} from '#ui/index.ts'
import '@mantine/core/styles/PasswordInput.layer.css'

type Fields = 'old' | 'fresh' | 'again'
type Values = Readonly<Record<Fields, string>>
/** A mistake found before the request is sent: the field, and the kind of mistake. */
export type PasswordFieldError = { readonly field: Fields; readonly why: 'missing' | 'different' }

export function findPasswordFieldError({ old, fresh, again }: Values): PasswordFieldError | null {
  if (old === '') return { field: 'old', why: 'missing' }
  if (fresh === '') return { field: 'fresh', why: 'missing' }
  return fresh === again ? null : { field: 'again', why: 'different' }
}

/** Asks for the old and a new password. The change ends all other sessions of the account, but not this one. */
export function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy } = useEndpointCall(changePassword)
  const { confirmed, dialog } = useConfirmedAction()
  const [values, setValues] = useState<Values>({ old: '', fresh: '', again: '' })
  const [fieldError, setFieldError] = useState<PasswordFieldError | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const inputs = {
    old: useRef<HTMLInputElement>(null),
    fresh: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  }
  const labels: Readonly<Record<Fields, string>> = {
    old: t`Current password`,
    fresh: t`New password`,
    again: t`Repeat new password`,
  }
  const words: Readonly<Record<PasswordFieldError['why'], string>> = {
    missing: t`Enter a password.`,
    different: t`The passwords do not match.`,
  }

  async function submit(): Promise<void> {
    const passwordFieldFault = findPasswordFieldError(values)
    setFieldError(passwordFieldFault)
    setProblem(null)
    if (passwordFieldFault !== null) return inputs[passwordFieldFault.field].current?.focus()
    const { old, fresh: password } = values
    const body = { old, password, language: chooseLanguage(i18n.locale) }
    const outcome = await confirmed(() => act({ body }))
    if (outcome.kind !== 'ok') {
      const why = toProblem(outcome)
      setProblem(why)
      return inputs[why.code === 'password.wrong' ? 'old' : 'fresh'].current?.focus()
    }
    notify({ tone: 'received', text: t`Password changed. You must sign in again on your other devices.` })
    onClose()
  }

  return (
    <FormDialog
      title={t`Change password`}
      submit={<Trans>Change password</Trans>}
      busy={busy}
      failure={problem === null ? null : problemText(problem)}
      extra={problem?.code === 'password.elsewhere' && <ChangePasswordElsewhere onFailed={setProblem} />}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        <Trans>
          Choose a long password that you do not use elsewhere. Your other devices will be signed out but keep their
          unsent work.
        </Trans>
      </p>
      {(['old', 'fresh', 'again'] as const).map((field) => (
        <PasswordInput
          key={field}
          ref={inputs[field]}
          label={labels[field]}
          autoComplete={field === 'old' ? 'current-password' : 'new-password'}
          data-autofocus={field === 'old' || undefined}
          value={values[field]}
          onChange={({ currentTarget: { value } }) => setValues((before) => ({ ...before, [field]: value }))}
          error={fieldError?.field === field ? words[fieldError.why] : null}
          visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
        />
      ))}
      {dialog}
    </FormDialog>
  )
}

/** Button for single sign-on users to change the password at the provider, which then redirects to this page. */
function ChangePasswordElsewhere({ onFailed }: { readonly onFailed: (problem: Problem) => void }) {
  const { sso } = useSessionActions()
  async function go(): Promise<void> {
    const started = await sso.start({ changePassword: true })
    if (!started.ok) return onFailed(started.problem)
    storeSsoFlow({ state: started.value.state, mode: 'redirect', volver: '/cuenta' })
    location.assign(started.value.address)
  }
  return (
    <Button variant="default" onClick={() => void go()}>
      <Trans>Change password in single sign-on</Trans>
    </Button>
  )
}
