import { useState } from 'react'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { IconGitCompare, IconArrowRight } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listAnswerVersions, readAnswerVersion, type AnswerVersions, type Answer } from '#domain/answers/index.ts'
import { formatRequestMessage, buildTimeline, type AnswerEvent } from '#domain/corrections/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import {
  LazyConflictPlace,
  formatActionAuthor,
  formatPerson,
  PageSection,
  StatusBadge,
  useEndpointData,
  useFormats,
  useProblemText,
  LoadablePart,
  LazyAnswerDifferences,
  type Loadable,
  useFormTexts,
} from '#ui/index.ts'
import { isIncompleteHistory } from '../time-in-state.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { CorrectionContents } from './edited.tsx'
import { formatStateChanger, findEntryState } from './mover.ts'
import styles from './history.module.css'

/** Number of events shown initially. */
const MAX_SHOWN = 6
const NOTHING_KNOWN: Pick<AnswerVersions, 'versions' | 'copies'> = { versions: [] }

/** History of the answer, newest first, and a comparison of versions. */
export function AnswerHistory({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { t } = useLingui()
  const { stored, isUnsent } = shownAnswer
  const [all, setAll] = useState(false)
  const [comparing, setComparing] = useState(false)
  // There is no history before the second version, except of copies by e-mail.
  const hasHistory = stored.version > 1 || stored.opcionales.envioEmail
  const [loadable] = useEndpointData(listAnswerVersions, { id: stored.id, before: undefined }, !isUnsent && hasHistory)
  const { versions, copies } = loadable.kind === 'here' ? loadable.value : NOTHING_KNOWN
  const events = buildTimeline(stored, versions, copies)
  if (isUnsent) return null
  return (
    <PageSection
      title={t`Events`}
      aside={
        stored.version > 1 && (
          <Button
            variant="subtle"
            leftSection={<IconGitCompare size={20} aria-hidden="true" />}
            aria-expanded={comparing}
            onClick={() => setComparing(!comparing)}
          >
            <Trans>Compare versions</Trans>
          </Button>
        )
      }
    >
      {stored.editsBySupervisor.length > 0 && (
        <p className={`r-soft ${styles['soft']}`}>
          <Plural value={stored.editsBySupervisor.length} one="Edited once" other="Edited # times" />
        </p>
      )}
      {comparing && <VersionComparison shownAnswer={shownAnswer} known={versions} />}
      {isIncompleteHistory(stored.estados?.history ?? []) && (
        <p className={`r-soft ${styles['soft']}`}>
          <Trans>This record was created before 16/05/2025. Only later state changes are shown.</Trans>
        </p>
      )}
      <ol className={`r-plain ${styles['events']}`}>
        {events.slice(0, all ? events.length : MAX_SHOWN).map((event, index) => (
          // Events of the same kind and time differ only in their position. The position counted from the end is
          // stable.
          <li key={`${event.at}${event.kind}${events.length - index}`}>
            <Event event={event} shownAnswer={shownAnswer} />
          </li>
        ))}
      </ol>
      {!all && events.length > MAX_SHOWN && (
        <div>
          <Button variant="default" onClick={() => setAll(true)}>
            <Plural value={events.length - MAX_SHOWN} one="Show # earlier event" other="Show # earlier events" />
          </Button>
        </div>
      )}
    </PageSection>
  )
}

type EventProps = { readonly event: AnswerEvent; readonly shownAnswer: ShownAnswer }

function Event({ event, shownAnswer }: EventProps) {
  const formats = useFormats()
  const person = formatEventAuthor(event, shownAnswer.stored)
  return (
    <>
      <div className={`r-breaks r-strong ${styles['what']}`}>
        <EventText event={event} shownAnswer={shownAnswer} />
      </div>
      <div className={`r-soft ${styles['soft']}`}>
        <span className="r-figures">{formats.dateTime(event.at)}</span>
        {person !== undefined && ` · ${person}`}
      </div>
    </>
  )
}

function formatEventAuthor(event: AnswerEvent, stored: ShownAnswer['stored']): string | undefined {
  if (event.kind === 'submitted') return formatPerson(`${stored.firstName} ${stored.lastName}`.trim(), stored.creadoPor)
  if (event.kind === 'state') return formatStateChanger(event.entry, stored)
  return 'by' in event ? formatActionAuthor(event.by) : undefined
}

function EventText({ event, shownAnswer: { stored, version } }: EventProps) {
  const formText = useFormTexts()
  switch (event.kind) {
    case 'submitted':
      return <Trans>Answered</Trans>
    case 'arrived':
      return <Trans>Received by the server</Trans>
    case 'state':
      return (
        <>
          <Trans>State: {formText(findEntryState(stored.estados, event.entry), 'nombre')}</Trans>{' '}
          {event.isInitial && (
            <StatusBadge tone="quiet">
              <Trans>Initial</Trans>
            </StatusBadge>
          )}
        </>
      )
    case 'corrected':
      return (
        <>
          <Trans>Edited</Trans>
          {event.edit.reason !== undefined && <p className={styles['message']}>{event.edit.reason}</p>}
          <CorrectionContents edit={event.edit} version={version} />
        </>
      )
    case 'completed':
      return <Trans>Completed (version {event.version})</Trans>
    case 'copied':
      return <CopiedEvent event={event} />
    case 'deleted':
      return <Trans>Deleted</Trans>
    case 'restored':
      return <Trans>Restored</Trans>
    case 'asked':
      return (
        <>
          <Trans>Correction requested</Trans>
          <p className={styles['message']}>{formatRequestMessage(stored, event.request)}</p>
          {event.request.messageSent === true && (
            <p className={`r-soft ${styles['soft']}`}>
              <Trans>The message was sent to the citizen portal.</Trans>
            </p>
          )}
        </>
      )
    case 'ended':
      return (
        <>
          <Trans>Correction request closed</Trans>
          {event.request.comment !== '' && <p className={styles['message']}>{event.request.comment}</p>}
        </>
      )
    case 'revised':
      if (event.places === 0) return <Trans>The citizen confirmed that the answers are correct</Trans>
      return (
        <Plural
          value={event.places}
          one="# question corrected by the citizen"
          other="# questions corrected by the citizen"
        />
      )
    case 'met':
      return (
        <>
          {event.conflict.late === undefined ? (
            <Trans>Conflict with another change:</Trans>
          ) : (
            <Trans>Correction by the citizen that arrived too late:</Trans>
          )}{' '}
          <LazyConflictPlace conflict={event.conflict} answer={stored} version={version} />
        </>
      )
    case 'decided':
      return (
        <Trans>
          Conflict resolved in “
          <LazyConflictPlace conflict={event.conflict} answer={stored} version={version} />”
        </Trans>
      )
    default:
      return unreachable(event)
  }
}

/** Copies sent together by e-mail: their number and delivery status. Addresses are never shown. */
function CopiedEvent({ event }: { readonly event: Extract<AnswerEvent, { kind: 'copied' }> }) {
  const { letters, sent, waiting, reason } = event
  const problemText = useProblemText()
  const failed = letters - sent - waiting
  return (
    <>
      <Plural value={letters} one="Copy by e-mail to # address" other="Copies by e-mail to # addresses" />{' '}
      <span className={styles['letters']}>
        {sent > 0 && (
          <StatusBadge tone="received">
            <Plural value={sent} one="# sent" other="# sent" />
          </StatusBadge>
        )}
        {waiting > 0 && (
          <StatusBadge tone="waiting">
            <Plural value={waiting} one="# waiting to be sent" other="# waiting to be sent" />
          </StatusBadge>
        )}
        {failed > 0 && (
          <StatusBadge tone="attention">
            <Plural value={failed} one="# could not be sent" other="# could not be sent" />
          </StatusBadge>
        )}
      </span>
      {reason !== undefined && <p className={`r-soft ${styles['soft']}`}>{problemText({ code: reason })}</p>}
    </>
  )
}

type CompareProps = { readonly shownAnswer: ShownAnswer; readonly known: AnswerVersions['versions'] }

/** Differences between two versions; initially those of the last change. */
export function VersionComparison({ shownAnswer: { stored, version }, known }: CompareProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const [picked, setPicked] = useState<{ readonly from?: number; readonly to?: number }>({})
  const { from = stored.version - 1, to = stored.version } = picked
  const choices = Array.from({ length: stored.version }, (_, index) => {
    const number = stored.version - index
    const instant = known.find((item) => item.version === number)?.at
    return {
      value: String(number),
      label: instant === undefined ? t`Version ${number}` : t`Version ${number}, ${formats.dateTime(instant)}`,
    }
  })
  const [before, againBefore] = useEndpointData(readAnswerVersion, { id: stored.id, version: from })
  const [after, againAfter] = useEndpointData(readAnswerVersion, { id: stored.id, version: to }, to !== stored.version)
  const newer: Loadable<{ readonly answer: Answer }> =
    to === stored.version ? { kind: 'here', value: { answer: stored }, problem: null } : after
  return (
    <Stack gap="md">
      <Group gap="8px 16px" align="end" className={styles['pick'] ?? ''}>
        <NativeSelect
          label={t({ message: 'From', context: 'version' })}
          data={choices}
          value={String(from)}
          onChange={(event) => setPicked({ to, from: Number(event.currentTarget.value) })}
        />
        <IconArrowRight size={20} aria-hidden="true" />
        <NativeSelect
          label={t({ message: 'To', context: 'version' })}
          data={choices}
          value={String(to)}
          onChange={(event) => setPicked({ from, to: Number(event.currentTarget.value) })}
        />
      </Group>
      <LoadablePart loadable={before} retry={againBefore}>
        {(older) => (
          <LoadablePart loadable={newer} retry={againAfter}>
            {({ answer }) => <LazyAnswerDifferences before={older.answer} after={answer} version={version} />}
          </LoadablePart>
        )}
      </LoadablePart>
    </Stack>
  )
}
