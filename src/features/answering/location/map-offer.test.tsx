// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RequestSender, RequestOutcome } from '#domain/endpoints/index.ts'
import type { Location } from '#domain/places/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { PublicLocationAid } from '../public/public-aid.tsx'
import type { LoadLocationAid } from './aid.ts'
import { LocationBlock } from './location-block.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const HERE = { latitude: -31.4, longitude: -64.18 }
const CUT: RequestOutcome<never> = { kind: 'retry', problem: { code: 'network.unreachable' } }
const NO_MAP = 'The map is not available. Type the address or use this device’s location.'
const came = (value: unknown): RequestOutcome<unknown> => ({ kind: 'ok', value, sentAt: 0, gotAt: 0 })

/** A public form with a server without tiles: jsdom draws no map (tests/journeys has one). */
function show(
  load: LoadLocationAid = async () => PublicLocationAid,
  map: RequestOutcome<unknown> = came({ layers: [], geocoder: true, centre: HERE }),
) {
  const asked: (readonly [string, unknown])[] = []
  const says = { map }
  const ask = (async (endpoint: { readonly path: string }, input: unknown) => {
    asked.push([endpoint.path, input])
    if (endpoint.path.endsWith('/map')) return says.map
    return endpoint.path.endsWith('/geocode')
      ? came({ places: [{ direccion: 'Rondeau 450, Córdoba', latlng: HERE }], attribution: '' })
      : came({ direccion: 'Rondeau 450', attribution: '' })
  }) as unknown as RequestSender
  const loads = vi.fn(load)
  const form = createFormStore(templateOf([], { opcionales: { ...templateOf([]).opcionales, geolocalizacion: true } }))
  const files = { attach: async () => ok(undefined), replace: async () => ok(undefined), load: async () => undefined }
  const page = (
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={{ ask, local: { account: 'public' } } as unknown as Account}>
          <FormContextProvider value={{ form, files }}>
            <LocationBlock offer={loads} />
          </FormContextProvider>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>
  )
  render(page)
  return { asked, loads, says, kept: (): Location | undefined => form.state.getState().header.location }
}
const offer = () => screen.getByRole('button', { name: 'Find on the map' })

describe('the map of the public', () => {
  it('is offered, and nothing of it is fetched before someone wants it, wherever they are', async () => {
    const { asked, loads, kept } = show()
    fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '-31.4' } })
    fireEvent.change(screen.getByLabelText('Longitude'), { target: { value: '-64.18' } })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect([asked, loads.mock.calls.length, kept()]).toEqual([[], 0, { latlng: HERE, direccion: '' }])
  })

  it('asks what the public may ask of its form, once it is wanted; the focus goes where it opens', async () => {
    const { asked, kept } = show()
    fireEvent.change(screen.getByLabelText('Address'), { target: { value: 'rondeau' } })
    fireEvent.click(offer())
    fireEvent.click(await screen.findByRole('button', { name: 'Find this address' }))
    expect(document.activeElement?.getAttribute('aria-label')).toBe('On the map')
    fireEvent.click(await screen.findByRole('button', { name: 'Rondeau 450, Córdoba' }))
    expect(kept()).toEqual({ direccion: 'Rondeau 450, Córdoba', latlng: HERE })
    // The list is closed, and the focus is back on the button that opened it.
    expect(document.activeElement?.textContent).toBe('Find this address')
    fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '-31.5' } })
    await waitFor(() => expect(kept()?.direccion).toBe('Rondeau 450'))
    const { id } = templateOf([])
    expect(asked).toEqual([
      ['/public/forms/:id/map', { id }],
      ['/public/forms/:id/geocode', { id, q: 'rondeau' }],
      ['/public/forms/:id/geocode/reverse', { id, latitude: '-31.5', longitude: '-64.18' }],
    ])
  })

  it('comes with the device’s position, whose address it looks up', async () => {
    const getCurrentPosition = (found: PositionCallback) =>
      found({ coords: { ...HERE, accuracy: 11 } } as GeolocationPosition)
    vi.stubGlobal('navigator', { onLine: true, geolocation: { getCurrentPosition } })
    const { kept } = show()
    fireEvent.click(screen.getByRole('button', { name: 'Use my location' }))
    await waitFor(() => expect(kept()).toEqual({ latlng: HERE, direccion: 'Rondeau 450' }))
    vi.unstubAllGlobals()
  })

  it('that cannot be fetched says so, and can be tried again', async () => {
    let isLost = true
    show(async () => {
      if (isLost) throw new TypeError('cut')
      return PublicLocationAid
    })
    fireEvent.click(offer())
    await screen.findByText(NO_MAP)
    isLost = false
    fireEvent.click(offer())
    await screen.findByRole('button', { name: 'Find this address' })
  })

  it.each([
    ['without a network', CUT],
    ['where no map is connected', came({ layers: [], geocoder: false, centre: HERE })],
  ])('says so %s', async (_, map) => {
    show(undefined, map)
    fireEvent.click(offer())
    await screen.findByText(NO_MAP)
  })

  it('comes automatically when the network does', async () => {
    const { says } = show(undefined, CUT)
    fireEvent.click(offer())
    await screen.findByText(NO_MAP)
    says.map = came({ layers: [], geocoder: true, centre: HERE })
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent(window, new Event('offline'))
    online.mockRestore()
    fireEvent(window, new Event('online'))
    await screen.findByRole('button', { name: 'Find this address' })
  })
})
