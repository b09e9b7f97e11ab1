import { useEffect } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { ErrorState, Page, useProblemText } from '#ui/index.ts'
import { BLOCKED_SIGN_OUT_DELAY_MS, type Problem } from '#domain/kernel/index.ts'

/** Shown when the municipality or country is disabled. Unsent data stays on the device. */
export function BlockedScreen({ problem, signOut }: { readonly problem: Problem; readonly signOut: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  useEffect(() => {
    const timer = setTimeout(signOut, BLOCKED_SIGN_OUT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [signOut])
  return (
    <Page title={t`Access denied`} width="narrow">
      <ErrorState title={problemText(problem)}>
        <Trans>You are being signed out. What you saved stays on this device.</Trans>
      </ErrorState>
    </Page>
  )
}
