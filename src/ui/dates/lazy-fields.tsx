import { TextInput } from '@mantine/core'
import { lazyPart } from '../page/lazy-part.tsx'
import { withMessages } from '../language/i18n.ts'
import type { DayFieldProps } from './day-field.tsx'
import type { MomentFieldProps } from './moment-field.tsx'

const Calendar = /* @__PURE__ */ lazyPart(async () => (await withMessages('dates', import('./day-field.tsx'))).DayField)
const Moment = /* @__PURE__ */ lazyPart(
  async () => (await withMessages('dates', import('./moment-field.tsx'))).MomentField,
)

/**
 * A day, typed as DD/MM/YYYY or chosen in a calendar. The calendar is loaded on demand.
 */
export function LazyDayField(props: DayFieldProps) {
  return <Calendar {...props} meanwhile={<TextInput label={props.label} readOnly />} />
}

/** A day and a time in a time zone, by default the device's, with the calendar of `LazyDayField`. */
export function LazyMomentField(props: MomentFieldProps) {
  return <Moment {...props} meanwhile={<TextInput label={props.label} readOnly />} />
}
