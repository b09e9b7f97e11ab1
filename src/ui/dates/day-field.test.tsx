// @vitest-environment jsdom
import { useState } from 'react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTranslations, withMessages } from '../language/i18n.ts'
import './day-field.tsx'
import './moment-field.tsx'
import { LazyDayField, LazyMomentField } from './lazy-fields.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})
beforeEach(async () => speak('en'))

async function speak(language: string): Promise<void> {
  localStorage.setItem('relevo.language', language)
  await startTranslations()
  await withMessages('dates', Promise.resolve())
}

/** @returns its dates, or moments, newest last */
function show(first: string, Field: typeof LazyMomentField | typeof LazyDayField = LazyDayField): readonly string[] {
  const said: string[] = []
  function Screen() {
    const [value, setValue] = useState(first)
    const change = (day = ''): void => {
      said.push(day)
      setValue(day)
    }
    return <Field label="From" value={value} onChange={change} />
  }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider>
        <Screen />
      </MantineProvider>
    </I18nProvider>,
  )
  return said
}

const field = async () => (await screen.findByPlaceholderText(/^DD\/MM/)) as HTMLInputElement
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

it('is written as DD/MM/YYYY, and said when it is whole: not half of one, nor a day that no calendar has', async () => {
  const said = show('2026-03-02')
  const input = await field()
  expect(input.value).toBe('02/03/2026')
  for (const text of ['4', '04/1', '31/02/2026', '04/11/2026']) type(input, text)
  expect(said).toEqual(['2026-11-04'])
})

it('half a day goes when the field is left; an empty field is no day', async () => {
  const said = show('2026-03-02')
  const input = await field()
  fireEvent.focus(input)
  type(input, '04/1')
  fireEvent.blur(input)
  expect(input.value).toBe('02/03/2026')
  type(input, '')
  expect(said).toEqual([''])
})

it('is chosen in a calendar that speaks the language on screen', async () => {
  await speak('es')
  const said = show('2026-03-02')
  fireEvent.focus(await field())
  expect(await screen.findByRole('button', { name: 'Mes siguiente', hidden: true })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: '17 marzo 2026', hidden: true }))
  expect(said).toEqual(['2026-03-17'])
  expect((await field()).value).toBe('17/03/2026')
})

it('what an address brings along and is no day is none', async () => {
  show('ayer')
  expect((await field()).value).toBe('')
})

it('a moment begins its day when the day is chosen, keeps its time on another day, and is none without one', async () => {
  const said = show('no moment', LazyMomentField)
  const time = (await screen.findByLabelText('Time')) as HTMLInputElement
  expect(time.disabled).toBe(true)
  type(await field(), '04/11/2026')
  type(time, '16:05')
  type(await field(), '05/11/2026')
  type(await field(), '')
  const local = (text: string): string => new Date(text).toISOString()
  expect(said).toEqual([local('2026-11-04T00:00'), local('2026-11-04T16:05'), local('2026-11-05T16:05'), ''])
  expect([time.value, time.disabled]).toEqual(['', true])
})

it('a moment keeps its seconds on another day, and begins a minute that is typed', async () => {
  const local = (text: string): string => new Date(text).toISOString()
  const said = show(local('2026-11-04T16:05:30.250'), LazyMomentField)
  type(await field(), '05/11/2026')
  type(await screen.findByLabelText('Time'), '17:00')
  expect(said).toEqual([local('2026-11-05T16:05:30.250'), local('2026-11-05T17:00')])
})
