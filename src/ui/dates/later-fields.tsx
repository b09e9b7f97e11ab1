import { TextInput } from '@mantine/core'
import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'
import type { DayFieldProps } from './day-field.tsx'
import type { MomentFieldProps } from './moment-field.tsx'

const Calendar = /* @__PURE__ */ later(async () => (await withWords('dates', import('./day-field.tsx'))).DayField)
const Moment = /* @__PURE__ */ later(async () => (await withWords('dates', import('./moment-field.tsx'))).MomentField)

/**
 * A day, typed as DD/MM/YYYY or chosen in a calendar. The calendar is loaded on demand.
 */
export function DayField(props: DayFieldProps) {
  return <Calendar {...props} meanwhile={<TextInput label={props.label} readOnly />} />
}

/** A day as in `DayField` with a time, in the device's time zone. The value is an instant. */
export function MomentField(props: MomentFieldProps) {
  return <Moment {...props} meanwhile={<TextInput label={props.label} readOnly />} />
}
