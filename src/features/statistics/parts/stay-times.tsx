import { useLingui } from '@lingui/react/macro'
import type { ReadyStatistics } from '#domain/statistics/index.ts'
import { useFormats } from '#ui/index.ts'
import styles from '../questions/questions.module.css'
import { useDuration } from './use-duration.ts'

/** The time that answers spent in each state that they have left. */
export function StateDurations({ states }: Pick<ReadyStatistics, 'states'>) {
  const { t } = useLingui()
  const formats = useFormats()
  const duration = useDuration()
  const left = selectTimedStates(states)
  if (left.length === 0) return null
  return (
    <table className={`r-note ${styles['measures']}`} aria-label={t`Time in each state`}>
      <thead>
        <tr>
          <th scope="col">{t`State`}</th>
          <th scope="col">{t`Average time`}</th>
          <th scope="col">{t`Answers that moved on`}</th>
        </tr>
      </thead>
      <tbody>
        {left.map(({ nombre, times, milliseconds }) => (
          <tr key={nombre}>
            <th scope="row">{nombre}</th>
            <td>{duration(milliseconds / times)}</td>
            <td>{formats.number(times)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The states for which the server has sent durations. */
export function selectTimedStates(states: ReadyStatistics['states']) {
  return states.flatMap(({ left: times, ...state }) => (times === null || times === 0 ? [] : [{ ...state, times }]))
}
