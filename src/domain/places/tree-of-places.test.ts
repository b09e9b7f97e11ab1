import { describe, expect, it } from 'vitest'
import { countriesSchema } from './countries-api.ts'
import { buildPlaceTree, type StoredPlaces } from './tree-of-places.ts'

const CITY = 'paises/AR/provincias/cordoba/municipios/cba'
const place = (path: string, nombre: string) => ({ path, nombre, usarAWS: false })
const places = {
  countries: [place('paises/UY', 'Uruguay'), place('paises/AR', 'Argentina')],
  provinces: [place('paises/AR/provincias/cordoba', 'Córdoba')],
  municipalities: [
    { ...place(CITY, 'Córdoba'), idMuniCore: 21 },
    place('paises/AR/provincias/gone/municipios/x', 'Orphan'),
  ],
  areas: [place(`${CITY}/areas_municipales/b`, 'Zoonosis'), place(`${CITY}/areas_municipales/a`, 'Árboles')],
} as unknown as StoredPlaces

describe('treeOfPlaces', () => {
  it('puts each place under its parent, by name, and leaves out what has none', () => {
    expect(countriesSchema.parse(buildPlaceTree(places))).toEqual([
      {
        ref: 'paises/AR',
        id: 'AR',
        nombre: 'Argentina',
        provincias: [
          {
            ref: 'paises/AR/provincias/cordoba',
            id: 'cordoba',
            nombre: 'Córdoba',
            municipios: [
              {
                ref: CITY,
                id: 'cba',
                nombre: 'Córdoba',
                idMuniCore: 21,
                usarAWS: false,
                areas: [
                  { ref: `${CITY}/areas_municipales/a`, id: 'a', nombre: 'Árboles' },
                  { ref: `${CITY}/areas_municipales/b`, id: 'b', nombre: 'Zoonosis' },
                ],
              },
            ],
          },
        ],
      },
      { ref: 'paises/UY', id: 'UY', nombre: 'Uruguay', provincias: [] },
    ])
  })
})
