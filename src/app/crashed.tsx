import { useEffect, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { ErrorState, useOnline } from '#ui/index.ts'

const ROOM = { padding: 24, maxWidth: 760, marginInline: 'auto' }

/** Part 1, point 2: rendering failed. The way home reloads, as what crashed may be in memory; a draft is journaled. */
export function Crashed() {
  const online = useOnline()
  // Until the worker keeps the whole app, a page may be missing where there is no connection; with one it is fetched.
  const [isMissing] = useState(() => !online && !navigator.serviceWorker?.controller)
  useEffect(() => {
    if (isMissing && online) location.reload()
  }, [isMissing, online])
  if (isMissing)
    return (
      <div style={ROOM}>
        <ErrorState title={<Trans>This page is not on this device yet.</Trans>}>
          <Trans>With a connection it opens by itself. What you wrote and saved is still on this device.</Trans>
        </ErrorState>
      </div>
    )
  return (
    <div style={ROOM}>
      <ErrorState
        title={<Trans>We are sorry, something went wrong...</Trans>}
        action={
          <a href="/home">
            <Trans>Return to home</Trans>
          </a>
        }
      >
        <Trans>What you wrote and saved is still on this device.</Trans>
      </ErrorState>
    </div>
  )
}
