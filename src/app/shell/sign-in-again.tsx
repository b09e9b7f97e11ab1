import { useLingui } from '@lingui/react/macro'
import { SignInForm } from '#features/sign-in/index.ts'
import { Dialog } from '#ui/index.ts'

/** The sign-in form over the current screen, for the account whose session has expired. */
export function SignInAgainDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog opened onClose={onClose} title={t`Sign in again`}>
      <SignInForm email={email} volver={location.pathname + location.search} onSignedIn={onClose} />
    </Dialog>
  )
}
