import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, LinkButton, Page } from '#ui/index.ts'

/** Shown to signed-in users without the right that the page requires. */
export function Forbidden() {
  const { t } = useLingui()
  return (
    <Page title={t`Forbidden`} width="narrow">
      <EmptyState
        title={<Trans>You do not have permission to see this page.</Trans>}
        action={
          <LinkButton to="/home">
            <Trans>Back to home</Trans>
          </LinkButton>
        }
      >
        <Trans>If you need it for your work, ask your supervisor for access.</Trans>
      </EmptyState>
    </Page>
  )
}
