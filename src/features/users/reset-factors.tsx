import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { problemOf } from '#domain/endpoints/index.ts'
import { resetFactors, type ListedUser } from '#domain/users/index.ts'
import type { Language } from '#domain/kernel/index.ts'
import { FormDialog, notify, useConfirmedAct, useFailureText } from '#ui/index.ts'

/**
 * Resets second factors, for a user who has lost phone, key and recovery codes. The administrator has to verify the
 * user's identity.
 */
export function ResetFactors({ user, onClose }: { readonly user: ListedUser; readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  const failureText = useFailureText()
  const { act, busy, dialog } = useConfirmedAct(resetFactors)
  const [failure, setFailure] = useState<string | null>(null)
  async function reset(): Promise<void> {
    const done = await act({ id: user.id, language: i18n.locale as Language })
    if (done.kind !== 'ok')
      return setFailure(
        problemOf(done).code === 'factor.none'
          ? t`${user.userMuniCore} has no second factor.`
          : failureText(done, t`An error occurred, the user could not be saved.`),
      )
    notify({ tone: 'received', text: t`The second factors of ${user.userMuniCore} are gone.` })
    onClose()
  }
  return (
    <FormDialog
      danger
      title={t`Take the second factors of ${user.userMuniCore}?`}
      submit={<Trans>Take them</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void reset()}
      onClose={onClose}
    >
      <p>
        <Trans>
          Make sure first that it is they who ask, as when they got their account. Their sessions end within seconds;
          then their password alone signs in, or they set up a new second factor where their role has to have one. They
          get a letter about it.
        </Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
