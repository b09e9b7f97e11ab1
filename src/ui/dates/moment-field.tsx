import type { ReactNode } from 'react'
import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { instantSchema, type Instant } from '#domain/kernel/index.ts'
import { DayField } from './day-field.tsx'
import styles from './moment-field.module.css'

export type MomentFieldProps = {
  readonly label: string
  readonly description?: ReactNode
  /** an invalid instant is shown as empty */
  readonly value: string | undefined
  readonly onChange: (moment: Instant | undefined) => void
  /** time that is set when a day is chosen, for example `23:59` */
  readonly usual?: string
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** Date and time field for desktop screens, like `DayField`. */
export function MomentField({ value, onChange, usual = '00:00', disabled = false, ...props }: MomentFieldProps) {
  const { t } = useLingui()
  const { day, time, seconds } = localParts(value)
  const set = (newDay: string, newTime: string): void => {
    const moment = new Date(`${newDay}T${newTime === '' ? usual : newTime}`)
    if (newDay === '') onChange(undefined)
    else if (!Number.isNaN(moment.getTime())) onChange(instantSchema.parse(moment.toISOString()))
  }
  return (
    <div role="group" aria-label={props.label} className={`r-grid r-top ${styles['moment']}`}>
      <DayField {...props} value={day} onChange={(chosen) => set(chosen, `${time}${seconds}`)} disabled={disabled} />
      <TextInput
        type="time"
        label={t`Time`}
        value={time}
        disabled={disabled || day === ''}
        onChange={({ currentTarget }) => currentTarget.value !== '' && set(day, currentTarget.value)}
      />
    </div>
  )
}

/** Returns `2026-11-20`, `20:30` and `:05.000`; all empty without a valid instant. */
function localParts(moment = ''): Readonly<Record<'day' | 'time' | 'seconds', string>> {
  const local = new Date(moment)
  if (Number.isNaN(local.getTime())) return { day: '', time: '', seconds: '' }
  const two = (part: number): string => String(part).padStart(2, '0')
  return {
    day: `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
    time: `${two(local.getHours())}:${two(local.getMinutes())}`,
    seconds: `:${two(local.getSeconds())}.${String(local.getMilliseconds()).padStart(3, '0')}`,
  }
}
