import { formatLocalDate } from '../calendar.ts'
import { listPhotosOfKind } from '../photos/index.ts'
import type { Random } from '../random.ts'
import {
  generateAddress,
  generateCentralAddress,
  generatePersonName,
  generatePhone,
  type CityName,
} from '../vocabulary.ts'
import { inventValue, type Story } from './story.ts'

const DAY = 86_400_000

const HINTS: Readonly<Record<string, readonly string[]>> = {
  'Luz apagada': [
    'Frente a la parada del colectivo.',
    'La que está sobre el pasaje, al lado de la escuela.',
    'Es la segunda vez este año.',
    'Está boca de lobo y hay chicos que salen tarde de la escuela.',
  ],
  'Luz que titila': ['Prende y apaga toda la noche, no deja dormir.', 'Titila cuando hay viento.'],
  'Encendida de día': [
    'Queda prendida las 24 hs, un derroche.',
    'Hace una semana que no se apaga, fotocélula rota seguramente.',
  ],
  'Cuadra entera sin luz': [
    'Desde la tormenta del sábado. Ya llamamos dos veces.',
    'Toda la cuadra y también la plaza.',
    'Se robaron los cables otra vez.',
  ],
  'Columna golpeada o inclinada': ['La chocó un camión de reparto.', 'Está podrida en la base, se mueve con la mano.'],
  'Cables sueltos': ['Cuelgan a la altura de la cabeza, por favor urgente.', 'Quedaron colgando después de la poda.'],
}

const PROBLEMS = [
  ['Luz apagada', 48],
  ['Cuadra entera sin luz', 18],
  ['Luz que titila', 12],
  ['Encendida de día', 8],
  ['Cables sueltos', 8],
  ['Columna golpeada o inclinada', 6],
] as const

/** A neighbour's complaint, sometimes with few details. */
export function buildLightingStory(random: Random, moment: number, city: CityName): Story {
  const problem = random.weighted(PROBLEMS)
  const place = random.chance(0.4) ? generateCentralAddress(random, city) : generateAddress(random, city)
  const dangerous = problem === 'Cables sueltos' || problem === 'Columna golpeada o inclinada'
  const talkative = random.chance(0.65)
  const reachable = talkative && random.chance(0.7)
  const single = talkative ? 1 : null
  const who = generatePersonName(random)
  return {
    values: {
      Problema: problem,
      'Cantidad de luminarias afectadas': problem === 'Cuadra entera sin luz' ? random.int(3, 7) : single,
      '¿Desde cuándo?': talkative ? formatLocalDate(moment - random.int(0, 20) * DAY) : null,
      '¿Hay peligro de electrocución o caída?': dangerous || random.chance(0.05),
      Foto: null,
      Barrio: random.chance(0.8) ? place.district : null,
      Referencias: talkative ? random.pick(HINTS[problem] ?? ['']) : null,
      'Número de la columna, si se ve': random.chance(0.25) ? random.int(1200, 48_000) : null,
      Nombre: reachable ? `${who.firstName} ${who.lastName}` : null,
      'Teléfono o correo': reachable ? generatePhone(random, city) : null,
      '¿Cómo prefiere que le avisemos?': reachable ? [random.pick(['Mensaje', 'Llamada'])] : [],
    },
    photos: { Foto: random.chance(0.45) ? random.pick(listPhotosOfKind('lamp')) : null },
    conditions: [],
    rows: 0,
    header: {
      location: {
        latlng: { latitude: place.latitude, longitude: place.longitude },
        direccion: `${place.street} ${place.number}`,
      },
    },
    signed: [],
    otherwise: (question) => inventValue(random, question, 0.5, ['']),
  }
}
