// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, it, vi } from 'vitest'
import type { PlaceMapProps } from '#ui/map/place-map.tsx'
import { AnswerLocation } from './place-of-answer.tsx'

/** The map itself is tested in `ui/map`; here it shows only its position. */
vi.mock('#ui/map/index.ts', () => ({
  useMap: () => ({ source: {}, facts: { layers: [{}], geocoder: false }, failed: false }),
  LazyPlaceMap: ({ centre, zoom }: PlaceMapProps) => <p>{`map at ${centre.latitude}, zoom ${zoom}`}</p>,
}))
afterEach(cleanup)

it('shows the place of an answer with zoom 15', () => {
  render(<AnswerLocation place={{ latlng: { latitude: -31.4, longitude: -64.2 }, direccion: '' }} />)
  screen.getByText('map at -31.4, zoom 15')
})
