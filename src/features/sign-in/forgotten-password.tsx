import { getVisibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { FormDialog, notify, useProblemText, useSessionActions } from '#ui/index.ts'

/** Requests a single-use link by e-mail. The message does not reveal whether the account exists. */
export function ForgottenPassword({ email: first, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { forgotPassword } = useSessionActions()
  const [email, setEmail] = useState(first)
  const [isMissing, setMissing] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    setMissing(getVisibleText(email) === '')
    setProblem(null)
    if (getVisibleText(email) === '') return
    setBusy(true)
    const result = await forgotPassword(getVisibleText(email))
    setBusy(false)
    if (result.ok) {
      notify({
        tone: 'received',
        text: t`If this account exists, we have sent a link to choose a new password.`,
      })
      return onClose()
    }
    setProblem(result.problem)
    notify({ tone: 'attention', text: t`The link could not be sent. Try again in a few minutes.` })
  }

  return (
    <FormDialog
      title={t`Reset password`}
      submit={<Trans>Send link</Trans>}
      busy={busy}
      failure={problem === null ? null : problemText(problem)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        <Trans>We will e-mail you a link to choose a new password. It works once and expires in one hour.</Trans>
      </p>
      <TextInput
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        data-autofocus
        value={email}
        error={isMissing ? t`Enter the e-mail of your account.` : null}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
