import { Group, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { State } from '#domain/templates/index.ts'
import { StateLabel, UndoBar, useFormTexts } from '#ui/index.ts'
import { formatLineName } from '../states/name-of-line.ts'
import { useKnownState } from '../states/state-cell.tsx'
import type { StateDecision } from './decide.tsx'
import styles from './steps.module.css'

type StateDecisionBarProps = {
  /** possible next states; empty if the user may not decide */
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
  const formText = useFormTexts()
  const known = useKnownState()
  return (
    <>
      {decided !== undefined ? (
        <p className={`r-row r-middle ${styles['decide']}`}>
          {decided.id === undefined ? (
            <span className="r-soft">
              <Trans>Changing state…</Trans>
            </span>
          ) : (
            <>
              <Trans>New state:</Trans> <StateLabel state={known(decided.to)} />
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
                  {formText(known(state), 'nombre')}
                </Button>
              )
            })}
          </Group>
        )
      )}
      <div className={styles['undo']}>
        <DecisionUndo
          last={last}
          verb={
            <>
              <Trans>Undo</Trans> <KeyboardKey>{'U'}</KeyboardKey>
            </>
          }
          onUndo={onUndo}
          onDismiss={onDismiss}
        />
      </div>
    </>
  )
}

type DecisionUndoProps = Pick<StateDecisionBarProps, 'last' | 'onUndo' | 'onDismiss'> & { readonly verb: ReactNode }

/** The latest decision, with its undo. */
export function DecisionUndo({ last, verb, onUndo, onDismiss }: DecisionUndoProps) {
  const formText = useFormTexts()
  const known = useKnownState()
  return (
    <UndoBar
      what={last === undefined ? null : `${formatLineName(last.line)}: ${formText(known(last.to), 'nombre')}`}
      verb={verb}
      onUndo={() => last !== undefined && onUndo(last)}
      onClose={onDismiss}
    />
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
