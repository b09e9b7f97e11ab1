import {
  areaSchema,
  countrySchema,
  municipalitySchema,
  provinceSchema,
  type AreaInfo,
  type MunicipioInfo,
} from '#domain/places/index.ts'
import { areaPathSchema, getMunicipality, type AreaPath } from '#domain/kernel/index.ts'
import type { DemoDocument } from './demo-document.ts'

const CORDOBA = 'paises/AR/provincias/cordoba/municipios/cordoba-capital'
const MONTEVIDEO = 'paises/UY/provincias/montevideo/municipios/montevideo'

function toAreaPath(municipality: string, id: string): AreaPath {
  return areaPathSchema.parse(`${municipality}/areas_municipales/${id}`)
}

/** Areas by city. The first city has most of the users and the work. */
export const DEMO_AREAS = {
  cordoba: {
    habilitaciones: toAreaPath(CORDOBA, 'habilitaciones'),
    espaciosVerdes: toAreaPath(CORDOBA, 'espacios-verdes'),
    alumbrado: toAreaPath(CORDOBA, 'alumbrado'),
    desarrolloSocial: toAreaPath(CORDOBA, 'desarrollo-social'),
    defensaCivil: toAreaPath(CORDOBA, 'defensa-civil'),
    fiscalizacion: toAreaPath(CORDOBA, 'fiscalizacion'),
  },
  montevideo: {
    regulacion: toAreaPath(MONTEVIDEO, 'regulacion-alimentaria'),
    areasVerdes: toAreaPath(MONTEVIDEO, 'areas-verdes'),
    alumbrado: toAreaPath(MONTEVIDEO, 'alumbrado'),
    convivencia: toAreaPath(MONTEVIDEO, 'convivencia'),
  },
} as const

const NAMES: Readonly<Record<AreaPath, string>> = {
  [DEMO_AREAS.cordoba.habilitaciones]: 'Habilitación de Negocios',
  [DEMO_AREAS.cordoba.espaciosVerdes]: 'Espacios Verdes y Arbolado',
  [DEMO_AREAS.cordoba.alumbrado]: 'Alumbrado Público',
  [DEMO_AREAS.cordoba.desarrolloSocial]: 'Desarrollo Social',
  [DEMO_AREAS.cordoba.defensaCivil]: 'Defensa Civil',
  [DEMO_AREAS.cordoba.fiscalizacion]: 'Fiscalización y Control',
  [DEMO_AREAS.montevideo.regulacion]: 'Regulación Alimentaria',
  [DEMO_AREAS.montevideo.areasVerdes]: 'Áreas Verdes',
  [DEMO_AREAS.montevideo.alumbrado]: 'Alumbrado',
  [DEMO_AREAS.montevideo.convivencia]: 'Convivencia Departamental',
}

/** The centre of each city's maps. */
export const CITY_CENTRES = {
  cordoba: { latitude: -31.4167, longitude: -64.1836 },
  montevideo: { latitude: -34.9058, longitude: -56.1913 },
} as const

/** lastKeyNumber is the number of each city's last code before the demonstration's own answers. */
const MUNICIPALITIES = [
  {
    path: CORDOBA,
    nombre: 'Córdoba',
    key: 'CBA',
    lastKeyNumber: 1000,
    idMuniCore: 21,
    ubicacion: CITY_CENTRES.cordoba,
    settings: { certificate: { template: 'inspeccion-local', activity: '1/5', surface: '1/7', taxId: '1/2' } },
  },
  {
    path: MONTEVIDEO,
    nombre: 'Montevideo',
    key: 'MVD',
    lastKeyNumber: 400,
    idMuniCore: 35,
    ubicacion: CITY_CENTRES.montevideo,
  },
]
const PROVINCES = [
  { path: 'paises/AR/provincias/cordoba', nombre: 'Córdoba' },
  { path: 'paises/UY/provincias/montevideo', nombre: 'Montevideo' },
]
const COUNTRIES = [
  { path: 'paises/AR', nombre: 'Argentina' },
  { path: 'paises/UY', nombre: 'Uruguay' },
]

/** Every place, as documents: two countries, each with a province, a municipality and some areas. */
export function buildDemoPlaces(): readonly DemoDocument[] {
  const areas = Object.entries(NAMES).map(([path, nombre]) => {
    const checked = areaPathSchema.parse(path)
    return areaSchema.parse({ path: checked, nombre, municipalityPath: getMunicipality(checked) })
  })
  return [
    ...COUNTRIES.map((item) => countrySchema.parse(item)),
    ...PROVINCES.map((item) => provinceSchema.parse(item)),
    ...MUNICIPALITIES.map((item) => municipalitySchema.parse(item)),
    ...areas,
  ].map((document) => ({ key: document.path, document }))
}

/** `areaInfo` and `municipioInfo` of a template or answer with this first area. */
export function buildPlaceInfo(path: AreaPath): { readonly areaInfo: AreaInfo; readonly municipioInfo: MunicipioInfo } {
  const municipality = MUNICIPALITIES.find((item) => item.path === getMunicipality(path))
  if (municipality === undefined) throw new Error(`No municipality has the area ${path}`)
  const { nombre, idMuniCore } = municipality
  return {
    areaInfo: { nombre: NAMES[path] ?? '', id: path.split('/').at(-1) ?? '' },
    municipioInfo: { nombre, idMuniCore },
  }
}
