import type { ControlProps } from './control.ts'
import '#ui/theme/fields.css'
import styles from './controls.module.css'
import { useTypedText } from './use-typed-text.ts'

/** Digits, a minus where allowed. A text field: number fields drop what they do not understand and change on scroll. */
export function IntegerControl(props: ControlProps) {
  return <NumberField {...props} inputMode="numeric" />
}

/** Digits, a comma, up to two decimals. */
export function DecimalControl(props: ControlProps) {
  return <NumberField {...props} inputMode="decimal" />
}

function NumberField({ inputMode, ...props }: ControlProps & { readonly inputMode: 'numeric' | 'decimal' }) {
  const { text, change, leave } = useTypedText(props)
  return (
    <input
      id={props.id}
      className={`r-field ${styles['short']}`}
      type="text"
      // The number pads of phones have no minus.
      inputMode={'permiteNegativos' in props.asked && props.asked.permiteNegativos === true ? 'text' : inputMode}
      enterKeyHint="next"
      autoComplete="off"
      value={text}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid}
      aria-required={props.required}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
    />
  )
}
