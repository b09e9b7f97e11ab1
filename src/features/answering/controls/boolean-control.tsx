import { useLingui } from '@lingui/react/macro'
import { Trans } from '@lingui/react/macro'
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
    <>
      <div
        className={styles['yes-no']}
        role="radiogroup"
        aria-labelledby={props.labelledBy}
        aria-describedby={props.describedBy}
        aria-required={props.required}
        aria-invalid={props.invalid}
      >
        {choices.map(({ answer, text }) => (
          <label key={text} className={styles['option']} data-chosen={value.respuesta === answer}>
            <input
              id={answer ? id : undefined}
              type="radio"
              name={id}
              checked={value.respuesta === answer}
              onChange={() => onChange(withAnswer(value, { respuesta: answer }))}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
      {value.respuesta !== undefined && (
        <button type="button" className={styles['clear']} onClick={() => onChange(withAnswer(value, {}))}>
          <Trans>Clear choice</Trans>
        </button>
      )}
    </>
  )
}
