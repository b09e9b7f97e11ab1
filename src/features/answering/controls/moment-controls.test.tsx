// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { question } from '#tests/support/builders/form-parts.ts'
import { DateControl, TimeControl } from './moment-controls.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
// The evening of the 21st here, and the 22nd in UTC.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 22, 5) }))
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it.each([
  ['Today', DateControl, 4, '2026-11-21'],
  ['Now', TimeControl, 5, '22:05'],
] as const)('%s is one tap, and of the clock on the wall', (name, Control, tipoDato, kept) => {
  const onChange = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <span id="title">Inspected on</span>
      <Control
        question={question(0, { tipoDato })}
        value={{ imagen: 'a'.repeat(64) as never }}
        id="q"
        labelledBy="title"
        describedBy={undefined}
        required
        invalid={false}
        language="en"
        onChange={onChange}
      />
    </I18nProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name, description: 'Inspected on' }))
  expect(onChange.mock.calls).toEqual([[{ imagen: 'a'.repeat(64), respuesta: kept }]])
})
