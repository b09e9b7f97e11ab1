import { useEffect, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { ErrorState, isServedByWorker, useOnline } from '#ui/index.ts'

const PAGE_STYLE = { padding: 24, maxWidth: 760, marginInline: 'auto' }

/**
 * Error page (part 1, point 2). The link to the home page reloads the app, because its state in memory may be wrong.
 * Drafts are not lost, as they are journaled.
 */
export function CrashScreen() {
  const online = useOnline()
  // Offline, a file may be missing if the worker has not cached the whole app yet. The page then reloads once it is
  // online.
  const [isMissing] = useState(() => !online && !isServedByWorker())
  useEffect(() => {
    if (isMissing && online) location.reload()
  }, [isMissing, online])
  if (isMissing)
    return (
      <div style={PAGE_STYLE}>
        <ErrorState title={<Trans>This page has not been downloaded to this device yet.</Trans>}>
          <Trans>It will open automatically when you are online. Your saved work is still on this device.</Trans>
        </ErrorState>
      </div>
    )
  return (
    <div style={PAGE_STYLE}>
      <ErrorState
        title={<Trans>We are sorry, something went wrong...</Trans>}
        action={
          <a href="/home">
            <Trans>Return to home</Trans>
          </a>
        }
      >
        <Trans>Your saved work is still on this device.</Trans>
      </ErrorState>
    </div>
  )
}
