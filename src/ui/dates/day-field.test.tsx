// @vitest-environment jsdom
import { useState } from 'react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startWords, withWords } from '../words/i18n.ts'
import './day-field.tsx'
import { DayField } from './later-day-field.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})
beforeEach(async () => speak('en'))

async function speak(language: string): Promise<void> {
  localStorage.setItem('relevo.language', language)
  await startWords()
  await withWords('dates', Promise.resolve())
}

/** @returns its days, the newest last */
function show(first: string): readonly string[] {
  const said: string[] = []
  function Screen() {
    const [value, setValue] = useState(first)
    const change = (day: string): void => {
      said.push(day)
      setValue(day)
    }
    return <DayField label="From" value={value} onChange={change} />
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
const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })

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
