import type { Role } from '#domain/users/index.ts'
import { UsersScreen } from '#features/users/users-screen.tsx'
import { AREA, MUNICIPALITY, NOW, OTHER_AREA } from '../builders/template.ts'
import { openScreen, type SentRequest } from './open-screen.tsx'

/** The only user of `usersPage`. */
export const INES = {
  id: 'ines',
  email: 'ines@relevo.example',
  userMuniCore: 'ines',
  firstName: 'Inés',
  lastName: 'Quiroga',
  inspectorID: '7',
  role: 'ROLE_INSPECTOR',
  municipality: { path: MUNICIPALITY, nombre: 'Villa Serena' },
  areas: [{ path: AREA, nombre: 'Comercio' }],
  lastUpdate: NOW,
  lastUpdateBy: 'sofia',
  ultimoAcceso: '2026-11-19T12:00:00.000Z',
}
const [, country = '', , province = ''] = MUNICIPALITY.split('/')
/** The areas of `placesWith`. */
export const TWO_AREAS = [
  { ref: AREA, id: 'a', nombre: 'Comercio' },
  { ref: OTHER_AREA, id: 'o', nombre: 'Arbolado' },
]
/** One municipality, linked to the management system with an id, in the format of `getListaPaises`. */
export function placesWith(idMuniCore?: number, areas = TWO_AREAS) {
  return [
    {
      ref: `paises/${country}`,
      id: country,
      nombre: 'Argentina',
      provincias: [
        {
          ref: `paises/${country}/provincias/${province}`,
          id: province,
          nombre: 'Córdoba',
          municipios: [
            {
              ref: MUNICIPALITY,
              id: 'm',
              nombre: 'Villa Serena',
              usarAWS: false,
              ...(idMuniCore === undefined ? {} : { idMuniCore }),
              areas,
            },
          ],
        },
      ],
    },
  ]
}

/** Opens /usuarios. `answer` replies to all requests but the one for places. */
export async function openUsers(
  answer: (asked: SentRequest) => Response | undefined,
  { role = 'ROLE_SUPERVISOR_ELEVADO', linked = true }: { readonly role?: Role; readonly linked?: boolean } = {},
) {
  await openScreen({
    path: '/usuarios',
    screen: UsersScreen,
    role,
    areas: [],
    templates: [],
    address: '/usuarios',
    answer: (asked) =>
      asked.path.includes('getListaPaises')
        ? Response.json({ result: placesWith(linked ? 21 : undefined) })
        : answer(asked),
  })
}
/** A page of the list with Inés. */
export function usersPage(): Response {
  return Response.json({ users: [INES], total: 1 })
}
