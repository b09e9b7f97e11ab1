// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '#domain/kernel/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { markMissing } from '../form/form-actions.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { CitizenBlock } from './citizen-block.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(ciudadanoRequerido: boolean) {
  const opcionales = { ...templateOf([]).opcionales, ciudadano: true, ciudadanoRequerido }
  const form = createFormStore(templateOf([], { opcionales }))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files }}>
          <CitizenBlock />
        </FormContextProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return form
}

const said = (label: string): string => {
  const ids = screen.getByLabelText(label).getAttribute('aria-describedby') ?? ''
  return ids
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('|')
}
const WANTED = ['DNI/ID', 'First name', 'Last name']

describe('what is required of a citizen', () => {
  it('is marked in the words of the questions where the form wants one', () => {
    show(true)
    expect(WANTED.map(said)).toEqual(WANTED.map(() => '* Required answer'))
    expect(said('E-mail')).toBe('')
  })

  it('is marked only when one is given, and is due then', () => {
    const form = show(false)
    const marks = () => screen.getAllByText('* Required answer').map(({ dataset }) => dataset['met'])
    expect(marks()).toEqual(['true', 'true', 'true'])
    act(() => markMissing(form))
    expect(screen.getByLabelText('DNI/ID').getAttribute('aria-invalid')).not.toBe('true')
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '351' } })
    expect(WANTED.map((label) => screen.getByLabelText(label).getAttribute('aria-invalid'))).toEqual([
      'true',
      'true',
      'true',
    ])
    expect(marks()).toEqual(['false', 'false', 'false'])
  })
})
