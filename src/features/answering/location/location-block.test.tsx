// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import type { Location } from '#domain/places/index.ts'
import { ok } from '#domain/kernel/index.ts'
import type { FoundAddress, AddressMatches } from '#domain/maps/index.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { markMissingItems, setHeader } from '../form/form-actions.ts'
import { FormContextProvider, type FormRules } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { LocationAid } from './location-aid.tsx'
import { LocationBlock } from './location-block.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const HERE = { latitude: -31.4, longitude: -64.18 }
const CUT: RequestOutcome<never> = { kind: 'retry', problem: { code: 'network.unreachable' } }
const came = <T,>(value: T): RequestOutcome<T> => ({ kind: 'ok', value, sentAt: 0, gotAt: 0 })

/** The server's replies; without a map, because jsdom draws none (tests/journeys has one). */
function server() {
  const says = {
    map: came({ layers: [], geocoder: true }) as RequestOutcome<unknown>,
    search: came<AddressMatches>({ places: [], attribution: '' }) as RequestOutcome<AddressMatches>,
    address: came<FoundAddress>({ direccion: 'Rondeau 450', attribution: '' }) as RequestOutcome<FoundAddress>,
  }
  const asked: unknown[] = []
  const ask = (async (endpoint: { readonly path: string }, input: unknown) => {
    if (endpoint.path === '/map') return says.map
    asked.push(input)
    return endpoint.path === '/geocode' ? says.search : says.address
  }) as unknown as RequestSender
  return { says, asked, account: { ask, onNews: () => undefined, local: { account: 'ines' } } as unknown as Account }
}

function show(location?: Location, rules?: FormRules, isPublic = false) {
  const { says, asked, account } = server()
  const form = createFormStore(templateOf([], { opcionales: { ...templateOf([]).opcionales, geolocalizacion: true } }))
  if (location !== undefined) setHeader(form, { location })
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const open = () =>
    render(
      <I18nProvider i18n={i18n}>
        <MantineProvider env="test">
          <AccountProvider value={account}>
            <FormContextProvider value={{ form, files, rules }}>
              <LocationBlock {...(isPublic ? {} : { Aid: LocationAid })} />
            </FormContextProvider>
          </AccountProvider>
        </MantineProvider>
      </I18nProvider>,
    )
  return { form, says, asked, open, kept: () => form.state.getState().header.location }
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const valueOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
const find = async () => fireEvent.click(await screen.findByRole('button', { name: 'Find this address' }))

describe('a location', () => {
  it('is an address, or two numbers with a point or a comma; each point that they make is kept at once', () => {
    const { kept, open } = show(undefined, undefined, true)
    open()
    type('Address', 'San Juan 1200')
    type('Latitude', '-31,42')
    expect(kept()).toEqual({ direccion: 'San Juan 1200' })
    type('Longitude', ' -64.18')
    expect(kept()).toEqual({ direccion: 'San Juan 1200', latlng: { latitude: -31.42, longitude: -64.18 } })
    fireEvent.blur(screen.getByLabelText('Longitude'))
    expect([valueOf('Latitude'), valueOf('Longitude')]).toEqual(['-31.420000', '-64.180000'])
  })

  it('says that the point is of another address when that is changed after it, and lets someone take the point away', () => {
    const { kept, open } = show({ latlng: HERE, direccion: 'Rondeau 450' }, undefined, true)
    open()
    expect(screen.queryByText(/another address/)).toBeNull()
    type('Address', 'San Juan 1200')
    screen.getByText(/The point is for another address: Rondeau 450/)
    type('Address', 'Rondeau 450')
    expect(screen.queryByText(/another address/)).toBeNull()
    type('Address', 'San Juan 1200')
    fireEvent.click(screen.getByRole('button', { name: 'Remove point' }))
    expect([kept(), screen.queryByText(/another address/)]).toEqual([{ direccion: 'San Juan 1200' }, null])
  })

  it('does not call the address required where the position is enough', () => {
    const { open } = show({ latlng: HERE, direccion: '' }, undefined, true)
    open()
    expect(screen.queryByText('* Required answer')).toBeNull()
    expect(screen.getByLabelText('Address').getAttribute('aria-required')).toBe('false')
    type('Latitude', '')
    screen.getByText('* Required answer')
  })

  it('is none while what was typed is no point, which is said and stays to be mended', () => {
    const { kept, open } = show({ latlng: HERE, direccion: '' }, undefined, true)
    open()
    type('Latitude', '-131.4')
    fireEvent.blur(screen.getByLabelText('Latitude'))
    expect([kept(), valueOf('Latitude')]).toEqual([undefined, '-131.4'])
    screen.getByText('Enter degrees: latitude from -90 to 90, longitude from -180 to 180.')
    type('Latitude', '-31.4')
    expect(kept()?.latlng).toEqual(HERE)
    type('Latitude', '')
    type('Longitude', '')
    expect([kept(), screen.queryByText(/^Enter degrees/)]).toEqual([undefined, null])
  })

  it('is required: an address, or a point, whose address is looked up on arrival', () => {
    const { form, open } = show(undefined, undefined, true)
    open()
    act(() => markMissingItems(form))
    screen.getByText('The address is required.')
    act(() => setHeader(form, { location: { latlng: HERE, direccion: ' ' } }))
    expect(screen.queryByText('The address is required.')).toBeNull()
    screen.getByText('Coordinates are enough. The server will add the address if it finds one.')
  })

  it('is where the device is, with how sure it is of that, until someone moves it', () => {
    const { kept, open } = show(undefined, undefined, true)
    const getCurrentPosition = (found: PositionCallback) =>
      found({ coords: { ...HERE, accuracy: 11.2 } } as GeolocationPosition)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { geolocation: { getCurrentPosition } }))
    open()
    fireEvent.click(screen.getByRole('button', { name: 'Use my location' }))
    vi.unstubAllGlobals()
    expect(kept()).toEqual({ latlng: HERE, direccion: '' })
    screen.getByText('Measured by this device, accurate to 12 m')
    type('Latitude', '-31.5')
    expect(screen.queryByText(/^Measured/)).toBeNull()
  })

  it('of the public has no search and no map', () => {
    show(undefined, undefined, true).open()
    expect(screen.queryByRole('button', { name: 'Find this address' })).toBeNull()
  })
})

describe('the search for an address', () => {
  it.each(['', ' ab '])('says that it is none, and asks nobody: %j', async (text) => {
    const { asked, open } = show()
    open()
    type('Address', text)
    await find()
    await screen.findByText('Invalid search')
    expect(asked).toEqual([])
  })

  it('offers the places that go by it; the chosen one is point and address, and is not looked up again', async () => {
    const { says, asked, kept, open } = show()
    says.search = came({ places: [{ direccion: 'Rondeau 450, Córdoba', latlng: HERE }], attribution: '© Search' })
    open()
    type('Address', ' rondeau 450 ')
    await find()
    fireEvent.click(await screen.findByRole('button', { name: 'Rondeau 450, Córdoba' }))
    expect(kept()).toEqual({ direccion: 'Rondeau 450, Córdoba', latlng: HERE })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(asked).toEqual([{ q: 'rondeau 450', municipality: MUNICIPALITY }])
  })

  it('says that nothing goes by it, and that no one could be asked; what was typed stays', async () => {
    const { says, kept, open } = show()
    open()
    type('Address', 'Nowhere 7')
    await find()
    await screen.findByText(/^Invalid search\./)
    says.search = CUT
    await find()
    await screen.findByText(/^Could not connect to the server\./)
    expect(kept()).toEqual({ direccion: 'Nowhere 7' })
    type('Address', 'Nowhere 8')
    expect(screen.queryByText(/^The server/)).toBeNull()
  })
})

describe('the search for an address whose point is set', () => {
  it.each([
    ['Nowhere 7', 'Address not found. The point on the map is kept.'],
    ['ab', 'Invalid search'],
  ])('that finds nothing says so calmly: %s', async (direccion, said) => {
    const { open } = show({ latlng: HERE, direccion })
    open()
    await find()
    expect((await screen.findByText(said)).className).not.toContain('r-problem')
  })
})

describe('the address of a point', () => {
  it('is looked up once the point rests, and takes the place of one that was looked up before', async () => {
    const { says, asked, kept, open } = show()
    open()
    await screen.findByRole('button', { name: 'Find this address' })
    type('Latitude', '-31.4')
    type('Longitude', '-6')
    type('Longitude', '-64.18')
    await waitFor(() => expect(kept()?.direccion).toBe('Rondeau 450'))
    expect(asked).toEqual([{ latitude: '-31.4', longitude: '-64.18', municipality: MUNICIPALITY }])
    says.address = came({ direccion: 'Lima 20', attribution: '' })
    type('Latitude', '-31.41')
    await waitFor(() => expect(kept()?.direccion).toBe('Lima 20'))
  })

  it('takes the place of one that was chosen from the search, once the point moves on', async () => {
    const { says, kept, open } = show()
    says.search = came({ places: [{ direccion: 'Rondeau 450, Córdoba', latlng: HERE }], attribution: '' })
    says.address = came({ direccion: 'Lima 20', attribution: '' })
    open()
    type('Address', 'rondeau')
    await find()
    fireEvent.click(await screen.findByRole('button', { name: 'Rondeau 450, Córdoba' }))
    type('Latitude', '-31.41')
    await waitFor(() => expect(kept()?.direccion).toBe('Lima 20'))
  })

  it('never takes the place of what someone wrote: it is offered', async () => {
    const { kept, open } = show()
    open()
    await screen.findByRole('button', { name: 'Find this address' })
    type('Address', 'Behind the school')
    type('Latitude', '-31.4')
    type('Longitude', '-64.18')
    const take = await screen.findByRole('button', { name: 'Use this address' })
    expect(kept()?.direccion).toBe('Behind the school')
    fireEvent.click(take)
    expect(kept()?.direccion).toBe('Rondeau 450')
    expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull()
  })

  it('is looked up when the network is back, for a point that was set without one', async () => {
    const { says, kept, open } = show({ latlng: HERE, direccion: '' })
    says.address = CUT
    open()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(kept()).toEqual({ latlng: HERE, direccion: '' })
    says.address = came({ direccion: 'Rondeau 450', attribution: '' })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    online.mockRestore()
    act(() => void dispatchEvent(new Event('online')))
    await waitFor(() => expect(kept()?.direccion).toBe('Rondeau 450'))
  })

  it('stays away where there is none, or while nothing may be changed', async () => {
    const locked: FormRules = {
      seen: { values: {}, conditions: {}, rows: {} },
      observations: new Map(),
      isLocked: ({ kind }) => kind === 'location',
      Before: () => null,
    }
    const { asked, kept, open } = show({ latlng: HERE, direccion: '' }, locked)
    open()
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect([asked, kept()]).toEqual([[], { latlng: HERE, direccion: '' }])
    for (const name of ['Find this address', 'Use my location'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
