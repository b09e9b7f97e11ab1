import { Trans } from '@lingui/react/macro'
import { ErrorState } from '#ui/index.ts'

/** Part 1, point 2: shown when rendering fails. The way home loads the page anew, because what crashed may still be in memory; a draft is journaled. */
export function Crashed() {
  return (
    <div style={{ padding: 24, maxWidth: 760, marginInline: 'auto' }}>
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
