import type { LatLng } from '#domain/places/index.ts'
import type { AddressMatch } from '#domain/maps/index.ts'
import {
  BLOCK_METRES,
  CITIES,
  type City,
  findCityAt,
  computeMetresFromWater,
  fromGrid,
  type GridPoint,
  CITY_REACH_METRES,
} from './cities.ts'

/** Streets in each direction, counted from the centre. */
const LINES = Math.floor(CITY_REACH_METRES / BLOCK_METRES)
const HOUSES_PER_BLOCK = 100

/** A street of the grid. `line`: its distance from the centre, in blocks. */
type Street = { readonly name: string; readonly direction: 'along' | 'across'; readonly line: number }

/** The streets of a city. Those nearest the centre get its street names, alternately in each direction. */
function buildStreets({ streets }: City): readonly Street[] {
  const lines = Array.from({ length: 2 * LINES + 1 }, (_, index) => (index % 2 === 0 ? index / 2 : -(index + 1) / 2))
  return lines.flatMap((line, index): readonly Street[] => [
    { name: streets[2 * index] ?? `Calle ${2 * index}`, direction: 'along', line },
    { name: streets[2 * index + 1] ?? `Calle ${2 * index + 1}`, direction: 'across', line },
  ])
}
const STREETS = new Map<City, readonly Street[]>(Object.values(CITIES).map((city) => [city, buildStreets(city)]))

/** The address of a point in a city; undefined elsewhere, and in the water. */
export function findAddressAt(point: LatLng): string | undefined {
  const here = findCityAt(point)
  if (here === undefined || computeMetresFromWater(here.city, here.place) < 0) return undefined
  const { city, place } = here
  const [row, column] = [Math.round(place.across / BLOCK_METRES), Math.round(place.along / BLOCK_METRES)]
  const isNearerAlong = Math.abs(place.across - row * BLOCK_METRES) <= Math.abs(place.along - column * BLOCK_METRES)
  const [direction, line, way] = isNearerAlong
    ? (['along', row, place.along] as const)
    : (['across', column, place.across] as const)
  const street = STREETS.get(city)?.find((eachStreet) => eachStreet.direction === direction && eachStreet.line === line)
  return (
    street &&
    formatStreetAddress(street, Math.round(((way + CITY_REACH_METRES) / BLOCK_METRES) * HOUSES_PER_BLOCK), city)
  )
}

/**
 * Places for an address: streets of that name, at the number or in their middle. Sorted by length of the name, then by
 * distance from `near`.
 */
export function findAddressMatches(text: string, near: LatLng | undefined): readonly AddressMatch[] {
  const requested = normaliseAddress(text)
  const found = Object.values(CITIES).flatMap((city) =>
    (STREETS.get(city) ?? []).flatMap((street) => {
      const names = [normaliseAddress(street.name), normaliseAddress(street.name).replace(/^(av|bv) /, '')]
      const namedName = names.find((name) => ` ${requested} `.includes(` ${name} `))
      if (namedName === undefined || isElsewhere(requested, city)) return []
      const [, rest = ''] = ` ${requested} `.split(` ${namedName} `)
      const number = Number(/ (\d{1,4}) /.exec(` ${rest}`)?.[1] ?? NaN)
      return [{ ...placeAtHouse(street, number, city), length: namedName.length }]
    }),
  )
  const distance = ({ latlng }: AddressMatch): number =>
    near === undefined ? 0 : Math.hypot(latlng.latitude - near.latitude, latlng.longitude - near.longitude)
  // Prefers the longest name: "Calle 12" also contains "Calle 1".
  return found
    .toSorted((a, b) => b.length - a.length || distance(a) - distance(b))
    .map(({ direccion, latlng }) => ({ direccion, latlng }))
}

function placeAtHouse(street: Street, number: number, city: City): AddressMatch {
  const houseNumber = Number.isNaN(number) ? (CITY_REACH_METRES / BLOCK_METRES) * HOUSES_PER_BLOCK : number
  const [way, line] = [(houseNumber / HOUSES_PER_BLOCK) * BLOCK_METRES - CITY_REACH_METRES, street.line * BLOCK_METRES]
  const place: GridPoint = street.direction === 'along' ? { along: way, across: line } : { along: line, across: way }
  return {
    direccion: formatStreetAddress(street, Number.isNaN(number) ? undefined : number, city),
    latlng: fromGrid(city, place),
  }
}

function formatStreetAddress({ name }: Street, number: number | undefined, { name: city, country }: City): string {
  return `${name}${number === undefined ? '' : ` ${number}`}, ${city}, ${country}`
}

function isElsewhere(requested: string, city: City): boolean {
  const named = Object.values(CITIES).filter(({ name }) => requested.includes(normaliseAddress(name)))
  return named.length > 0 && !named.some(({ name }) => name === city.name)
}

function normaliseAddress(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
