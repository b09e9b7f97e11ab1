import type { ReactNode } from 'react'
import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { instantSchema, isTimeZone, type Instant } from '#domain/kernel/index.ts'
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
  /** time zone of the field; default: the device's; an unknown zone counts as UTC */
  readonly timeZone?: string | undefined
  readonly error?: string | undefined
  readonly disabled?: boolean
}

/** Date and time field for desktop screens, like `DayField`. */
export function MomentField({
  value,
  onChange,
  usual = '00:00',
  timeZone: zone,
  disabled = false,
  ...props
}: MomentFieldProps) {
  const { t } = useLingui()
  const timeZone = zone === undefined || isTimeZone(zone) ? zone : 'UTC'
  const { day, time, seconds } = splitLocalMoment(value, timeZone)
  const set = (newDay: string, newTime: string): void => {
    const moment = fromWallClock(`${newDay}T${newTime === '' ? usual : newTime}`, timeZone)
    if (newDay === '') onChange(undefined)
    else if (!Number.isNaN(moment)) onChange(instantSchema.parse(new Date(moment).toISOString()))
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
function splitLocalMoment(
  moment: string | undefined,
  timeZone: string | undefined,
): Readonly<Record<'day' | 'time' | 'seconds', string>> {
  const at = Date.parse(moment ?? '')
  if (Number.isNaN(at)) return { day: '', time: '', seconds: '' }
  const wall = new Date(toWallClock(at, timeZone)).toISOString()
  return { day: wall.slice(0, 10), time: wall.slice(11, 16), seconds: wall.slice(16, -1) }
}

/** Returns the time that a clock in the zone shows, as milliseconds of the same time in UTC. */
function toWallClock(at: number, timeZone: string | undefined): number {
  // The Swedish locale formats dates like ISO.
  const format = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) + (((at % 1000) + 1000) % 1000)
}

/** Returns the moment at which a clock in the zone shows this time; NaN if the text is no time. */
function fromWallClock(wall: string, timeZone: string | undefined): number {
  const wanted = Date.parse(`${wall}Z`)
  if (Number.isNaN(wanted)) return wanted
  const about = wanted * 2 - toWallClock(wanted, timeZone)
  // Corrects the result if the clocks change between the two moments.
  return about + wanted - toWallClock(about, timeZone)
}
