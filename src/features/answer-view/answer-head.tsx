import { useState } from 'react'
import { Button, Group, Stack } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { computeRequestStatus } from '#domain/corrections/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import type { AnswerStates } from '#domain/templates/index.ts'
import {
  DeliveryBadge,
  FactList,
  formatAuthor,
  LazyObservations,
  LazyRequestBadge,
  StateLabel,
  useFormats,
  Dialog,
  StatusBadge,
  type Fact,
} from '#ui/index.ts'
import { formatStateChanger, findEntryState } from './history/mover.ts'
import { isIncompleteHistory, computeTimeInState, type TimeInState } from './time-in-state.ts'
import { FactDetails, useAnswerFacts } from './use-answer-facts.tsx'
import styles from './answer-view.module.css'
import historyStyles from './history/history.module.css'

type AnswerHeadProps = {
  readonly answer: Answer
  readonly delivery: DeliveryState | undefined
  /** the heading and the line below it already show the answer's code, date and author */
  readonly named?: boolean
}

/** Code, delivery, state, correction request and other data of an answer. */
export function AnswerHead({ answer, delivery, named = false }: AnswerHeadProps) {
  const { t } = useLingui()
  const { code, origin, others, details } = useAnswerFacts(answer)
  const [history, setHistory] = useState(false)
  const state = answer.estados?.disponibles.find(({ id }) => id === answer.estados?.actual)
  const facts: readonly (Fact | false)[] = [
    !named && code,
    { name: t`Delivery`, value: <DeliveryBadge delivery={delivery} /> },
    state !== undefined && {
      name: t`State`,
      value: (
        <span className="r-row r-gap-4 r-gap-x-12 r-middle">
          <StateLabel state={state} />
          <Button
            variant="subtle"
            className={styles['history-button'] ?? ''}
            leftSection={<IconHistory size={18} aria-hidden="true" />}
            onClick={() => setHistory(true)}
          >
            <Trans>History</Trans>
          </Button>
        </span>
      ),
    },
    ...(named ? [] : origin),
    ...others,
    answer.requestsForChanges.length > 0 && {
      name: t`Correction request`,
      value: (
        <span className="r-row r-middle">
          <RequestStatus answer={answer} /> <LazyObservations answer={answer} />
        </span>
      ),
      isWide: true,
    },
  ]
  return (
    <>
      <FactList facts={facts.filter((fact) => fact !== false)} />
      <FactDetails facts={details} />
      {answer.estados !== undefined && (
        <StateHistory answer={answer} states={answer.estados} opened={history} onClose={() => setHistory(false)} />
      )}
    </>
  )
}

/** State, date, author and correction request in one line, and the delivery until the server has the answer. */
export function AnswerHeadLine({ answer, delivery }: Pick<AnswerHeadProps, 'answer' | 'delivery'>) {
  const formats = useFormats()
  const { estados, fechaCreacion } = answer
  const state = estados?.disponibles.find(({ id }) => id === estados.actual)
  return (
    <p className="r-row r-gap-4 r-gap-x-16 r-middle">
      {state !== undefined && <StateLabel state={state} />}
      <span className="r-figures">{formats.dateTime(fechaCreacion)}</span>
      <span>{formatAuthor(answer)}</span>
      {delivery !== undefined && delivery.kind !== 'received' && <DeliveryBadge delivery={delivery} />}
      {answer.requestsForChanges.length > 0 && <RequestStatus answer={answer} />}
    </p>
  )
}

/** The specification's badge, with who acts next: the form's own state beside it may use the badge's word. */
function RequestStatus({ answer }: Pick<AnswerHeadProps, 'answer'>) {
  const status = computeRequestStatus(answer)
  return (
    <span className="r-row r-gap-4 r-gap-x-8 r-middle">
      <LazyRequestBadge answer={answer} />
      {status !== 'approved' && (
        <span className="r-soft r-small">
          {status === 'review' ? (
            <Trans>Waiting for the citizen’s reply.</Trans>
          ) : (
            <Trans>The citizen has replied.</Trans>
          )}
        </span>
      )}
    </span>
  )
}

type StateHistoryProps = {
  readonly answer: Answer
  readonly states: AnswerStates
  readonly opened: boolean
  readonly onClose: () => void
}

/** State changes with user and date, and the time in each state. */
function StateHistory({ answer, states, opened, onClose }: StateHistoryProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const { history } = states
  const [now] = useState(() => toInstant(Date.now()))
  const last = history.length - 1
  return (
    <Dialog opened={opened} onClose={onClose} title={t`State history`}>
      <Stack gap="md">
        {isIncompleteHistory(history) && (
          <p>
            <Trans>This record was created before 16/05/2025. Only later state changes are shown.</Trans>
          </p>
        )}
        {history.length === 0 && (
          <p>
            <Trans>No state changes</Trans>
          </p>
        )}
        <ol className={`r-plain ${historyStyles['events']}`}>
          {history.map((entry, index) => (
            <li key={`${entry.date}-${index}`}>
              <Group gap="xs" className="r-bold">
                <StateLabel state={findEntryState(states, entry)} />
                {index === 0 && (
                  <StatusBadge tone="quiet">
                    <Trans>Initial</Trans>
                  </StatusBadge>
                )}
                {index === last && (
                  <StatusBadge tone="quiet">
                    <Trans>Current</Trans>
                  </StatusBadge>
                )}
              </Group>
              <div className="r-soft">
                {formats.dateTime(entry.date)} · {formatStateChanger(entry, answer)}
              </div>
              <div className="r-soft">
                <Trans>Time in state</Trans>:{' '}
                <Duration time={computeTimeInState(entry.date, history[index + 1]?.date ?? now)} />
              </div>
            </li>
          ))}
        </ol>
      </Stack>
    </Dialog>
  )
}

function Duration({ time }: { readonly time: TimeInState }) {
  return time.unit === 'hours' ? (
    <Plural value={time.count} one="# hour" other="# hours" />
  ) : (
    <Plural value={time.count} one="# day" other="# days" />
  )
}
