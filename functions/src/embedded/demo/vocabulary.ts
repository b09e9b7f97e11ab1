import { CITIES as CITIES_ON_THE_MAP } from '#sandbox/cities.ts'
import { CITY_CENTRES } from './places.ts'
import type { Random } from './random.ts'

const WOMEN = [
  'María',
  'Ana',
  'Silvia',
  'Patricia',
  'Florencia',
  'Norma',
  'Yamila',
  'Verónica',
  'Claudia',
  'Rocío',
  'Milagros',
  'Estela',
] as const
const MEN = [
  'Juan',
  'Carlos',
  'Jorge',
  'Walter',
  'Ramón',
  'Emiliano',
  'Ezequiel',
  'Raúl',
  'Nicolás',
  'Ignacio',
  'Alberto',
  'Pablo',
] as const
const LAST_NAMES = [
  'Gómez',
  'Rodríguez',
  'Luna',
  'Álvarez',
  'Ceballos',
  'Pereyra',
  'Ávila',
  'Nieto',
  'Bazán',
  'Zárate',
  'Maldonado',
  'Oviedo',
  'Ríos',
  'Funes',
  'Agüero',
  'Tissera',
  'Romero',
  'Herrera',
  'Cabral',
  'Domínguez',
  'Sosa',
  'Vaca',
  'Leiva',
  'Arrieta',
] as const

/** Streets, centre (also drawn by the map), districts and telephone numbers by city. */
const CITIES = {
  cordoba: {
    ...CITIES_ON_THE_MAP.cordoba,
    districts: [
      'Centro',
      'Nueva Córdoba',
      'Güemes',
      'Alberdi',
      'General Paz',
      'Alta Córdoba',
      'Cofico',
      'San Vicente',
      'Observatorio',
      'Pueyrredón',
    ],
    phone: '351',
  },
  montevideo: {
    ...CITIES_ON_THE_MAP.montevideo,
    districts: ['Centro', 'Cordón', 'Palermo', 'Parque Rodó', 'Pocitos', 'La Blanqueada', 'Goes', 'Aguada'],
    phone: '09',
  },
} as const
export type CityName = keyof typeof CITIES

export type PersonName = { readonly firstName: string; readonly lastName: string; readonly woman: boolean }
export function generatePersonName(random: Random): PersonName {
  const woman = random.chance(0.5)
  return { firstName: random.pick(woman ? WOMEN : MEN), lastName: random.pick(LAST_NAMES), woman }
}

export type StreetAddress = {
  readonly street: string
  readonly number: number
  readonly district: string
  readonly between: string
  readonly latitude: number
  readonly longitude: number
}
export function generateAddress(random: Random, city: CityName): StreetAddress {
  const { streets, districts, latitude, longitude } = CITIES[city]
  const street = random.pick(streets)
  const [a = '', b = ''] = random.some(
    streets.filter((each) => each !== street),
    2,
  )
  return {
    street,
    number: random.int(20, 2890),
    district: random.pick(districts),
    between: `${a} y ${b}`,
    latitude: roundDegrees(latitude + (random.next() - 0.5) * 0.05),
    longitude: roundDegrees(longitude + (random.next() - 0.5) * 0.06),
  }
}

/** An address near the centre of the map, where several people report the same problem. */
export function generateCentralAddress(random: Random, city: CityName): StreetAddress {
  const { latitude, longitude } = CITY_CENTRES[city]
  const off = (): number => (random.next() - 0.5) * 0.0012
  return {
    ...generateAddress(random, city),
    latitude: roundDegrees(latitude + off()),
    longitude: roundDegrees(longitude + off()),
  }
}

export function generatePhone(random: Random, city: CityName): string {
  return `${CITIES[city].phone} ${random.int(100, 999)}-${random.int(1000, 9999)}`
}

const CUIT_WEIGHTS = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const

/** An Argentine tax number with a valid check digit. @param kind 30 for a company, 20 or 27 for a person */
export function generateCuit(random: Random, kind: 20 | 27 | 30): string {
  for (;;) {
    const digits = `${kind}${random.int(10_000_000, 72_000_000)}`
    const sum = CUIT_WEIGHTS.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
    const check = (11 - (sum % 11)) % 11
    if (check < 10) return `${digits}${check}`
  }
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
