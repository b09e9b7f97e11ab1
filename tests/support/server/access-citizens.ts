import { MUNICIPALITY } from '../builders/template.ts'
import { PORTAL_LINES } from './access-portal.ts'
import { signedIn, type Line } from './access-lines.ts'

/**
 * All who may answer here may look up citizens: 422, because no registry is linked. gil answers nothing; uma works
 * elsewhere.
 */
const ofThoseWhoAnswer = signedIn(422, { uma: 403, gil: 403 })
const PERSON = {
  nombre: 'Ana',
  apellido: 'Paz',
  dni: '30111333',
  email: '',
  telefono: '',
  calle: '',
  tipoDocumentoId: 1,
}

const NEAR = { latitud: '-31.4', longitud: '-64.2', tipoIncidenteId: '5001', radio: '1' }

/** The citizen registry, and the management system as far as users who answer call it. */
export const CITIZEN_LINES = {
  ...PORTAL_LINES,
  'POST /api/getCitizen': {
    ask: () => ['POST', '/api/getCitizen', { body: { data: { dni: '30111222', municipioPath: MUNICIPALITY } } }],
    expected: ofThoseWhoAnswer,
  },
  'POST /api/createCitizen': {
    ask: () => ['POST', '/api/createCitizen', { body: { data: { ...PERSON, municipioPath: MUNICIPALITY } } }],
    expected: ofThoseWhoAnswer,
  },
  'POST /api/getCitizenByHash': {
    ask: () => ['POST', '/api/getCitizenByHash', { body: { data: { hash: 'x', municipioPath: MUNICIPALITY } } }],
    expected: ofThoseWhoAnswer,
  },
  // Assets near a place, for the same users.
  'POST /api/getIdentifiers': {
    ask: (_, actor) => [
      'POST',
      '/api/getIdentifiers',
      { body: { data: { ...NEAR, username: actor, municipality: MUNICIPALITY } } },
    ],
    expected: ofThoseWhoAnswer,
  },
  // No images are fetched here; allowed addresses are tested in functions/src/sandbox/asset-icons.test.ts.
  'GET /api/identifiers/icon': {
    ask: () => ['GET', `/api/identifiers/icon?url=https%3A%2F%2Ficons.example%2Fl.png&signature=${'0'.repeat(64)}`],
    expected: signedIn(501, { gil: 403 }),
  },
  'POST /api/getIdentifierDataById': {
    ask: (_, actor) => [
      'POST',
      '/api/getIdentifierDataById',
      { body: { data: { idIdentifier: 'L1x1', username: actor, municipality: MUNICIPALITY } } },
    ],
    expected: ofThoseWhoAnswer,
  },
  // Whether a form accepts an answer about a person; for users who may not answer it, the form does not exist.
  'GET /api/templates/:id/takes': {
    ask: () => ['GET', '/api/templates/comercios/takes'],
    expected: signedIn(200, { olga: 404, uma: 404, gil: 404, vera: 404 }),
  },
  // Like held answers; carla corrects only her own.
  'GET /api/citizens/unsettled': {
    ask: () => ['GET', '/api/citizens/unsettled'],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  // No question about this answer's citizen is open here; see citizens/routes/portal-matrix.test.ts.
  'POST /api/citizens/:id/settle': {
    ask: (answer) => ['POST', `/api/citizens/${answer}/settle`, { body: { how: 'typed' } }],
    expected: signedIn(403, { sofia: 409, uma: 404, ada: 409 }),
  },
} satisfies Readonly<Record<string, Line>>
