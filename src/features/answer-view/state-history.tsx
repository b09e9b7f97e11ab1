import { useState } from 'react'
import { Group, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerStates } from '#domain/templates/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { Dialog, StatusBadge, useFormats } from '#ui/index.ts'
import { formatStateChanger } from './history/mover.ts'
import { isIncompleteHistory, timeInState, type TimeInState } from './time-in-state.ts'
import styles from './history/history.module.css'

type StateHistoryProps = {
  readonly answer: Answer
  readonly states: AnswerStates
  readonly opened: boolean
  readonly onClose: () => void
}

/** State changes with user and date, and the time in each state. */
export function StateHistory({ answer, states, opened, onClose }: StateHistoryProps) {
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
            <Trans>This record was created before 16/05/2025: only later transitions appear.</Trans>
          </p>
        )}
        {history.length === 0 && (
          <p>
            <Trans>No transitions</Trans>
          </p>
        )}
        <ol className={`r-plain ${styles['events']}`}>
          {history.map((entry, index) => (
            <li key={`${entry.date}-${index}`}>
              <Group gap="xs" className="r-bold">
                {entry.stateName}
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
                <Duration time={timeInState(entry.date, history[index + 1]?.date ?? now)} />
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
