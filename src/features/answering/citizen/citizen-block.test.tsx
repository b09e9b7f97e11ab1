// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { markMissingItems, setHeader } from '../form/form-actions.ts'
import { FormContextProvider, type RegistryAccess } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { CitizenBlock } from './citizen-block.tsx'
import { CitizenStep } from './citizen-step.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

function show(ciudadanoRequerido: boolean, Block = CitizenBlock, office?: RegistryAccess) {
  const opcionales = { ...templateOf([]).opcionales, ciudadano: true, ciudadanoRequerido }
  const form = createFormStore(templateOf([], { opcionales }))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <FormContextProvider value={{ form, files, office }}>
          <Block />
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
const WANTED = ['ID number', 'First name', 'Last name']

describe('what is required of a citizen', () => {
  it('is marked in the words of the questions where the form wants one', () => {
    show(true)
    expect(WANTED.map(said)).toEqual(WANTED.map(() => '* Required answer'))
    expect(said('E-mail')).toBe('')
  })

  it('is marked only when one is given, and is due then', () => {
    const form = show(false)
    const marks = () => screen.queryAllByText('* Required answer').length
    expect(marks()).toBe(0)
    act(() => markMissingItems(form))
    expect(screen.getByLabelText('ID number').getAttribute('aria-invalid')).not.toBe('true')
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '351' } })
    expect(WANTED.map((label) => screen.getByLabelText(label).getAttribute('aria-invalid'))).toEqual([
      'true',
      'true',
      'true',
    ])
    expect(marks()).toBe(3)
  })
})

describe('the citizen of a form', () => {
  it('is one line that opens where the form can do without, and stays open once there is one', () => {
    const form = show(false, CitizenStep)
    expect(screen.queryByLabelText('ID number')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Citizen Optional' }))
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Natural person' }))
    fireEvent.change(screen.getByLabelText('ID number'), { target: { value: '30111222' } })
    expect(form.state.getState().header.citizen?.dni).toBe('30111222')
    fireEvent.change(screen.getByLabelText('ID number'), { target: { value: '' } })
    expect(screen.getByLabelText('ID number')).toBeTruthy()
  })

  it('is open from the start where it is required, or given', () => {
    show(true, CitizenStep)
    expect(screen.getByLabelText('ID number')).toBeTruthy()
    cleanup()
    const form = show(false, CitizenStep)
    act(() => setHeader(form, { citizen: citizenSchema.parse({ dni: '30111222' }) }))
    expect(screen.getByLabelText<HTMLInputElement>('ID number').value).toBe('30111222')
  })
})

describe('own data of the public', () => {
  const NAMES = ['First name', 'Last name', 'E-mail', 'Phone', 'Street and number', 'ID number']
  const filled = () => NAMES.map((label) => screen.getByLabelText(label).getAttribute('autocomplete'))

  it('can be filled in by the browser, the business name too; those of others at the desk cannot', () => {
    show(true)
    expect(filled()).toEqual(['given-name', 'family-name', 'email', 'tel', 'street-address', 'off'])
    fireEvent.click(screen.getByRole('radio', { name: 'Legal entity' }))
    expect(screen.getByLabelText('Business name').getAttribute('autocomplete')).toBe('organization')
    cleanup()
    const office = { ask: vi.fn(), local: {} } as unknown as RegistryAccess
    const form = show(true, CitizenBlock, office)
    act(() => markMissingItems(form))
    expect(filled()).toEqual(NAMES.map(() => 'off'))
  })
})
