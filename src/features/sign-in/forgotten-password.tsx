import { visibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import { FormDialog, notify, useProblemText, useSessionActions } from '#ui/index.ts'

/** Requests a single-use link by e-mail; the message is the same whether or not the account exists. */
export function ForgottenPassword({ email: first, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const { forgotPassword } = useSessionActions()
  const [email, setEmail] = useState(first)
  const [isMissing, setMissing] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(): Promise<void> {
    setMissing(visibleText(email) === '')
    setProblem(null)
    if (visibleText(email) === '') return
    setBusy(true)
    const sent = await forgotPassword(visibleText(email))
    setBusy(false)
    if (sent.ok) {
      notify({
        tone: 'received',
        text: t`If there is such an account, a link to choose a new password is on its way to its e-mail.`,
      })
      return onClose()
    }
    setProblem(sent.problem)
    notify({ tone: 'attention', text: t`The link could not be sent. Try again in a few minutes.` })
  }

  return (
    <FormDialog
      title={t`Forgotten password`}
      submit={<Trans>Send the link</Trans>}
      busy={busy}
      failure={problem === null ? null : textOf(problem)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        <Trans>
          We send you an e-mail with a link. It works once, for an hour, and lets you choose a new password.
        </Trans>
      </p>
      <TextInput
        label={t`E-mail`}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        required
        data-autofocus
        value={email}
        error={isMissing ? t`Write the e-mail of your account.` : null}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
