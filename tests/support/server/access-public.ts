import { all, type Line } from './access-lines.ts'

const FORM = '/api/public/forms/comercios'
const ORDER = `K3WQ9ZT0M4XB/${'0'.repeat(26)}`
const SAVED = '/ciudadano/guardado/comercios/VIS1'

/** Pages written by the server, where everyone counts as the public. */
export type PageRoute =
  | 'GET /publico/contestar/:id'
  | 'GET /publico/guardado/:id/:code'
  | `${'GET' | 'POST'} /publico/consultar-estado`
  | `GET /publico/formularios${'' | '/:country/:province/:name'}`
  | `${'GET' | 'POST'} /pago-exitoso/:orderId/:id`
  | 'GET /pago-denegado/:orderId/:id'
  | 'GET /pago'
  | 'GET /publico'
  | 'GET /publico/*'
  | 'GET /pago/:posting'
  | `POST ${'/pago' | '/publico/contestar/:id'}`
  | `GET /cis${'' | '/*' | `/${'contestar' | 'ver' | 'editar'}/:id`}`
  | `GET /respuesta/enviada/${'*' | ':id/:code'}`
  | `GET /ciudadano/${'contestar/:id/:token?' | 'revision/:id/:token?' | 'ver/:id/:citizenId?' | 'formularios/respuestas/:token?' | 'guardado/:id/:code'}`

/**
 * Calls without an account for a form. This form is not public: see pages/routes/public.test.ts,
 * sandbox/public-map.test.ts
 */
export const PUBLIC_LINES = {
  // Redirects every caller to the confirmation, which shows the device's own data.
  'GET /ciudadano/guardado/:id/:code/:citizenId': { ask: () => ['GET', `${SAVED}/77`], expected: all(302) },
  'GET /ciudadano/guardado/:id/:code/:citizenId/:useAWS': {
    ask: () => ['GET', `${SAVED}/77/true`],
    expected: all(302),
  },
  // The app's pages for citizens; their data need a citizen's session: citizens/routes/portal.test.ts.
  'GET /ciudadano/contestar/:id/:token?': {
    ask: () => ['GET', '/ciudadano/contestar/comercios/t'],
    expected: all(200),
  },
  'GET /ciudadano/revision/:id/:token?': { ask: () => ['GET', '/ciudadano/revision/x/t'], expected: all(200) },
  'GET /ciudadano/ver/:id/:citizenId?': { ask: () => ['GET', '/ciudadano/ver/x/77'], expected: all(200) },
  'GET /ciudadano/guardado/:id/:code': { ask: () => ['GET', SAVED], expected: all(200) },
  'GET /ciudadano/formularios/respuestas/:token?': {
    ask: () => ['GET', '/ciudadano/formularios/respuestas/t'],
    expected: all(200),
  },
  'GET /ciudadano': { ask: () => ['GET', '/ciudadano'], expected: all(404) },
  'GET /ciudadano/*': { ask: () => ['GET', '/ciudadano/elsewhere'], expected: all(404) },
  // The app's page for everyone; framing is tested in integrations/routes/embed.test.ts.
  'GET /cis': { ask: () => ['GET', '/cis'], expected: all(404) },
  'GET /cis/*': { ask: () => ['GET', '/cis/elsewhere'], expected: all(404) },
  'GET /cis/contestar/:id': { ask: () => ['GET', '/cis/contestar/comercios'], expected: all(200) },
  'GET /cis/ver/:id': { ask: () => ['GET', '/cis/ver/x'], expected: all(200) },
  'GET /cis/editar/:id': { ask: () => ['GET', '/cis/editar/x'], expected: all(200) },
  'GET /respuesta/enviada/*': { ask: () => ['GET', '/respuesta/enviada/x'], expected: all(404) },
  'GET /respuesta/enviada/:id/:code': { ask: () => ['GET', '/respuesta/enviada/x/y'], expected: all(200) },
  'GET /publico/consultar-estado': { ask: () => ['GET', '/publico/consultar-estado'], expected: all(200) },
  'GET /publico/formularios': { ask: () => ['GET', '/publico/formularios'], expected: all(200) },
  'GET /publico/formularios/:country/:province/:name': {
    ask: () => ['GET', '/publico/formularios/AR/cordoba/villa-serena'],
    expected: all(200),
  },
  'POST /publico/consultar-estado': {
    ask: () => ['POST', '/publico/consultar-estado', { body: 'code=VIS1' }],
    expected: all(404),
  },
  // Without both halves of a reference no order exists: sandbox/payer-pages.test.ts.
  'GET /pago-exitoso/:orderId/:id': { ask: () => ['GET', `/pago-exitoso/${ORDER}`], expected: all(302) },
  'POST /pago-exitoso/:orderId/:id': { ask: () => ['POST', `/pago-exitoso/${ORDER}`], expected: all(303) },
  'GET /pago-denegado/:orderId/:id': { ask: () => ['GET', `/pago-denegado/${ORDER}`], expected: all(404) },
  'GET /publico': { ask: () => ['GET', '/publico'], expected: all(404) },
  'GET /publico/*': { ask: () => ['GET', '/publico/elsewhere'], expected: all(404) },
  'GET /pago': { ask: () => ['GET', '/pago'], expected: all(404) },
  'GET /pago/:posting': { ask: () => ['GET', `/pago/${'x'.repeat(60)}`], expected: all(404) },
  'POST /pago': { ask: (answer) => ['POST', '/pago', { body: `answer=${answer}` }], expected: all(404) },
  'POST /publico/contestar/:id': {
    ask: (answer) => ['POST', '/publico/contestar/comercios', { body: `answer=${answer}&orderId=K3WQ9ZT0M4XB` }],
    expected: all(404),
  },
  'GET /api/public/forms/:id': { ask: () => ['GET', FORM], expected: all(404) },
  'GET /api/public/forms/:id/map': { ask: () => ['GET', `${FORM}/map`], expected: all(404) },
  // No map is connected here.
  'GET /api/public/forms/:id/tiles/:layer/:z/:x/:y': {
    ask: () => ['GET', `${FORM}/tiles/default/12/1317/2424`],
    expected: all(501),
  },
  'GET /api/public/forms/:id/geocode': { ask: () => ['GET', `${FORM}/geocode?q=San%20Juan%20450`], expected: all(404) },
  'GET /api/public/forms/:id/geocode/reverse': {
    ask: () => ['GET', `${FORM}/geocode/reverse?latitude=-31.4&longitude=-64.18`],
    expected: all(404),
  },
  'GET /api/public/forms/:id/left': { ask: () => ['GET', `${FORM}/left`], expected: all(404) },
  'GET /api/public/forms/:id/nearby': {
    ask: () => ['GET', `${FORM}/nearby?latitude=-31.4&longitude=-64.18`],
    expected: all(404),
  },
} as const satisfies Readonly<Record<string, Line>>
