// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { findOtherTimeZone, useFormatsIn } from './local-formats.ts'

it.each([
  ['Asia/Tokyo', '21/11/2026', '00:30'],
  ['America/Lima', '20/11/2026', '10:30'],
  ['No/Where', '20/11/2026', '15:30'],
  [undefined, '20/11/2026', '12:30'],
])('formats dates and times in the time zone %s', (timeZone, day, time) => {
  i18n.loadAndActivate({ locale: 'es', messages: {} })
  const wrapper = ({ children }: { readonly children: React.ReactNode }) => (
    <I18nProvider i18n={i18n}>{children}</I18nProvider>
  )
  const { date, time: clock, dateTime } = renderHook(() => useFormatsIn(timeZone), { wrapper }).result.current
  const instant = '2026-11-20T15:30:00.000Z'
  expect([date(instant), clock(instant), dateTime(instant)]).toEqual([day, time, `${day} ${time}`])
  expect([date('never'), dateTime(Number.NaN)]).toEqual(['–', '–'])
})

// The tests run in America/Argentina/Catamarca.
it.each([
  ['America/Argentina/Buenos_Aires', undefined],
  ['Asia/Tokyo', 'Tokyo'],
  ['Etc/GMT+5', 'Etc/GMT+5'],
  [undefined, undefined],
])('names the time zone %s only if its time differs from that of the device', (timeZone, named) => {
  expect(findOtherTimeZone(timeZone)).toBe(named)
})
