import { createContext, useContext } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { State } from '#domain/templates/index.ts'
import { StateLabel, useFormTexts } from '#ui/index.ts'
import type { AnswerTableRow } from '../answer-lines.ts'
import { formatLineName } from './name-of-line.ts'
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

/** State changes of a list that its rows can start. */
export type RowDecisions = {
  readonly decide: (line: AnswerTableRow, to: NamedState) => void
  /** state change of this answer that the list does not reflect yet */
  readonly about: (line: AnswerTableRow) => { readonly to: NamedState } | undefined
}

type StateCellProps = {
  readonly line: AnswerTableRow
  /** missing if the user may not change states */
  readonly decisions: RowDecisions | undefined
}

/** The answer's state. If the user may change it, a select with the possible next states. */
export function StateCell({ line, decisions }: StateCellProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const known = useKnownState()
  const { standing, state: named } = line
  if (named === null) return <Trans>No states</Trans>
  const current = standing === null ? null : known({ id: standing.actual, nombre: named })
  const mark = current === null ? named : <StateLabel state={current} />
  const state = current === null ? named : formText(current, 'nombre')
  if (decisions === undefined) return mark
  const decided = decisions.about(line)
  const fixed = decided === undefined ? mark : <StateLabel state={known(decided.to)} />
  if (decided !== undefined || !canChangeState(line)) return <span className={styles['plain']}>{fixed}</span>
  return (
    <span className={`r-beside r-gap-0 r-edge r-anchor r-raised ${styles['cell']}`}>
      {mark}
      <select
        className={`r-wide ${styles['select']}`}
        aria-label={t`Change the state of ${formatLineName(line)}, now ${state}`}
        value=""
        onChange={({ currentTarget }) => {
          const to = standing?.next.find(({ id }) => String(id) === currentTarget.value)
          if (to === undefined) return
          // Moves the focus, because the select is removed.
          currentTarget.closest('tr')?.querySelector<HTMLElement>('[data-opens]')?.focus({ preventScroll: true })
          decisions.decide(line, to)
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
export function canChangeState({ standing, delivery }: AnswerTableRow): boolean {
  return standing !== null && standing.next.length > 0 && (delivery === undefined || delivery.kind === 'received')
}
