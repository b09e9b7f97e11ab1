import { TextInput } from '@mantine/core'
import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'
import type { DayFieldProps } from './day-field.tsx'

const Calendar = /* @__PURE__ */ later(async () => (await withWords('dates', import('./day-field.tsx'))).DayField)

/** A day, typed as DD/MM/YYYY or chosen in a calendar. The calendar is a file of its own: what lists need at first does without it. */
export function DayField(props: DayFieldProps) {
  return <Calendar {...props} meanwhile={<TextInput label={props.label} readOnly />} />
}
