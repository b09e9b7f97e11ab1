import { Component, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ErrorState, Page } from '#ui/index.ts'

type LoadErrorBoundaryProps = { readonly children: ReactNode; readonly reload?: () => void }

/** Error boundary for parts of a page whose file failed to load. Typed text is in the draft. */
export class LoadErrorBoundary extends Component<LoadErrorBoundaryProps, { readonly isFallen: boolean }> {
  override state = { isFallen: false }
  static getDerivedStateFromError() {
    return { isFallen: true }
  }
  override render(): ReactNode {
    const { children, reload = () => location.reload() } = this.props
    return this.state.isFallen ? <InItsPlace reload={reload} /> : children
  }
}

function InItsPlace({ reload }: { readonly reload: () => void }) {
  const { t } = useLingui()
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={<Trans>We are sorry, something went wrong...</Trans>}
        action={
          <Button variant="default" onClick={reload}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>What you wrote is still on this device.</Trans>
      </ErrorState>
    </Page>
  )
}
