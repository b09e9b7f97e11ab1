import { Trans, useLingui } from '@lingui/react/macro'
import { Brand, EmptyState, LinkButton, Page } from '#ui/index.ts'

/** The 404 page with a link home (part 1, point 2). In the initial bundle, so that it is available offline. */
export function NotFoundScreen() {
  const { t } = useLingui()
  return (
    <Page title={t`Page Not Found`} back={<Brand />} width="narrow">
      <EmptyState
        title={<Trans>The requested URL was not found.</Trans>}
        action={
          <LinkButton to="/home">
            <Trans>Back to home</Trans>
          </LinkButton>
        }
      />
    </Page>
  )
}
