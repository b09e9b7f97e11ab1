import { MUNICIPALITY } from '../builders/template.ts'
import { small, type Case } from './large-cases.ts'

/** A user of 500 areas with the longest possible paths. */
const userOfManyAreas = (number: number) => ({
  email: `u${number}@relevo.example`,
  userMuniCore: `u${number}`,
  firstName: 'Nora',
  lastName: 'Paz',
  inspectorID: '7',
  roles: ['ROLE_INSPECTOR'],
  areas: Array.from({ length: 500 }, (_, i) => `${MUNICIPALITY}/areas_municipales/${String(i).padStart(64, 'a')}`),
})
const linesOfManyAreas = (number: number) =>
  Array.from({ length: 25 }, (_, i) => ({
    line: i + 2,
    email: `l${number}-${i}@relevo.example`,
    username: `l${number}-${i}`,
    firstName: 'n'.repeat(250),
    lastName: 'n'.repeat(250),
    role: 'ROLE_INSPECTOR',
    legajo: '7',
    municipality: MUNICIPALITY,
    areas: Array.from({ length: 490 }, () => 'x'.repeat(15)).join('|'),
  }))

/** The largest bodies about users, areas and citizens. */
export const PEOPLE_BODIES: Readonly<Record<string, readonly Case[]>> = {
  'POST /api/getCitizen': [{ ...small('/api/getCitizen', 400), as: 'ines' }],
  'POST /api/getCitizenByHash': [{ ...small('/api/getCitizenByHash', 400), as: 'ines' }],
  'POST /api/createCitizen': [{ ...small('/api/createCitizen', 400), as: 'ines' }],
  'POST /api/citizens/:id/settle': [{ ...small(`/api/citizens/${'0'.repeat(26)}/settle`, 400), as: 'sofia' }],
  'DELETE /api/filters': [],
  'DELETE /api/filters/shared': [],
  'PUT /api/filters/shared': [{ ...small('/api/filters/shared', 400), as: 'sofia' }],
  'PUT /api/filters': [{ ...small('/api/filters', 400), as: 'ines' }],
  'POST /api/users': [
    {
      what: 'in as many areas as may be, one of them unknown',
      status: 422,
      as: 'ada',
      ask: (number) => [
        '/api/users',
        { body: { id: String(number + 2_000_000).padStart(26, '0'), language: 'es', user: userOfManyAreas(number) } },
      ],
    },
    { ...small('/api/users', 400), as: 'ada' },
  ],
  'PUT /api/users/:id': [
    {
      what: 'with as many areas as may be',
      status: 422,
      as: 'ada',
      ask: (number) => {
        const { email: _, userMuniCore: __, ...edit } = userOfManyAreas(number)
        return ['/api/users/ines', { body: { ...edit, seen: null } }]
      },
    },
    { ...small('/api/users/ines', 400), as: 'ada' },
  ],
  'POST /api/users/import': [
    {
      what: 'as many lines as may be, with as many areas',
      status: 200,
      as: 'ada',
      ask: (number) => ['/api/users/import', { body: { dry: false, language: 'es', lines: linesOfManyAreas(number) } }],
    },
    { ...small('/api/users/import', 400), as: 'ada' },
  ],
  'POST /api/users/export': [{ ...small('/api/users/export', 400), as: 'ada' }],
  'POST /api/users/:id/deactivate': [],
  'POST /api/users/:id/reactivate': [],
  'POST /api/areas': [{ ...small('/api/areas', 400), as: 'ada' }],
  'PUT /api/areas': [{ ...small('/api/areas', 400), as: 'ada' }],
  'POST /api/areas/delete': [{ ...small('/api/areas/delete', 400), as: 'ada' }],
  'POST /api/users/:id/invite': [{ ...small('/api/users/ines/invite', 400), as: 'ada' }],
}
