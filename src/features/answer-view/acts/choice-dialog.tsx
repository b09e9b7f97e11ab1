import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { FormDialog } from '#ui/index.ts'
import styles from './choice-dialog.module.css'

export type Choice<Id extends string | number> = {
  readonly id: Id
  readonly name: string
  /** why it cannot be chosen, or what comes with it */
  readonly note?: ReactNode
  readonly disabled?: boolean
}

type ChoiceDialogProps<Id extends string | number> = Pick<
  ComponentProps<typeof FormDialog>,
  'title' | 'submit' | 'busy' | 'failure' | 'onClose'
> & {
  /** what the choices are of, read aloud */
  readonly label: string
  readonly choices: readonly Choice<Id>[]
  /** said above them */
  readonly children?: ReactNode
  readonly onChoose: (id: Id) => void
}

/** Lets choose one thing and does something with it; the first that can be chosen is chosen already. */
export function ChoiceDialog<Id extends string | number>(props: ChoiceDialogProps<Id>) {
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
      <div role="radiogroup" aria-label={label} className="r-column r-gap-0">
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
      </div>
    </FormDialog>
  )
}
