import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ErrorState, Page } from '#ui/index.ts'
import type { CitizenPageRoute } from './citizen-place.ts'

type NotFoundProps = { readonly go?: (place: CitizenPageRoute) => void }

/** An unknown address: the citizen's answers if there is a session, the look-up by code, and the way back. */
export function NotFound({ go }: NotFoundProps) {
  const { t } = useLingui()
  return (
    <Page title={t`Citizen portal`} width="narrow">
      <ErrorState
        title={<Trans>The requested URL was not found.</Trans>}
        action={
          <div className="r-row">
            {go !== undefined && (
              <Button onClick={() => go({ kind: 'list' })}>
                <Trans>My answers</Trans>
              </Button>
            )}
            <Button variant="default" component="a" href="/publico/consultar-estado">
              <Trans context="button">Check the state of your form</Trans>
            </Button>
            {history.length > 1 && (
              <Button variant="subtle" onClick={() => history.back()}>
                <Trans>Go back</Trans>
              </Button>
            )}
          </div>
        }
      >
        <Trans>Open your form or your answers from the citizen portal.</Trans>
      </ErrorState>
    </Page>
  )
}

/** Link back to the portal. In a tab without a history, a link to the page that shows the state of an answer. */
export function PortalBackLink() {
  return history.length > 1 ? (
    <Button variant="default" onClick={() => history.back()}>
      <Trans>Go back</Trans>
    </Button>
  ) : (
    <Button variant="default" component="a" href="/publico/consultar-estado">
      <Trans context="button">Check the state of your form</Trans>
    </Button>
  )
}
