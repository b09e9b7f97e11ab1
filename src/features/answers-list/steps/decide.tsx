import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { State } from '#domain/templates/index.ts'
import { StateMark, UndoBar } from '#ui/index.ts'
import { formatLineName } from '../states/name-of-line.ts'
import type { StateDecision } from './use-decisions.ts'
import styles from './steps.module.css'

type StateDecisionBarProps = {
  /** possible next states; empty: the user may not decide */
  readonly next: readonly Pick<State, 'id' | 'nombre'>[]
  readonly letters: ReadonlyMap<number, string>
  /** decision on this answer that is being stored or sent */
  readonly decided: StateDecision | undefined
  /** latest decision that can be undone */
  readonly last: StateDecision | undefined
  readonly onDecide: (to: Pick<State, 'id' | 'nombre'>) => void
  readonly onUndo: (decision: StateDecision) => void
  readonly onDismiss: () => void
}

/** Buttons with shortcuts for the possible states, and undo of the last decision. */
export function StateDecisionBar({ next, letters, decided, last, onDecide, onUndo, onDismiss }: StateDecisionBarProps) {
  const { t } = useLingui()
  return (
    <>
      {decided !== undefined ? (
        <p className={`r-row r-middle ${styles['decide']}`}>
          {decided.id === undefined ? (
            <span className="r-soft">
              <Trans>Deciding…</Trans>
            </span>
          ) : (
            <>
              <Trans>Resolved:</Trans> <StateMark id={decided.to.id} name={decided.to.nombre} />
            </>
          )}
        </p>
      ) : (
        next.length > 0 && (
          <Group role="group" gap="xs" className={styles['decide'] ?? ''} aria-label={t`Change state to`}>
            {next.map((state) => {
              const letter = letters.get(state.id)?.toUpperCase()
              return (
                <Button
                  key={state.id}
                  variant="default"
                  aria-keyshortcuts={letter}
                  rightSection={<KeyboardKey>{letter}</KeyboardKey>}
                  onClick={() => onDecide(state)}
                >
                  {state.nombre}
                </Button>
              )
            })}
          </Group>
        )
      )}
      <div className={styles['undo']}>
        <UndoBar
          what={last === undefined ? null : `${formatLineName(last.line)}: ${last.to.nombre}`}
          verb={
            <>
              <Trans>Undo</Trans> <KeyboardKey>{'U'}</KeyboardKey>
            </>
          }
          onUndo={() => last !== undefined && onUndo(last)}
          onClose={onDismiss}
        />
      </div>
    </>
  )
}

/** Visible keyboard shortcut of a button. Screen readers announce `aria-keyshortcuts` instead. */
export function KeyboardKey({ children }: { readonly children: string | undefined }) {
  return children === undefined ? null : (
    <kbd className={styles['key']} aria-hidden="true">
      {children}
    </kbd>
  )
}
