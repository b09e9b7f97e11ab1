import { AREA, MUNICIPALITY, OTHER_AREA } from '../builders/template.ts'
import { ACTORS, signedIn, type Actor, type Line } from './access-lines.ts'

const idOf = (actor: Actor) => String(ACTORS.indexOf(actor)).repeat(26)

/** Users and areas. */
export const PEOPLE_LINES = {
  'GET /api/users': { ask: () => ['GET', '/api/users'], expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }) },
  // For supervisors of another municipality its users do not exist.
  'GET /api/users/:id': {
    ask: () => ['GET', '/api/users/olga'],
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 200 }),
  },
  // The municipality is not linked to the management system, so only the administrator may create users there.
  'POST /api/users': {
    ask: (_, actor) => ['POST', '/api/users', { body: newUserOf(actor) }],
    expected: signedIn(403, { sofia: 422, ada: 200 }),
  },
  'PUT /api/users/:id': {
    ask: () => [
      'PUT',
      '/api/users/olga',
      {
        body: { firstName: 'Olga', lastName: 'Ríos', inspectorID: '', roles: ['ROLE_INSPECTOR_ELEVADO'], seen: null },
      },
    ],
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 200 }),
  },
  'POST /api/users/:id/deactivate': {
    ask: () => ['POST', '/api/users/olga/deactivate'],
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 200 }),
  },
  'POST /api/users/:id/reactivate': {
    ask: () => ['POST', '/api/users/olga/reactivate'],
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 200 }),
  },
  // One's own filters of lists, of any form in the request; other users': answers/routes/filters.test.ts.
  'GET /api/filters': { ask: () => ['GET', '/api/filters?template=nota'], expected: signedIn(200) },
  'PUT /api/filters': {
    ask: () => ['PUT', '/api/filters', { body: { template: 'nota', name: 'Mine', search: 'estado=1' } }],
    expected: signedIn(200),
  },
  // Shared by users who may change the form, with those who read its list.
  'PUT /api/filters/shared': {
    ask: () => ['PUT', '/api/filters/shared', { body: { template: 'nota', name: 'Ours', search: 'estado=1' } }],
    expected: signedIn(403, { olga: 404, uma: 404, sofia: 200, ada: 200 }),
  },
  'DELETE /api/filters/shared': {
    ask: () => ['DELETE', '/api/filters/shared?template=nota&name=Ours'],
    expected: signedIn(403, { olga: 404, uma: 404, sofia: 200, ada: 200 }),
  },
  'DELETE /api/filters': { ask: () => ['DELETE', '/api/filters?template=nota&name=Mine'], expected: signedIn(200) },
  'GET /api/areas': { ask: () => ['GET', '/api/areas'], expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }) },
  'POST /api/areas': {
    ask: (_, actor) => [
      'POST',
      '/api/areas',
      { body: { id: idOf(actor), municipality: MUNICIPALITY, nombre: 'Parques' } },
    ],
    expected: signedIn(403, { ada: 200 }),
  },
  'PUT /api/areas': {
    ask: () => ['PUT', '/api/areas', { body: { path: OTHER_AREA, nombre: 'Obras' } }],
    expected: signedIn(403, { ada: 200 }),
  },
  'GET /api/areas/users': {
    ask: () => ['GET', `/api/areas/users?area=${AREA}`],
    expected: signedIn(403, { ada: 200 }),
  },
  'GET /api/areas/use': { ask: () => ['GET', `/api/areas/use?area=${AREA}`], expected: signedIn(403, { ada: 200 }) },
  'POST /api/areas/delete': {
    ask: () => ['POST', '/api/areas/delete', { body: { area: AREA } }],
    expected: signedIn(403, { ada: 200 }),
  },
  // No mail server is connected: users with permission get 501.
  'POST /api/users/:id/invite': {
    ask: () => ['POST', '/api/users/olga/invite', { body: { language: 'es' } }],
    expected: signedIn(403, { sofia: 501, uma: 501, ada: 501 }),
  },
  'POST /api/users/import': {
    ask: (_, actor) => ['POST', '/api/users/import', { body: { dry: true, language: 'es', lines: [lineOf(actor)] } }],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  'POST /api/users/export': {
    ask: () => ['POST', '/api/users/export', { body: { sought: {} } }],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  // No municipality has this id.
  'POST /api/verifyMuniCoreUser': {
    ask: () => [
      'POST',
      '/api/verifyMuniCoreUser',
      { body: { data: { userMuniCore: 'nora', idMunicipioMuniCore: 21, useAWS: false } } },
    ],
    expected: signedIn(403),
  },
} as const satisfies Readonly<Record<string, Line>>

/** Each actor creates a user of their own, in ines's area. */
function newUserOf(actor: Actor) {
  return {
    id: idOf(actor),
    language: 'es',
    user: {
      email: `new-of-${actor}@relevo.example`,
      userMuniCore: `new-of-${actor}`,
      firstName: 'Nora',
      lastName: 'Paz',
      inspectorID: '7',
      roles: ['ROLE_INSPECTOR'],
      areas: [AREA],
    },
  }
}

function lineOf(actor: Actor) {
  const { email, userMuniCore, firstName, lastName, inspectorID } = newUserOf(actor).user
  const areas = AREA.slice(AREA.lastIndexOf('/') + 1)
  const rest = { role: 'ROLE_INSPECTOR', legajo: inspectorID, municipality: MUNICIPALITY, areas }
  return { line: 2, email, username: userMuniCore, firstName, lastName, ...rest }
}
