import { useLayoutEffect, useRef, useState, useId, type ComponentProps, type ReactNode } from 'react'
import { Button, Loader, Stack } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listNextStates } from '#domain/corrections/index.ts'
import { isStateChangeRepairable, type Answer } from '#domain/answers/index.ts'
import { FormDialog, useFormTexts } from '#ui/index.ts'
import { useAnswerChange } from './use-change.ts'
import styles from './choice-dialog.module.css'

type ChangeStateActProps = {
  /** answer with pending changes applied; its state determines the possible next states */
  readonly answer: Answer
  readonly stored: Answer
  /** moves the focus away from the button, which disappears in a final state */
  readonly leave: () => void
  /** `default` where the next states have buttons of their own */
  readonly variant?: 'default'
}

/** Moves the answer to one of the possible next states. */
export function ChangeStateButton({ answer, stored, leave, ...look }: ChangeStateActProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const [asking, setAsking] = useState(false)
  const { make, busy } = useAnswerChange(stored, {
    done: t`State updated`,
    failed: t`The state could not be updated`,
  })
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const node = button.current
    return () => {
      if (node !== null && document.activeElement === node) leave()
    }
  }, [leave])
  const { estados } = answer
  if (estados === undefined) return null
  const next = new Set(listNextStates(answer).map(({ id }) => id))
  const current = formText(estados.disponibles.find(({ id }) => id === estados.actual) ?? { nombre: '' }, 'nombre')
  return (
    <>
      {/* Not `loading`, which would disable the button. The focus would be lost, and Tab would start at the top of the
         page. */}
      <Button
        ref={button}
        {...look}
        aria-disabled={busy}
        leftSection={busy ? <Loader size={20} color="currentColor" /> : <IconArrowRight size={20} aria-hidden="true" />}
        onClick={() => setAsking(!busy)}
      >
        <Trans>Change state</Trans>
      </Button>
      {asking && (
        <ChoiceDialog
          title={t`Change state`}
          label={t`State`}
          submit={<Trans>Change state</Trans>}
          choices={estados.disponibles
            .filter(({ id }) => id !== estados.actual)
            .map((state) => ({
              id: state.id,
              name: formText(state, 'nombre'),
              disabled: !next.has(state.id),
              ...(next.has(state.id) &&
                !isStateChangeRepairable(estados.disponibles, estados.actual, state.id) && {
                  note: <Trans>You cannot go back from this state.</Trans>,
                }),
            }))}
          onClose={() => setAsking(false)}
          onChoose={(to) => {
            setAsking(false)
            void make({ kind: 'answer.changeState', from: estados.actual, to })
          }}
        >
          <p>
            <Trans>
              Current state: <strong>{current}</strong>. Choose the next state.
            </Trans>
          </p>
        </ChoiceDialog>
      )}
    </>
  )
}

type Choice<Id extends string | number> = {
  readonly id: Id
  readonly name: string
  /** why the choice is disabled, or what it will cause */
  readonly note?: ReactNode
  readonly disabled?: boolean
}

type ChoiceDialogProps<Id extends string | number> = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'submit' | 'busy' | 'failure' | 'onClose'
> & {
  /** accessible name of the group of choices */
  readonly label: string
  readonly choices: readonly Choice<Id>[]
  /** shown above the choices */
  readonly children?: ReactNode
  readonly onChoose: (id: Id) => void
}

/** Lets the user choose one item and confirm. The first enabled item is preselected. */
function ChoiceDialog<Id extends string | number>(props: ChoiceDialogProps<Id>) {
  const { choices, label, children, onChoose, ...dialog } = props
  const name = useId()
  const first = choices.find(({ disabled }) => disabled !== true)?.id
  const [picked, setPicked] = useState<Id | undefined>()
  const chosen = choices.some(({ id, disabled }) => id === picked && disabled !== true) ? picked : first
  return (
    <FormDialog
      {...dialog}
      disabled={chosen === undefined}
      onSubmit={() => {
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {children}
      <Stack role="radiogroup" aria-label={label} gap={0}>
        {choices.map((choice) => (
          <label
            key={choice.id}
            className={`r-line r-gap-12 r-middle r-target ${styles['choice']}`}
            data-disabled={choice.disabled}
          >
            <input
              type="radio"
              name={name}
              checked={chosen === choice.id}
              disabled={choice.disabled}
              data-autofocus={choice.id === first || undefined}
              onChange={() => setPicked(choice.id)}
            />
            <span>
              {choice.name}
              {choice.note !== undefined && <span className="r-block r-soft r-note">{choice.note}</span>}
            </span>
          </label>
        ))}
      </Stack>
    </FormDialog>
  )
}
