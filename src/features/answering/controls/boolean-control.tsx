import { useLingui } from '@lingui/react/macro'
import { Choice } from './choice.tsx'
import { type ControlProps, withAnswer } from './control.ts'
import styles from './controls.module.css'

/** Yes or no, in two targets that a glove hits. */
export function BooleanControl(props: ControlProps) {
  const { t } = useLingui()
  const { id, value, onChange } = props
  const choices = [
    { answer: true, text: t`Yes` },
    { answer: false, text: t`No` },
  ]
  return (
    <div
      className={`r-grid ${styles['yes-no']}`}
      role="radiogroup"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-required={props.required}
      aria-invalid={props.invalid}
    >
      {choices.map(({ answer, text }) => {
        const isChosen = value.respuesta === answer
        return (
          <Choice key={text} onClear={isChosen ? () => onChange(withAnswer(value, {})) : undefined}>
            <label className={styles['option']} data-chosen={isChosen} data-clears="true">
              <input
                id={answer ? id : undefined}
                type="radio"
                name={id}
                checked={isChosen}
                onChange={() => onChange(withAnswer(value, { respuesta: answer }))}
              />
              <span>{text}</span>
            </label>
          </Choice>
        )
      })}
    </div>
  )
}
