import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { instantSchema, type Instant } from '#domain/kernel/index.ts'
import { DayField } from '#ui/index.ts'
import styles from './parts.module.css'

type MomentFieldProps = {
  readonly label: string
  readonly value: Instant | undefined
  readonly onChange: (moment: Instant | undefined) => void
  /** `23:59`: the time that a day begins with when it is chosen */
  readonly usual?: string
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** A day and its time, in the time of the author's device; the same moment for everyone. */
export function MomentField({ label, value, onChange, usual = '00:00', error, disabled = false }: MomentFieldProps) {
  const { t } = useLingui()
  const { day, time } = localParts(value)
  const set = (newDay: string, newTime: string): void => {
    const moment = new Date(`${newDay}T${newTime === '' ? usual : newTime}`)
    if (newDay === '') onChange(undefined)
    else if (!Number.isNaN(moment.getTime())) onChange(instantSchema.parse(moment.toISOString()))
  }
  return (
    <div role="group" aria-label={label} className={`r-grid r-top ${styles['moment']}`}>
      <DayField label={label} value={day} onChange={(chosen) => set(chosen, time)} error={error} disabled={disabled} />
      <TextInput
        type="time"
        label={t`Time`}
        value={time}
        disabled={disabled || value === undefined}
        onChange={({ currentTarget }) => currentTarget.value !== '' && set(day, currentTarget.value)}
      />
    </div>
  )
}

/** `2026-11-20` and `20:30`; both empty where there is no moment. */
function localParts(moment: Instant | undefined): { readonly day: string; readonly time: string } {
  if (moment === undefined) return { day: '', time: '' }
  const local = new Date(moment)
  const two = (part: number): string => String(part).padStart(2, '0')
  return {
    day: `${local.getFullYear()}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
    time: `${two(local.getHours())}:${two(local.getMinutes())}`,
  }
}
