import type { ReactNode } from 'react'
import { DateInput } from '@mantine/dates'
import { useLingui } from '@lingui/react/macro'
import { MIN_DATE, MAX_DATE, getVisibleText } from '#domain/kernel/index.ts'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { chooseLanguage, NAMED_LANGUAGES } from '#domain/kernel/index.ts'
import 'dayjs/locale/ca.js'
import 'dayjs/locale/es.js'
import 'dayjs/locale/eu.js'
import 'dayjs/locale/gl.js'
import 'dayjs/locale/ja.js'
import 'dayjs/locale/pt.js'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/dates/styles.layer.css'
import styles from './day-field.module.css'

export type DayFieldProps = {
  readonly label: ReactNode
  readonly description?: ReactNode
  /** `2026-11-20`, or empty; an invalid day is shown as empty */
  readonly value: string
  /** called with a complete day, or with an empty string */
  readonly onChange: (day: string) => void
  readonly error?: string | undefined
  readonly disabled?: boolean
}

const STORED_FORMATS = ['YYYY-MM-DD']
/** Accepted formats. Slashes are optional. */
const TYPED_FORMATS = ['DD/MM/YYYY', 'D/M/YYYY', 'DDMMYYYY']

dayjs.extend(customParseFormat)

/**
 * Date field for desktop screens. The browser's own field formats a day in the browser's language instead of
 * DD/MM/YYYY.
 */
export function DayField({ label, description, value, onChange, error, disabled = false }: DayFieldProps) {
  const { t, i18n } = useLingui()
  return (
    <DateInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      disabled={disabled}
      size="md"
      styles={{ wrapper: { '--input-height': 'var(--r-target)' } }}
      classNames={{ day: styles['day'] ?? '' }}
      hideOutsideDates
      locale={NAMED_LANGUAGES[chooseLanguage(i18n.locale)].tag}
      placeholder={t`DD/MM/YYYY`}
      inputMode="numeric"
      value={parseDay(value, STORED_FORMATS)}
      onChange={(day) => onChange(day ?? '')}
      valueFormat="DD/MM/YYYY"
      minDate={MIN_DATE}
      maxDate={MAX_DATE}
      dateParser={(text) => parseDay(getVisibleText(text), TYPED_FORMATS)}
      clearable
      clearButtonProps={{ 'aria-label': t`Clear the date` }}
      ariaLabels={{
        previousMonth: t`Previous month`,
        nextMonth: t`Next month`,
        monthLevelControl: t`Choose the month`,
        previousYear: t`Previous year`,
        nextYear: t`Next year`,
        yearLevelControl: t`Choose the year`,
        previousDecade: t`Previous decade`,
        nextDecade: t`Next decade`,
      }}
    />
  )
}

/** @returns the day in stored format; null if incomplete or in another format */
function parseDay(text: string, formats: string[]): string | null {
  const day = dayjs(text, formats, true)
  return day.isValid() ? day.format(STORED_FORMATS[0]) : null
}
