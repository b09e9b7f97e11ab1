import { useState, type ReactNode } from 'react'
import { Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import {
  readDecisions,
  readPending,
  MAX_SHOWN_DECISIONS,
  MAX_DECISIONS,
  MAX_PENDING_COUNT,
  type DecisionKind,
  type PendingDecisionListItem,
  type PendingDecisions,
} from '#domain/jobs/index.ts'
import { buildReference } from '#domain/codes/index.ts'
import { answerIdSchema } from '#domain/kernel/index.ts'
import {
  LoadablePart,
  EmptyState,
  Item,
  ItemList,
  Page,
  PageSection,
  PendingLines,
  getStartOfToday,
  TextLink,
  useEndpointData,
  useCan,
  useFormats,
} from '#ui/index.ts'
import { FormTitle } from './form-title.tsx'
import { SupervisionTabs } from './parts.tsx'
import { useJobNames } from './use-job-names.ts'

/** /supervision: everything waiting for a decision, with links. */
export function SupervisionStart() {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(readDecisions, {})
  return (
    <Page title={t`To decide`} subtitle={<Trans>Items waiting for your decision, by type.</Trans>} width="full">
      <SupervisionTabs />
      <LoadablePart
        loadable={loadable}
        retry={retry}
        offline={<Trans>Connect to the internet to see the pending decisions.</Trans>}
        stale={<Trans>Showing saved data from your last connection.</Trans>}
      >
        {(decisions) => <Waiting decisions={decisions} />}
      </LoadablePart>
    </Page>
  )
}

function Waiting({ decisions }: { readonly decisions: PendingDecisions }) {
  const { t } = useLingui()
  const formats = useFormats()
  const can = useCan()
  const mayMove = can('complete', 'respuesta')
  const [since] = useState(getStartOfToday)
  const [pending, retry] = useEndpointData(readPending, { since }, mayMove)
  const waiting = decisions.kinds.filter(({ count }) => count > 0)
  const states = pending.kind === 'here' ? pending.value.forms.filter((form) => form.states.length > 0) : []
  const isNothing = !mayMove || (pending.kind === 'here' && states.length === 0 && !pending.value.andMore)
  if (waiting.length === 0 && isNothing) return <EmptyState title={<Trans>Nothing is waiting for a decision.</Trans>} />
  return (
    <div className="r-grid r-gap-24 r-top r-fit-30">
      {waiting.length > 0 && (
        <Stack gap="md">
          {waiting.map((item) => (
            <Kind key={item.kind} {...item} />
          ))}
        </Stack>
      )}
      {!isNothing && (
        <PageSection title={t`By state`}>
          <LoadablePart
            loadable={pending}
            retry={retry}
            offline={<Trans>Connect to the internet to see the pending decisions.</Trans>}
            stale={<Trans>Showing saved data from your last connection.</Trans>}
          >
            {({ andMore }) => (
              <>
                <p>
                  <Trans>Answers that can move to another state, oldest first.</Trans>
                  {andMore && (
                    <>
                      {' '}
                      <Trans>There are more forms than are shown here.</Trans>
                    </>
                  )}
                </p>
                <PendingLines
                  forms={states}
                  titleOf={({ id, titulo }) => <FormTitle id={id} title={titulo} />}
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
              </>
            )}
          </LoadablePart>
        </PageSection>
      )}
    </div>
  )
}

/** Texts and links for a kind of decision. */
type KindTexts = {
  readonly title: string
  readonly note: ReactNode
  readonly name?: (line: PendingDecisionListItem) => ReactNode
  readonly to: (line: PendingDecisionListItem) => string
  /** link to the complete list, if the kind has a list */
  readonly list?: string
}

function useDecisionTexts(): { readonly [K in DecisionKind]: KindTexts } {
  const { t } = useLingui()
  const jobNames = useJobNames()
  const toAnswer = ({ id }: PendingDecisionListItem): string => `/ver/${id}`
  return {
    held: {
      title: t`Held answers`,
      note: <Trans>They arrived complete but need your decision.</Trans>,
      to: ({ id }) => `/supervision/retenidas/${id}`,
      list: '/supervision/retenidas',
    },
    citizens: {
      title: t`Citizens to identify`,
      note: <Trans>The registry could not identify them. Decide who they are.</Trans>,
      to: () => '/supervision/ciudadanos',
      list: '/supervision/ciudadanos',
    },
    conflicts: {
      title: t`Open conflicts`,
      note: <Trans>Two people changed the same question. Choose which value to keep.</Trans>,
      to: toAnswer,
    },
    revisions: {
      title: t`Corrected by citizens`,
      note: <Trans>Review the corrections. Approve them or request new ones.</Trans>,
      to: toAnswer,
    },
    payments: {
      title: t`Payments to check`,
      note: <Trans>The amount received does not match the order, or a refund failed.</Trans>,
      to: toAnswer,
    },
    jobs: {
      title: t`Failed tasks`,
      note: <Trans>Failed tasks in other systems that will not be retried.</Trans>,
      name: ({ title }) => jobNames[title] ?? title,
      to: () => '/supervision/tareas',
      list: '/supervision/tareas',
    },
    requests: {
      title: t`Correction requests`,
      note: <Trans>Waiting for the citizen’s reply.</Trans>,
      to: toAnswer,
    },
    devices: {
      title: t`Devices without contact`,
      note: <Trans>No contact for more than a week. They may hold unsent work.</Trans>,
      to: () => '/supervision/dispositivos',
      list: '/supervision/dispositivos',
    },
  }
}

function Kind({ kind, count, first }: PendingDecisions['kinds'][number]) {
  const { t } = useLingui()
  const formats = useFormats()
  const { title, note, list, to, name = formatDecisionTitle } = useDecisionTexts()[kind]
  const shown = count < MAX_DECISIONS ? String(count) : `${MAX_DECISIONS - 1}+`
  return (
    <PageSection
      title={`${title} (${shown})`}
      aside={
        list !== undefined &&
        count > first.length && (
          <TextLink to={list}>
            <Trans>See all</Trans>
          </TextLink>
        )
      }
    >
      <p>{note}</p>
      <ItemList label={title}>
        {first.map((line) => (
          <Item
            key={line.id}
            title={<TextLink to={to(line)}>{name(line)}</TextLink>}
            details={[
              <span key="about" className="r-code">
                {formatDecisionSubject(line)}
              </span>,
              <span key="at" className="r-figures">
                {t`since ${formats.dateTime(line.at)}`}
              </span>,
            ]}
          />
        ))}
      </ItemList>
      {list === undefined && count > MAX_SHOWN_DECISIONS && (
        <p>
          <Trans>Oldest first. More appear as you decide these.</Trans>
        </p>
      )}
    </PageSection>
  )
}

function formatDecisionTitle({ template, title }: PendingDecisionListItem): ReactNode {
  return template === undefined ? title : <FormTitle id={template} title={title} />
}

/** The code or reference of an answer, or the beginning of a device's name. */
function formatDecisionSubject({ id, about }: PendingDecisionListItem): string {
  const answer = answerIdSchema.safeParse(about === '' ? id : about)
  if (answer.success) return buildReference(answer.data)
  return about.slice(0, 20)
}
