import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { resetFactors, type ListedUser } from '#domain/users/index.ts'
import { FormDialog, notify, useConfirmedCall, useFailureText, chooseLanguage } from '#ui/index.ts'

/**
 * Resets the second factors of a user who has lost phone, key and recovery codes. The administrator has to verify the
 * user's identity before.
 */
export function ResetFactors({ user, onClose }: { readonly user: ListedUser; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const failureText = useFailureText()
  const { act, busy, dialog } = useConfirmedCall(resetFactors)
  const [failure, setFailure] = useState<string | null>(null)
  async function reset(): Promise<void> {
    const done = await act({ id: user.id, language: chooseLanguage(i18n.locale) })
    if (done.kind !== 'ok')
      return setFailure(
        toProblem(done).code === 'factor.none'
          ? t`${user.userMuniCore} has no second factor.`
          : failureText(done, t`The user could not be saved.`),
      )
    notify({ tone: 'received', text: t`The second factors of ${user.userMuniCore} were reset.` })
    onClose()
  }
  return (
    <FormDialog
      danger
      title={t`Reset the second factors of ${user.userMuniCore}?`}
      submit={<Trans>Reset</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void reset()}
      onClose={onClose}
    >
      <p>
        <Trans>
          First check that the request comes from this user. Their sessions end within seconds. They can then sign in
          with their password alone, or set up a new second factor if their role requires one. They are notified by
          e-mail.
        </Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
