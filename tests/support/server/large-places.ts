import { MAX_CATALOGUE_BYTES, MAX_HEADER_IMAGE_BYTES, municipalityPathSchema } from '#domain/kernel/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import { buildMunicipality } from '../builders/people.ts'
import { type Case, idOf, padded, PNG, small, SMALL } from './large-cases.ts'
import { many } from './large-drafts.ts'
import type { World } from './world.ts'

/** The URL of a route of places. */
const placed = (route: string): string => (route.split(' ')[1] ?? '').replace(':id', idIn(route))

function idIn(route: string): string {
  if (route.includes('municipalities')) return 'AR~cordoba~villa-serena'
  return route.includes('provinces') ? 'AR~cordoba' : 'AR'
}

/** Stores more municipalities than a country has, each with the longest name. */
async function twoThousandMunicipalities({ store }: World): Promise<void> {
  const writes = many(2_000, (index) => {
    const path = municipalityPathSchema.parse(`paises/AR/provincias/cordoba/municipios/m${index}`)
    const key = [26 ** 2, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(index / place) % 26))).join('')
    return set(
      keys.municipality(path),
      buildMunicipality({ path, nombre: `${index} ${'Á'.repeat(250)}`, key: `M${key}` }),
    )
  })
  await store.commit(unitForKeys([], () => ({ result: true, writes })))
}

/** The largest bodies about places and their settings. @param world called after its creation */
export function largestOfPlaces(world: () => World): Readonly<Record<string, readonly Case[]>> {
  return {
    'POST /api/municipalities': [
      {
        what: 'among two thousand others',
        status: 200,
        as: 'ada',
        ask: async (number) => {
          await twoThousandMunicipalities(world())
          const facts = {
            nombre: 'ñ'.repeat(255),
            idMuniCore: '7',
            usarAWS: false,
            ubicacion: { latitude: 0, longitude: 0 },
          }
          const body = { ...facts, key: 'LAST', id: idOf(number), province: 'AR~cordoba' }
          return ['/api/municipalities', { body: padded(JSON.stringify(body), SMALL) }]
        },
      },
      { ...small('/api/municipalities', 400), as: 'ada' },
    ],
    ...Object.fromEntries(
      [
        'PUT /api/municipalities/:id',
        'PUT /api/municipalities/:id/access',
        'PUT /api/municipalities/:id/settings',
        'POST /api/countries',
        'PUT /api/countries/:id',
        'PUT /api/countries/:id/access',
        'POST /api/provinces',
        'PUT /api/provinces/:id',
        'PUT /api/remote-config',
      ].map((route) => [route, [{ ...small(placed(route), 400), as: 'ada' }]] as const),
    ),
    'POST /api/municipalities/:id/logo': [
      {
        what: 'an image',
        status: 200,
        as: 'sofia',
        ask: () => [placed('POST /api/municipalities/:id/logo'), { body: PNG(MAX_HEADER_IMAGE_BYTES) }],
      },
    ],
    'DELETE /api/municipalities/:id/logo': [],
    'POST /api/municipalities/:id/language': [
      ['entries', 'msgid "a"\nmsgstr "b"\n'],
      ['lines', '""\n'],
      ['forms', `msgid "Save"\nmsgstr "${'{a,plural,other{'.repeat(270)}"\n`],
    ].map(([what = '', part = '']) => ({
      what,
      status: 422,
      as: 'sofia' as const,
      ask: () =>
        [
          `${placed('POST /api/municipalities/:id/language')}?name=Runasimi&tag=qu`,
          { body: new TextEncoder().encode(part.repeat(Math.floor(MAX_CATALOGUE_BYTES / part.length))) },
        ] as const,
    })),
    'DELETE /api/municipalities/:id/language': [],
  }
}
