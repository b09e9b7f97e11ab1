import { useRef } from 'react'
import { IconCalendar, IconClock, type Icon } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { MIN_DATE, MAX_DATE } from '#domain/kernel/index.ts'
import { getQuestionCodec, getDataCodec } from '#domain/questions/index.ts'
import { getDeviceDateTime } from '../form/form-context.ts'
import type { ControlProps } from './control.ts'
import '#ui/theme/fields.css'
import styles from './controls.module.css'
import { useTypedText } from './use-typed-text.ts'

/** A date typed as DD/MM/YYYY, or picked in the device's calendar. */
export function DateControl(props: ControlProps) {
  const { t } = useLingui()
  return (
    <MomentField
      {...props}
      type="date"
      placeholder={t`DD/MM/YYYY`}
      pickLabel={t`Open the calendar`}
      nowLabel={t`Today`}
      icon={IconCalendar}
    />
  )
}

/** A time typed as HH:mm, or picked in the device's clock. */
export function TimeControl(props: ControlProps) {
  const { t } = useLingui()
  return (
    <MomentField
      {...props}
      type="time"
      placeholder={t`HH:mm`}
      pickLabel={t`Open the clock`}
      nowLabel={t({ message: 'Now', comment: 'the present time of day, which fills a field' })}
      icon={IconClock}
    />
  )
}

type MomentProps = ControlProps & {
  readonly type: 'date' | 'time'
  readonly placeholder: string
  readonly pickLabel: string
  readonly nowLabel: string
  readonly icon: Icon
}

/** A text input with the browser's picker: native date inputs use the browser's date format, not DD/MM/YYYY. */
function MomentField({ type, placeholder, pickLabel, nowLabel, icon: Shape, ...props }: MomentProps) {
  const { text, change, leave, pick } = useTypedText(props)
  const picker = useRef<HTMLInputElement>(null)
  const kept = typeof props.value.respuesta === 'string' ? props.value.respuesta : ''
  const pickable = getDataCodec(props.question).check(kept).ok ? kept : ''
  return (
    <span className={styles['moment']}>
      <input
        id={props.id}
        className={`r-field ${styles[type]}`}
        type="text"
        inputMode="numeric"
        enterKeyHint="next"
        autoComplete="off"
        placeholder={placeholder}
        value={text}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid}
        aria-required={props.required}
        onChange={(event) => change(withMarks(event.currentTarget.value, text, type))}
        onBlur={leave}
      />
      <button
        type="button"
        className={`r-edge r-centred r-fixed r-target r-raised r-accent ${styles['pick']}`}
        aria-label={pickLabel}
        onClick={() => openPicker(picker.current)}
      >
        <Shape size={22} aria-hidden="true" />
      </button>
      <input
        ref={picker}
        className={styles['picker']}
        type={type}
        tabIndex={-1}
        aria-hidden="true"
        value={pickable}
        {...(type === 'date' ? { min: MIN_DATE, max: MAX_DATE } : {})}
        onChange={(event) => pick(event.currentTarget.value)}
      />
      {/* Hidden if the question does not accept the current date or time. */}
      {getQuestionCodec(props.question).check({ respuesta: getDeviceDateTime()[type] }, props.question).ok && (
        <button
          type="button"
          className={`r-edge r-centred r-fixed r-target r-raised r-accent ${styles['pick']}`}
          aria-describedby={props.labelledBy}
          onClick={() => pick(getDeviceDateTime()[type])}
        >
          {nowLabel}
        </button>
      )}
    </span>
  )
}

function openPicker(picker: HTMLInputElement | null): void {
  if (picker === null) return
  // Throws inside cross-origin frames. Users can still type.
  try {
    picker.showPicker()
  } catch {
    picker.focus()
  }
}

/**
 * Adds slashes or colons while digits are typed. Adds nothing while text is deleted, as the marks could otherwise not
 * be deleted.
 */
function withMarks(typed: string, before: string, type: 'date' | 'time'): string {
  if (typed.length < before.length) return typed
  if (type === 'time') return /^\d{3}$/.test(typed) ? `${typed.slice(0, 2)}:${typed.slice(2)}` : typed
  const digits = /^(\d{2})(\d)$/.exec(typed) ?? /^(\d{2}\/\d{2})(\d)$/.exec(typed)
  return digits === null ? typed : `${digits[1] ?? ''}/${digits[2] ?? ''}`
}
