import { MAX_TEXT_LENGTH } from '#domain/kernel/index.ts'
import { doesAnswerFitInOneLine, pickKeyboard } from '#domain/questions/index.ts'
import type { ControlProps } from './control.ts'
import { useTypedText } from './use-typed-text.ts'
import '#ui/theme/fields.css'

/** Free text in a field that grows with its content. */
export function TextControl(props: ControlProps) {
  const { text, change, leave } = useTypedText(props)
  return (
    <textarea
      id={props.id}
      className="r-field"
      rows={1}
      inputMode={pickKeyboard(props.question)}
      // Enter moves to the next field (sections/go-on.ts).
      enterKeyHint={doesAnswerFitInOneLine(props.question) ? 'next' : undefined}
      value={text}
      maxLength={MAX_TEXT_LENGTH}
      aria-describedby={props.describedBy}
      aria-invalid={props.invalid}
      aria-required={props.required}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
    />
  )
}
