import { useEffect } from 'react'
import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Banner, LanguagePicker, lazyPartOrNone, LogoMark, getReturnAddress, useSession } from '#ui/index.ts'
import { SignInForm } from './sign-in-form.tsx'
import { waitUntilPainted } from './sso-button.tsx'
import styles from './sign-in.module.css'

/** Loaded later, as the sign-in page does not wait for the device's databases. */
const LazyOtherAccountNotice = lazyPartOrNone(async () => {
  await waitUntilPainted()
  return (await import('./others-work.tsx')).OtherAccountNotice
})

/** Does nothing on sign-in, because the screen redirects when there is a session. */
function doNothing(): void {}

/** /login. Redirects users who are already signed in. */
export function SignInScreen() {
  const { t } = useLingui()
  const { history } = useRouter()
  const { volver, motivo } = useSearch({ from: '/login' })
  const signedIn = useSession(({ phase }) => phase.kind === 'authenticated')
  useDocumentTitle(t`Sign in · Relevo`)
  useEffect(() => {
    if (signedIn) history.replace(getReturnAddress(volver))
  }, [signedIn, volver, history])

  return (
    <div className={`r-column r-gap-0 ${styles['screen']}`}>
      <div className={`r-row r-gap-4 r-gap-x-16 r-middle ${styles['cover']}`}>
        <LogoMark size={56} className={styles['mark']} />
        <p className={styles['name']}>Relevo</p>
        <p className={`r-alone ${styles['claim']}`}>
          <Trans>Forms and inspections that work without a signal.</Trans>
        </p>
      </div>
      <div className={`r-line r-gap-0 r-grow ${styles['panel']}`}>
        <div className={`r-column r-gap-24 r-wide ${styles['column']}`}>
          <Title order={1}>
            <Trans>Sign in</Trans>
          </Title>
          {motivo === 'cerrada' && (
            <div role="status">
              <Banner tone="waiting">
                <Trans>
                  You were signed out because you signed out on another device or changed your password. Unsent work
                  stays here and is sent after you sign in.
                </Trans>
              </Banner>
            </div>
          )}
          <LazyOtherAccountNotice />
          <SignInForm volver={volver} ended={motivo === 'cerrada'} onSignedIn={doNothing} />
          <div className={styles['language']}>
            <LanguagePicker labelled />
          </div>
        </div>
      </div>
    </div>
  )
}
