// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { PlaceMapProps } from '#ui/map/place-map.tsx'
import { mediaThat } from '#tests/support/what-jsdom-lacks.ts'
import { PositionFields } from './position-fields.tsx'

let layers: readonly object[] = [{}]
/** The map has its own tests: here only its props and its events. */
vi.mock('#ui/map/index.ts', () => ({
  useMap: () => ({ source: {}, facts: { layers, geocoder: false } }),
  LazyPlaceMap: ({ point, centre, onMove }: PlaceMapProps) => (
    <button type="button" onClick={() => onMove?.({ latitude: -31.5, longitude: -64.25 })}>
      {`map of ${centre.latitude}, point ${point?.latitude ?? '–'} ${point?.longitude ?? '–'}`}
    </button>
  ),
}))

afterEach(cleanup)

function show(): void {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', mediaThat(true))
  function Screen() {
    const [value, setValue] = useState({ latitude: '-31.42', longitude: '-64.18' })
    return <PositionFields value={value} onChange={setValue} />
  }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <Screen />
      </MantineProvider>
    </I18nProvider>,
  )
}
const typed = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

it('a position is chosen on the map or typed, and both say the same; the map stays where it was opened', () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'map of -31.42, point -31.42 -64.18' }))
  expect([typed('Latitude').value, typed('Longitude').value]).toEqual(['-31.500000', '-64.250000'])
  fireEvent.change(typed('Latitude'), { target: { value: '-32,1' } })
  screen.getByRole('button', { name: 'map of -31.42, point -32.1 -64.25' })
  fireEvent.change(typed('Latitude'), { target: { value: 'x' } })
  screen.getByRole('button', { name: 'map of -31.42, point – –' })
})

it('without a layer there is no map, and the fields are as good', () => {
  layers = []
  show()
  expect(screen.queryByRole('button', { name: /^map/ })).toBeNull()
  expect(typed('Latitude').value).toBe('-31.42')
})
