import { createContext, useContext } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { State } from '#domain/templates/index.ts'
import { notify, StateMark, useFormTexts } from '#ui/index.ts'
import type { AnswerTableLine } from '../answer-lines.ts'
import { formatLineName } from './name-of-line.ts'
import { useChangeOutcomeText } from './use-fate-text.ts'
import { useStateChanges } from './use-state-changes.ts'
import styles from './states.module.css'

/** The form's states as this device has them, with their translations and colours. */
export const KnownStatesContext = createContext<readonly State[]>([])

type NamedState = Pick<State, 'id' | 'nombre' | 'color'>

/**
 * @returns a function that replaces a state by this device's state of the same id and name, with translations and
 * colour
 */
export function useKnownState(): (state: NamedState) => NamedState {
  const states = useContext(KnownStatesContext)
  return (state) => states.find(({ id, nombre }) => id === state.id && nombre === state.nombre) ?? state
}

type StateCellProps = {
  readonly line: AnswerTableLine
  /** whether the user may change states */
  readonly mayMove: boolean
  /** called after a state change */
  readonly moved: () => void
}

/** The answer's state. If the user may change it, a select with the possible next states. */
export function StateCell({ line, mayMove, moved }: StateCellProps) {
  const { t } = useLingui()
  const { move, done } = useStateChanges()
  const outcomeText = useChangeOutcomeText()
  const formText = useFormTexts()
  const known = useKnownState()
  const { standing, state: named } = line
  if (named === null) return <Trans>No states</Trans>
  const current = standing === null ? null : known({ id: standing.actual, nombre: named })
  const mark = current === null ? named : <StateMark state={current} />
  const state = current === null ? named : formText(current, 'nombre')
  if (!mayMove || !canChangeState(line)) return mark
  const choose = async (to: number): Promise<void> => {
    const [changed] = await move([line], to)
    if (changed !== undefined) notify(outcomeText(changed))
    moved()
  }
  return (
    <span className={`r-beside r-gap-0 r-edge r-anchor r-raised ${styles['cell']}`}>
      {mark}
      <select
        className={`r-wide ${styles['select']}`}
        aria-label={t`Change the state of ${formatLineName(line)}, now ${state}`}
        disabled={done !== null}
        value=""
        onChange={(event) => {
          const { value } = event.currentTarget
          if (value !== '') void choose(Number(value))
        }}
      >
        <option value="" hidden>
          {state}
        </option>
        {standing?.next.map((next) => (
          <option key={next.id} value={next.id}>
            {formText(known(next), 'nombre')}
          </option>
        ))}
      </select>
    </span>
  )
}

/** Whether the answer can change state: a next state exists, and the server has the answer. */
export function canChangeState({ standing, delivery }: AnswerTableLine): boolean {
  return standing !== null && standing.next.length > 0 && (delivery === undefined || delivery.kind === 'received')
}
