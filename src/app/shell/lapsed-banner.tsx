import { useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { readMeta } from '#local/index.ts'
import { Banner, lazyPart, useAccount, useProfile, withMessages } from '#ui/index.ts'
import styles from './shell.module.css'

const SignInAgain = lazyPart(
  async () => (await withMessages('sign-in', import('./sign-in-again.tsx'))).SignInAgainDialog,
)

/**
 * Shown when the server requires the password again. Users can continue to work, but sending is paused. The sign-in
 * opens over the current screen.
 */
export function ExpiredSessionBanner() {
  const { local } = useAccount()
  const profile = useProfile()
  const [asking, setAsking] = useState(false)
  const lapsed = useLiveQuery(() => readMeta(local, 'signInNeeded'), [local]) ?? false
  if (!lapsed || profile === null) return null
  return (
    <div className={styles['lapsed']} role="status">
      <Banner
        tone="attention"
        action={
          <Button onClick={() => setAsking(true)}>
            <Trans>Sign in again</Trans>
          </Button>
        }
      >
        <Trans>
          Your session has ended. You can keep working. Everything stays on this device and is sent after you sign in.
        </Trans>
      </Banner>
      {asking && <SignInAgain email={profile.email} onClose={() => setAsking(false)} />}
    </div>
  )
}
