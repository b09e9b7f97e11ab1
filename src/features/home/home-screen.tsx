import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { listDrafts, listForms, outboxSummary, readMeta } from '#local/index.ts'
import {
  Banner,
  EmptyState,
  FirstForms,
  later,
  LinkButton,
  ListSkeleton,
  Page,
  PageSection,
  useAccount,
  useCan,
  useOversight,
  useProfile,
} from '#ui/index.ts'
import { Drafts } from './drafts.tsx'
import { LatestForms } from './latest-forms.tsx'
import { RecipientSearch } from './recipient-search.tsx'
import { Waiting } from './waiting.tsx'

/** Of supervisors. */
const Desk = later(async () => (await import('./desk.tsx')).Desk)

const SHOWN = 5

/** The welcome page: go on where one was, what waits to be sent, and the forms that came last. */
export function HomeScreen() {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const profile = useProfile()
  const can = useCan()
  const { held, devices } = useOversight()
  const isDesk = can('complete', 'respuesta') && (held || devices)
  const device = useLiveQuery(async () => {
    const [drafts, forms, outbox, pulledAt, failed] = await Promise.all([
      listDrafts(local),
      listForms(local),
      outboxSummary(local),
      readMeta(local, 'pulledAt'),
      readMeta(local, 'firstPullFailed'),
    ])
    return { drafts, forms, outbox, pulled: pulledAt !== undefined, failed: failed === true }
  }, [local])
  if (profile === null) return null
  const name = profile.firstName

  return (
    <Page
      title={name === '' ? t`Welcome` : t`Hello, ${name}`}
      subtitle={profile.municipality.nombre}
      actions={
        <LinkButton to="/listar">
          <Trans>See all forms</Trans>
        </LinkButton>
      }
    >
      {device === undefined ? (
        <ListSkeleton />
      ) : (
        <>
          <Waiting outbox={device.outbox} />
          {device.pulled && device.forms.length === 0 && can('manage', 'usuario') && (
            <Banner
              tone="quiet"
              action={
                <LinkButton to="/primeros-pasos">
                  <Trans>First steps</Trans>
                </LinkButton>
              }
            >
              <Trans>There is no form here yet. A page leads you from the municipality to the first answer.</Trans>
            </Banner>
          )}
          {isDesk && <Desk meanwhile={<ListSkeleton rows={3} />} />}
          {device.drafts.length > 0 && (
            <Drafts drafts={device.drafts.slice(0, SHOWN)} more={device.drafts.length - SHOWN} />
          )}
          {can('read', 'respuesta') && <RecipientSearch />}
          <PageSection title={t`Latest forms`}>
            {device.forms.length > 0 ? (
              <LatestForms templates={device.forms} count={SHOWN} />
            ) : device.pulled ? (
              <EmptyState title={<Trans>No results found</Trans>}>
                <Trans>There are no forms in your areas yet.</Trans>
              </EmptyState>
            ) : (
              <FirstForms failed={device.failed} again={() => sync.sendNow()}>
                <ListSkeleton rows={3} />
              </FirstForms>
            )}
          </PageSection>
        </>
      )}
    </Page>
  )
}
