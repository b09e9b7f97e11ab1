import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Box, Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  readDecisions,
  readPending,
  countDecisions,
  MAX_DECISIONS,
  MAX_PENDING_COUNT,
  type PendingDecisions,
  type PendingAnswers,
} from '#domain/jobs/index.ts'
import { updateMetaFromReply, listFormSummaries, readMeta, type Meta } from '#local/index.ts'
import {
  LoadablePart,
  Banner,
  EmptyState,
  Item,
  ItemList,
  ListSkeleton,
  PageSection,
  formatMunicipalityNote,
  PendingLines,
  getStartOfToday,
  TextLink,
  useAccount,
  useEndpointData,
  useFormats,
  useFormTexts,
} from '#ui/index.ts'

/** Maximum lines. /supervision lists all. */
const SHOWN_FORMS = 8

/**
 * A supervisor's overview with links: pending decisions per form, today's answers, and silent devices. Offline, shows
 * the last known overview and marks it as such.
 */
export function SupervisorOverview() {
  const { local } = useAccount()
  const formats = useFormats()
  const [since] = useState(getStartOfToday)
  const [pending, askPending] = useEndpointData(readPending, { since })
  const [decisions, askDecisions] = useEndpointData(readDecisions, {})
  const kept = useLiveQuery(async () => (await readMeta(local, 'desk')) ?? null, [local])
  const now =
    pending.kind === 'here' && decisions.kind === 'here' ? { pending: pending.value, decisions: decisions.value } : null
  const isFresh = now !== null && pending.kind === 'here' && pending.problem === null
  const received = isFresh ? JSON.stringify(now) : undefined
  useEffect(() => {
    if (received !== undefined) void updateMetaFromReply(local, 'desk', () => JSON.parse(received) as Meta['desk'])
  }, [local, received])
  const isRefused = [pending, decisions].some((item) => item.kind === 'failed' && item.refused)
  const shown = now ?? (isRefused ? null : kept)
  function again(): void {
    askPending()
    askDecisions()
  }

  if (shown === undefined) return <ListSkeleton rows={3} />
  if (shown === null)
    return (
      <LoadablePart
        loadable={[pending, decisions].find((item) => item.kind === 'failed') ?? { kind: 'loading' }}
        retry={again}
        offline={<Trans>Connect to the internet to see the pending decisions.</Trans>}
      >
        {() => null}
      </LoadablePart>
    )
  const at = formats.dateTime(shown.pending.at)
  const isFailed = !isFresh && (pending.kind === 'failed' || decisions.kind === 'failed' || now !== null)
  return (
    <>
      {isFailed && (
        <Banner
          tone="waiting"
          action={
            <Button variant="default" onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>No connection. Showing data from {at}.</Trans>
        </Banner>
      )}
      <Sections {...shown} since={since} />
    </>
  )
}

type SectionsProps = { readonly pending: PendingAnswers; readonly decisions: PendingDecisions; readonly since: string }

function Sections({ pending, decisions, since }: SectionsProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const formText = useFormTexts()
  const known = useLiveQuery(
    async () => new Map((await listFormSummaries(local)).map((form) => [form.id, form])),
    [local],
  )
  const formatPendingFormTitle = ({ id, titulo }: PendingAnswers['forms'][number]): string => {
    const form = known?.get(id)
    return form === undefined ? titulo : formText(form, 'titulo')
  }
  const waiting = pending.forms.reduce((sum, { states }) => sum + states.length, 0)
  const others = countDecisions(decisions)
  const today = pending.at >= since ? pending.forms.filter((form) => form.today > 0) : []
  const silent = decisions.kinds.find(({ kind }) => kind === 'devices')?.first ?? []
  return (
    <>
      <PageSection
        title={t`To decide`}
        aside={
          (waiting > SHOWN_FORMS || pending.andMore) && (
            <TextLink to="/supervision">
              <Trans>See all</Trans>
            </TextLink>
          )
        }
      >
        {waiting === 0 && others === 0 && !pending.andMore && (
          <EmptyState title={<Trans>Nothing is waiting for a decision.</Trans>} />
        )}
        {/* First, as the number in the menu counts these. */}
        {others > 0 && (
          <Box {...(waiting > 0 && { className: 'r-under', pb: 12 })}>
            <ItemList label={t`Decisions`}>
              <Item
                title={
                  <TextLink to="/supervision">
                    {others < MAX_DECISIONS ? (
                      <Plural value={others} one="# pending decision" other="# pending decisions" />
                    ) : (
                      t`${MAX_DECISIONS - 1} or more pending decisions`
                    )}
                  </TextLink>
                }
              >
                <span className="r-soft">
                  <Trans>Held answers, conflicts, corrections, payments and others</Trans>
                </span>
              </Item>
            </ItemList>
          </Box>
        )}
        {waiting > 0 && (
          <PendingLines
            forms={pending.forms}
            max={SHOWN_FORMS}
            titleOf={formatPendingFormTitle}
            label={t`Answers by state`}
            detailsOf={({ count, oldest }) => [
              count < MAX_PENDING_COUNT ? (
                <Plural key="count" value={count} one="# answer" other="# answers" />
              ) : (
                t`${MAX_PENDING_COUNT - 1} or more answers`
              ),
              <span key="oldest" className="r-figures">
                {t`oldest: ${formats.dateTime(oldest)}`}
              </span>,
            ]}
          />
        )}
      </PageSection>
      {today.length > 0 && (
        <PageSection title={t`Answered today`}>
          <ItemList label={t`Answered today`}>
            {today.map((form) => (
              <Item
                key={form.id}
                title={
                  <TextLink
                    to="/respuestas/listado/$id/{-$respuesta}"
                    params={{ id: form.id, respuesta: undefined }}
                    search={{ dia: toUrlDay(pending.at) }}
                  >
                    {formatPendingFormTitle(form)}
                    {formatMunicipalityNote(today, form)}
                  </TextLink>
                }
              >
                <span className="r-soft">
                  {form.today < MAX_PENDING_COUNT ? (
                    <Plural value={form.today} one="# answer" other="# answers" />
                  ) : (
                    t`${MAX_PENDING_COUNT - 1} or more answers`
                  )}
                </span>
              </Item>
            ))}
          </ItemList>
        </PageSection>
      )}
      {silent.length > 0 && (
        <PageSection title={t`No contact for more than a week`}>
          <ItemList label={t`No contact for more than a week`}>
            {silent.map(({ id, title, at }) => (
              <Item key={id} title={<TextLink to="/supervision/dispositivos">{title}</TextLink>}>
                <span className="r-soft r-figures">{t`since ${formats.dateTime(at)}`}</span>
              </Item>
            ))}
          </ItemList>
        </PageSection>
      )}
    </>
  )
}

/** A day in URL format (`2026-11-20`), in the user's time zone. */
function toUrlDay(instant: string): string {
  const date = new Date(instant)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
