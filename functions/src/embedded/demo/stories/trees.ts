import { formatLocalDate } from '../calendar.ts'
import { listPhotosOfKind } from '../photos/index.ts'
import type { Random } from '../random.ts'
import { generateAddress, type CityName } from '../vocabulary.ts'
import { inventValue, type Story } from './story.ts'

/** Circumference in centimetres and height in metres of a grown tree, and its frequency on a pavement. */
const SPECIES = [
  { name: 'Fresno americano', girth: 95, height: 11, weight: 22 },
  { name: 'Jacarandá', girth: 80, height: 9, weight: 14 },
  { name: 'Lapacho rosado', girth: 70, height: 8, weight: 11 },
  { name: 'Crespón', girth: 35, height: 4, weight: 10 },
  { name: 'Siempreverde', girth: 60, height: 6, weight: 10 },
  { name: 'Plátano', girth: 140, height: 15, weight: 8 },
  { name: 'Paraíso', girth: 75, height: 8, weight: 7 },
  { name: 'Tipa', girth: 150, height: 16, weight: 5 },
  { name: 'Olmo', girth: 110, height: 12, weight: 5 },
  { name: 'Palo borracho', girth: 160, height: 10, weight: 3 },
  { name: 'Liquidámbar', girth: 55, height: 8, weight: 3 },
  { name: 'No identificada', girth: 50, height: 6, weight: 2 },
] as const

const REMARKS = [
  'Frentista solicita extracción, se explica que el ejemplar está sano.',
  'Vecinos regaron las cazuelas nuevas. Buen prendimiento.',
  'Cable de telefonía apoyado en la copa a mitad de cuadra.',
  'Dos cazuelas cementadas frente a cochera.',
  'Baldosas flojas por raíces, riesgo de caída para peatones.',
  'Poda drástica sin autorización, se informa al área.',
  'Nido de cotorras en el ejemplar más alto.',
  'Cuadra completa, excelente sombra.',
] as const

/** A tree census of one side of a block. */
export function buildTreesStory(random: Random, moment: number, city: CityName): Story {
  const place = generateAddress(random, city)
  const trees = Array.from({ length: random.int(2, 8) }, () => generateTree(random))
  const at = (row: number) => trees[row] ?? generateTree(random)
  const sick = trees.some((tree) => tree.health === 'Malo' || tree.health === 'Seco')
  const pictures = random.some(listPhotosOfKind('tree'), 3)
  return {
    values: {
      'Fecha del relevamiento': formatLocalDate(moment),
      Calle: place.street,
      'Entre calles': random.chance(0.9) ? place.between : null,
      Vereda: random.pick(['Norte', 'Sur', 'Este', 'Oeste']),
      'Ancho de vereda (m)': random.pick([2.4, 2.5, 2.8, 3, 3.2, 3.5, 4]),
      'Cazuelas vacías': random.weighted([
        [0, 5],
        [1, 4],
        [2, 3],
        [3, 1],
      ]),
      'Vista general de la cuadra': null,
      Especie: (row) => at(row).name,
      'Perímetro del tronco (cm)': (row) => at(row).girth,
      'Altura estimada (m)': (row) => at(row).height,
      'Estado sanitario': (row) => at(row).health,
      'Problemas observados': (row) => at(row).problems,
      'Intervención sugerida': (row) => at(row).work,
      'Foto del árbol': null,
      'Requiere visita del ingeniero agrónomo': sick,
      Observaciones: random.chance(0.45) ? random.pick(REMARKS) : null,
    },
    photos: {
      'Vista general de la cuadra': pictures[2] ?? null,
      'Foto del árbol': (row) => (random.chance(0.5) ? (pictures[row] ?? null) : null),
    },
    conditions: [],
    rows: trees.length - 1,
    header: {
      location: {
        latlng: { latitude: place.latitude, longitude: place.longitude },
        direccion: `${place.street} ${Math.floor(place.number / 100) * 100}, ${place.district}`,
      },
    },
    signed: [],
    otherwise: (question) => inventValue(random, question, 0.8, REMARKS),
  }
}

function generateTree(random: Random) {
  const { name, girth, height } = random.weighted(SPECIES.map((each) => [each, each.weight] as const))
  const age = 0.35 + random.next() * 0.9
  const health = random.weighted([
    ['Bueno', 62],
    ['Regular', 26],
    ['Malo', 9],
    ['Seco', 3],
  ])
  const fine = health === 'Bueno'
  const problems = fine
    ? random.weighted([
        [['Ninguno'], 6],
        [['Raíces levantan la vereda'], 3],
        [['Toca cables'], 2],
      ])
    : random.some(
        [
          'Raíces levantan la vereda',
          'Toca cables',
          'Ramas secas',
          'Plagas',
          'Inclinación peligrosa',
          'Corteza dañada',
        ],
        random.int(1, 2),
      )
  const work = pickWork(random, health)
  return {
    name,
    girth: Math.round(girth * age * 2) / 2,
    height: Math.round(height * (0.5 + age / 2) * 2) / 2,
    health,
    problems,
    work,
  }
}

function pickWork(random: Random, health: string): string {
  if (health === 'Bueno')
    return random.weighted([
      ['Ninguna', 6],
      ['Poda liviana', 3],
      ['Poda de altura', 1],
    ])
  return health === 'Seco'
    ? 'Extracción'
    : random.pick(['Poda liviana', 'Poda de altura', 'Corte de raíces', 'Extracción'])
}
