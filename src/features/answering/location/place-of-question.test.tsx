// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import { type Address, ok, getPositionRowId } from '#domain/kernel/index.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { numberedRows } from '#tests/support/builders/numbered-rows.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { addRow, removeRow, setValue } from '../form/form-actions.ts'
import { FormContextProvider, type FormRules } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { SectionPanel } from '../sections/section-panel.tsx'
import { LocationAid } from './location-aid.tsx'

configure({ asyncUtilTimeout: 10_000 })
const HERE = { latitude: -31.41421234, longitude: -64.1893, accuracy: 11.2 }
const POINT = '-31.414212, -64.189300'
const came = (value: unknown): RequestOutcome<unknown> => ({ kind: 'ok', value, sentAt: 0, gotAt: 0 })
/** Position requests, answered on demand. */
const searches: PositionCallback[] = []
const arrive = (coords: object = HERE) => act(() => searches.pop()?.({ coords } as GeolocationPosition))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  searches.length = 0
  const getCurrentPosition = (found: PositionCallback) => void searches.push(found)
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
})
afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'geolocation')
})

/** A section whose rows have a location each; without a map, because jsdom draws none (tests/journeys has one). */
async function show(
  rows: number,
  { map = { layers: [], geocoder: true } as object, rules = undefined as FormRules | undefined } = {},
) {
  const asked: unknown[] = []
  const ask = (async (endpoint: { readonly path: string }, input: unknown) => {
    if (endpoint.path === '/map') return came(map)
    asked.push(input)
    return came({ direccion: 'Rondeau 450', attribution: '' })
  }) as unknown as RequestSender
  const trees = section(0, [question(0, { esUbicacion: true })], { repetible: true })
  const form = numberedRows(createFormStore(templateOf([trees])))
  for (let row = 0; row < rows; row += 1) addRow(form, trees)
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={{ ask, onNews: () => undefined, local: { account: 'ines' } } as unknown as Account}>
          <FormContextProvider value={{ form, files, rules, LocationAid }}>
            <SectionPanel section={trees} number={1} />
          </FormContextProvider>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const offered = rules === undefined ? rows + 1 : 0
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Use my location' })).toHaveLength(offered))
  await screen.findAllByRole('textbox')
  const card = (address: string) => within(document.querySelector(`[data-question="${address}"]`) as HTMLElement)
  return {
    form,
    trees,
    asked,
    card,
    locate: (address: string) => fireEvent.click(card(address).getByRole('button', { name: 'Use my location' })),
    write: (address: string, text: string) => setValue(form, address as Address, { respuesta: text }),
    said: () =>
      Object.fromEntries(
        Object.entries(form.state.getState().content.values).map(([address, { respuesta }]) => [address, respuesta]),
      ),
  }
}

describe('the place of a row', () => {
  it('is where the device is, beside the address that is there, and of its own row', async () => {
    const { card, locate, write, said } = await show(1)
    locate('0/0')
    arrive()
    expect(said()).toEqual({ '0/0': POINT })
    card('0/0').getByText('Measured by this device, accurate to 12 m')
    act(() => write('0/r0/0', 'Plaza'))
    locate('0/r0/0')
    act(() => write('0/r0/0', 'Plaza mayor'))
    arrive({ ...HERE, latitude: -31.5 })
    expect(said()).toEqual({ '0/0': POINT, '0/r0/0': 'Plaza mayor (-31.500000, -64.189300)' })
    expect((card('0/r0/0').getByRole('textbox') as HTMLInputElement).value).toBe('Plaza mayor (-31.500000, -64.189300)')
    act(() => write('0/0', 'Elsewhere'))
    expect(card('0/0').queryByText(/^Measured/)).toBeNull()
  })

  it('that arrives late follows its row, and comes back with it', async () => {
    const { form, trees, locate, write, said } = await show(3)
    act(() => write('0/r2/0', 'Third'))
    locate('0/r1/0')
    act(() => removeRow(form, trees, getPositionRowId(0)))
    arrive()
    expect(said()).toEqual({ '0/r1/0': POINT, '0/r2/0': 'Third' })
    locate('0/r2/0')
    act(() => removeRow(form, trees, getPositionRowId(2)))
    arrive()
    expect(said()).toEqual({ '0/r1/0': POINT })
    act(() => form.state.getState().undo?.run())
    expect(said()).toEqual({ '0/r1/0': POINT, '0/r2/0': `Third (${POINT})` })
  })

  it('is found by its address, or its address by its point, once the map is wanted', async () => {
    const { card, asked, locate, said } = await show(0)
    locate('0/0')
    arrive()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect([asked, card('0/0').queryByRole('button', { name: 'Find this address' })]).toEqual([[], null])
    fireEvent.click(card('0/0').getByRole('button', { name: 'Find on the map' }))
    await card('0/0').findByRole('button', { name: 'Find this address' })
    await waitFor(() => expect(said()).toEqual({ '0/0': `Rondeau 450 (${POINT})` }))
  })

  it('says so where no map can be had', async () => {
    const wanted = async () => {
      const { card } = await show(0, { map: { layers: [], geocoder: false } })
      fireEvent.click(card('0/0').getByRole('button', { name: 'Find on the map' }))
      return card('0/0')
    }
    // A device uses its last knowledge of maps, and requests it for the next time.
    await wanted()
    await new Promise((resolve) => setTimeout(resolve, 100))
    cleanup()
    await (await wanted()).findByText(/^The map is not available/)
  })

  it('stays as it is where nothing may be changed', async () => {
    // Loads lazy parts.
    await show(0)
    cleanup()
    const { card } = await show(0, {
      rules: {
        seen: { values: {}, conditions: {}, rows: {} },
        observations: new Map(),
        isLocked: ({ kind }) => kind === 'question',
        Before: () => null,
      },
    })
    expect(card('0/0').queryByRole('button', { name: 'Use my location' })).toBeNull()
    expect(card('0/0').queryByRole('button', { name: 'Find on the map' })).toBeNull()
  })
})
