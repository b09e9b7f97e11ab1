import type { LatLng } from '#domain/places/index.ts'

/**
 * The demonstration's cities for its map and geocoder: a grid of streets around a centre, as in the region. The map
 * shows the same streets that the geocoder finds.
 */
export type City = {
  readonly name: string
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  /** names of streets around the centre; outer streets have numbers */
  readonly streets: readonly string[]
  /** rotation of the grid, radians */
  readonly turned: number
  /** the sea is south of it; otherwise a river runs through it */
  readonly coast: boolean
}

export const CITIES = {
  cordoba: {
    name: 'Córdoba',
    country: 'Argentina',
    latitude: -31.4135,
    longitude: -64.1835,
    turned: 0.14,
    coast: false,
    streets: [
      'Av. Colón',
      '27 de Abril',
      'Duarte Quirós',
      'Bv. San Juan',
      'Independencia',
      'Obispo Trejo',
      'Vélez Sarsfield',
      'Chacabuco',
      'Ituzaingó',
      'Buenos Aires',
      'Rondeau',
      'Estrada',
      'Achával Rodríguez',
      'Fructuoso Rivera',
      'Belgrano',
      'La Rioja',
      'Santa Rosa',
      'Lima',
      'Salta',
      'Maipú',
      'Sarmiento',
      'Juan B. Justo',
      'Rafael Núñez',
      'Caraffa',
      'Castro Barros',
      'Fragueiro',
      'Jujuy',
      'Lavalleja',
      '24 de Septiembre',
      'Esquiú',
    ],
  },
  montevideo: {
    name: 'Montevideo',
    country: 'Uruguay',
    latitude: -34.9035,
    longitude: -56.1715,
    turned: -0.22,
    coast: true,
    streets: [
      '18 de Julio',
      'Av. Rivera',
      'Constituyente',
      'Canelones',
      'Maldonado',
      'San José',
      'Soriano',
      'Durazno',
      'Av. Italia',
      'Bulevar España',
      'Gonzalo Ramírez',
      'Magallanes',
      'Ejido',
      'Yaguarón',
      'Paraguay',
      'Uruguay',
      'Colonia',
      'Mercedes',
      'Justicia',
      'Arenal Grande',
    ],
  },
} as const satisfies Readonly<Record<string, City>>

/** Metres between streets, and from the centre to the edge of a city. */
export const BLOCK_METRES = 110
export const CITY_REACH_METRES = 5_500
/** Number of streets from one avenue to the next. */
export const STREETS_PER_AVENUE = 6
const METRES_PER_DEGREE = { north: 110_540, east: 111_320 } as const

/** Metres along and across the grid of a city, from its centre. */
export type GridPoint = { readonly along: number; readonly across: number }

export function toGrid(city: City, { latitude, longitude }: LatLng): GridPoint {
  const north = (latitude - city.latitude) * METRES_PER_DEGREE.north
  const east = (longitude - city.longitude) * METRES_PER_DEGREE.east * Math.cos((city.latitude * Math.PI) / 180)
  const [cos, sin] = [Math.cos(city.turned), Math.sin(city.turned)]
  return { along: east * cos + north * sin, across: north * cos - east * sin }
}

export function fromGrid(city: City, { along, across }: GridPoint): LatLng {
  const [cos, sin] = [Math.cos(city.turned), Math.sin(city.turned)]
  const [east, north] = [along * cos - across * sin, along * sin + across * cos]
  return {
    latitude: city.latitude + north / METRES_PER_DEGREE.north,
    longitude: city.longitude + east / METRES_PER_DEGREE.east / Math.cos((city.latitude * Math.PI) / 180),
  }
}

/** Metres from the water's edge, negative in the water. */
export function computeMetresFromWater({ coast }: City, { along, across }: GridPoint): number {
  const waves = 260 * Math.sin(along / 900) + 90 * Math.sin(along / 310)
  return coast ? across + 2_000 - waves : Math.abs(across - 900 - waves) - 38
}

/** @returns the city of a point, on land or in the water */
export function findCityAt(point: LatLng): { readonly city: City; readonly place: GridPoint } | undefined {
  for (const city of Object.values(CITIES)) {
    const place = toGrid(city, point)
    if (Math.max(Math.abs(place.along), Math.abs(place.across)) <= CITY_REACH_METRES) return { city, place }
  }
  return undefined
}
