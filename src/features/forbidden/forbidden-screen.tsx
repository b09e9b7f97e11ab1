import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, LinkButton, Page } from '#ui/index.ts'

/** Shown instead of a page if the signed-in user may not see it. */
export function ForbiddenScreen() {
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
