import { useLiveQuery } from 'dexie-react-hooks'
import { Stack } from '@mantine/core'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { formatAnswerName, computeProgress } from '#domain/answering/index.ts'
import type { FormSummary } from '#domain/templates/index.ts'
import {
  listDrafts,
  listFormSummaries,
  readOutboxSummary,
  readMeta,
  loadTemplate,
  type OutboxSummary,
  type Draft,
} from '#local/index.ts'
import {
  Banner,
  EmptyState,
  NoFormsYet,
  lazyPart,
  LinkButton,
  ListSkeleton,
  Page,
  PageSection,
  useAccount,
  useCan,
  useSupervision,
  useProfile,
  Item,
  ItemList,
  useFormTexts,
  DraftItem,
  useFormats,
} from '#ui/index.ts'
import { RecipientSearch } from './recipient-search.tsx'

/** Loaded on demand, for supervisors. */
const LazySupervisorOverview = lazyPart(async () => (await import('./desk.tsx')).SupervisorOverview)

const MAX_SHOWN = 5

/** The welcome page: unsent answers, decisions of supervisors, drafts, search for a recipient, and latest forms. */
export function HomeScreen() {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const profile = useProfile()
  const can = useCan()
  const { held, devices } = useSupervision()
  const isDesk = can('complete', 'respuesta') && (held || devices)
  const device = useLiveQuery(async () => {
    const [drafts, forms, outbox, pulledAt, failed] = await Promise.all([
      listDrafts(local),
      listFormSummaries(local),
      readOutboxSummary(local),
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
      width="full"
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
              <Trans>
                There are no forms yet. The first steps guide you from the municipality to the first answer.
              </Trans>
            </Banner>
          )}
          <div className="r-grid r-gap-24 r-top r-fit-30">
            {(isDesk || device.drafts.length > 0) && (
              <Stack gap="md">
                {isDesk && <LazySupervisorOverview meanwhile={<ListSkeleton rows={3} />} />}
                {device.drafts.length > 0 && (
                  <Drafts drafts={device.drafts.slice(0, MAX_SHOWN)} more={device.drafts.length - MAX_SHOWN} />
                )}
              </Stack>
            )}
            <Stack gap="md">
              {can('read', 'respuesta') && <RecipientSearch />}
              <PageSection title={t`Recently changed forms`}>
                {device.forms.length > 0 && <LatestForms templates={device.forms} count={MAX_SHOWN} />}
                {device.forms.length === 0 && device.pulled && (
                  <EmptyState title={<Trans>No results found</Trans>}>
                    <Trans>There are no forms in your areas yet.</Trans>
                  </EmptyState>
                )}
                {device.forms.length === 0 && !device.pulled && (
                  <NoFormsYet failed={device.failed} retry={() => sync.sendNow()}>
                    <ListSkeleton rows={3} />
                  </NoFormsYet>
                )}
              </PageSection>
            </Stack>
          </div>
        </>
      )}
    </Page>
  )
}

/** Numbers of unsent and refused answers. Renders nothing if there are none, as the sync indicator shows that. */
function Waiting({ outbox }: { readonly outbox: OutboxSummary }) {
  const unsent = outbox.waiting + outbox.sending
  const open = (
    <LinkButton to="/sincronizacion" variant="default">
      <Trans>Open the sync centre</Trans>
    </LinkButton>
  )
  return (
    <>
      {outbox.quarantined > 0 && (
        <Banner tone="attention" action={open}>
          <Plural
            value={outbox.quarantined}
            one="# answer needs your attention: the server did not accept it. It is safe on this device."
            other="# answers need your attention: the server did not accept them. They are safe on this device."
          />
        </Banner>
      )}
      {unsent > 0 && (
        <Banner tone="waiting" action={outbox.quarantined > 0 ? null : open}>
          <Plural
            value={unsent}
            one="# answer is saved on this device and will be sent automatically."
            other="# answers are saved on this device and will be sent automatically."
          />
        </Banner>
      )}
    </>
  )
}

type LatestFormsProps = { readonly templates: readonly FormSummary[]; readonly count: number }

/** The latest created or changed forms. */
function LatestForms({ templates, count }: LatestFormsProps) {
  const { t } = useLingui()
  const can = useCan()
  const formText = useFormTexts()
  const latest = templates
    .filter((template) => !template.deleted)
    .toSorted((a, b) => b.lastChange.localeCompare(a.lastChange))
    .slice(0, count)
  return (
    <ItemList label={t`Recently changed forms`}>
      {latest.map((template) => {
        const title = formText(template, 'titulo')
        return (
          <Item key={template.id} title={title} details={[template.areaInfo.nombre]}>
            {can('create', 'respuesta') && can('create', { kind: 'respuesta', template }) && (
              <LinkButton
                to="/contestar/$id"
                params={{ id: template.id }}
                variant="default"
                aria-label={t`Answer ${title}`}
              >
                <Trans context="verb">Answer</Trans>
              </LinkButton>
            )}
          </Item>
        )
      })}
    </ItemList>
  )
}

/** "Continue where you left off": latest draft first. */
function Drafts({ drafts, more }: { readonly drafts: readonly Draft[]; readonly more: number }) {
  const { t } = useLingui()
  return (
    <PageSection title={t`Continue where you left off`}>
      <ItemList label={t`Drafts`}>
        {drafts.map((draft) => (
          <HomeDraft key={draft.id} draft={draft} />
        ))}
      </ItemList>
      {more > 0 && (
        <p>
          <LinkButton to="/sincronizacion" variant="subtle">
            <Plural value={more} one="# more draft" other="# more drafts" />
          </LinkButton>
        </p>
      )}
    </PageSection>
  )
}

function HomeDraft({ draft }: { readonly draft: Draft }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const formText = useFormTexts()
  const template = useLiveQuery(
    () => loadTemplate(local, draft.template, draft.version),
    [local, draft.template, draft.version],
  )
  const progress = template === undefined ? undefined : computeProgress(template, draft.content)
  const title = template === undefined ? '…' : formText(template, 'titulo')
  const name = formatAnswerName(template, draft)
  return (
    <DraftItem
      draft={draft}
      title={name || title}
      details={[
        name !== '' && title,
        formats.dateTime(draft.updatedAt),
        progress !== undefined && t`${progress.answered} of ${progress.total} answered`,
      ]}
    />
  )
}
