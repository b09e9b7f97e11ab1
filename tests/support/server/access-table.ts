import type { Api, Endpoint, EndpointName } from '#domain/endpoints/index.ts'
import { templateDraftSchema } from '#domain/templates/index.ts'
import { buildReport } from '../builders/report.ts'
import { DEVICE, hashOf } from '../builders/submit.ts'
import { AREA, buildTemplate } from '../builders/template.ts'
import { ACTORS, all, PHOTO, signedIn, type Actor, type Line } from './access-lines.ts'
import { CITIZEN_LINES } from './access-citizens.ts'
import { DELETED_LINES } from './access-deleted.ts'
import { EDITOR_CALL_LINES } from './access-editor-calls.ts'
import { OF_PLACES } from './access-of-places.ts'
import { FACTOR_LINES } from './access-factors.ts'
import { INTEGRATION_LINES } from './access-integrations.ts'
import { DOOR_LINES } from './access-doors.ts'
import { PAYMENT_LINES } from './access-payments.ts'
import { PDF_LINES } from './access-pdfs.ts'
import { PEOPLE_LINES } from './access-people.ts'
import { PRIVACY_LINES } from './access-privacy.ts'
import { RESTORE_LINES } from './access-restore.ts'
import { STATISTICS_LINES } from './access-statistics.ts'
import { PUBLIC_LINES, type PageRoute } from './access-public.ts'
import { ACCEPTED, HELD } from './access-stage.ts'
import { PASSWORD } from './world.ts'

/** Every route with every actor. A missing route fails the last test; so does a line without a route. */
const UPLOAD = 'a'.repeat(32)
const REPORT = buildReport()
const TUS = { 'tus-resumable': '1.0.0' }
/**
 * The answer of `ines` is for her area, its municipality's supervisor and the administrator. For others it does not
 * exist.
 */
const ofTheAnswer = signedIn(200, { olga: 404, uma: 404, gil: 404, carla: 404 })

/** Held answers are for users who correct; carla corrects only her own. */
const mayCorrect = signedIn(403, { sofia: 200, uma: 200, carla: 200, ada: 200 })
const ofTheHeld = signedIn(404, { sofia: 200, ada: 200 })
/** A form of the area that no answer locks; for users of other areas it does not exist. */
const ofTheTemplate = (status: number, but: Partial<Record<Actor, number>> = {}) =>
  signedIn(status, { olga: 404, uma: 404, ...but })
const TEMPLATE_DRAFT = { ...templateDraftSchema.parse(buildTemplate()), titulo: 'Inspección de locales' }
const templateIdOf = (actor: Actor) => String(ACTORS.indexOf(actor)).repeat(26)

type RouteOf<E> = E extends Endpoint ? `${E['method']} /api${E['path']}` : never
/** Upload routes of tus, a protocol of its own. Hono reports its HEAD as a GET. */
type UploadRoute = 'OPTIONS /api/uploads' | 'POST /api/uploads' | `${'GET' | 'PATCH' | 'DELETE'} /api/uploads/:id`

export const TABLE: Readonly<Record<RouteOf<Api[EndpointName]> | UploadRoute | PageRoute, Line>> = {
  'GET /publico/contestar/:id': { ask: () => ['GET', '/publico/contestar/comercios'], expected: all(404) },
  'GET /publico/guardado/:id/:code': { ask: () => ['GET', '/publico/guardado/comercios/CBA1'], expected: all(200) },
  'GET /api/health': { ask: () => ['GET', '/api/health'], expected: all(200) },
  // The setting METRICS_TOKEN is missing here: 404 for every caller. With it: watching/routes/metrics.test.ts.
  'GET /api/metrics': { ask: () => ['GET', '/api/metrics'], expected: all(404) },
  'GET /api/session': { ask: () => ['GET', '/api/session'], expected: signedIn(200) },
  'POST /api/session': {
    ask: () => ['POST', '/api/session', { body: { email: 'ines', password: PASSWORD } }],
    expected: all(200),
  },
  'DELETE /api/session': { ask: () => ['DELETE', '/api/session'], expected: all(204) },
  'POST /api/password': {
    ask: () => ['POST', '/api/password', { body: { token: 'guessed', password: 'ten characters' } }],
    expected: all(400),
  },
  // No mail server is connected: 501 for every caller.
  'POST /api/password/forgotten': {
    ask: () => ['POST', '/api/password/forgotten', { body: { email: 'ines' } }],
    expected: all(501),
  },
  'PUT /api/password': {
    ask: () => ['PUT', '/api/password', { body: { old: 'guessed', password: 'ten characters' } }],
    expected: signedIn(422),
  },
  ...FACTOR_LINES,
  ...PDF_LINES,
  ...PRIVACY_LINES,
  ...STATISTICS_LINES,
  ...INTEGRATION_LINES,
  'GET /api/sso': { ask: () => ['GET', '/api/sso'], expected: all(200) },
  // No provider is connected: 501 for every caller.
  'POST /api/sso': {
    ask: () => ['POST', '/api/sso', { body: { again: false, changePassword: false } }],
    expected: all(501),
  },
  'POST /api/sso/finish': { ask: () => ['POST', '/api/sso/finish', { body: { query: '' } }], expected: all(501) },
  'GET /api/sso/leave': { ask: () => ['GET', '/api/sso/leave'], expected: all(200) },
  'GET /api/user-requests': { ask: () => ['GET', '/api/user-requests'], expected: signedIn(403, { ada: 200 }) },
  'POST /api/user-requests/:id/decide': {
    ask: () => ['POST', `/api/user-requests/${'a'.repeat(64)}/decide`, { body: { accepted: true } }],
    expected: signedIn(403, { ada: 404 }),
  },
  'GET /api/sessions': { ask: () => ['GET', '/api/sessions'], expected: signedIn(200) },
  // No user has this session, so it does not exist for any of them; other users':
  // sessions/routes/own-sessions.test.ts.
  'DELETE /api/sessions/:id': {
    ask: () => ['DELETE', `/api/sessions/${'0'.repeat(26)}`],
    expected: signedIn(404),
  },
  'DELETE /api/sessions': { ask: () => ['DELETE', '/api/sessions'], expected: signedIn(204) },
  'POST /api/sync/push': {
    ask: () => ['POST', '/api/sync/push', { body: { protocol: 1, device: DEVICE, account: 'ines', mutations: [] } }],
    expected: all(401, { ines: 200 }),
  },
  // In the format of an app that still sends its report in the URL.
  'GET /api/sync/pull': {
    ask: () => ['GET', `/api/sync/pull?report=${encodeURIComponent(JSON.stringify(REPORT))}`],
    expected: signedIn(200),
  },
  'POST /api/sync/pull': { ask: () => ['POST', '/api/sync/pull', { body: REPORT }], expected: signedIn(200) },
  'GET /api/sync/nudges': { ask: () => ['GET', '/api/sync/nudges'], expected: signedIn(200) },
  // gil edits forms and reads no answers; carla reads hers and edits no forms.
  'GET /api/devices': {
    ask: () => ['GET', '/api/devices'],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  'OPTIONS /api/uploads': { ask: () => ['OPTIONS', '/api/uploads'], expected: all(204) },
  'POST /api/uploads': {
    ask: () => {
      const metadata = [`sha256 ${btoa(hashOf(PHOTO))}`, `type ${btoa('image/png')}`, `name ${btoa('a.png')}`].join(',')
      return ['POST', '/api/uploads', { headers: { ...TUS, 'upload-length': '9', 'upload-metadata': metadata } }]
    },
    expected: signedIn(201),
  },
  'GET /api/uploads/:id': { ask: () => ['HEAD', `/api/uploads/${UPLOAD}`, { headers: TUS }], expected: signedIn(404) },
  'PATCH /api/uploads/:id': {
    ask: () => ['PATCH', `/api/uploads/${UPLOAD}`, { headers: TUS }],
    expected: signedIn(404),
  },
  'DELETE /api/uploads/:id': {
    ask: () => ['DELETE', `/api/uploads/${UPLOAD}`, { headers: TUS }],
    expected: signedIn(404),
  },
  // For the same users as the list; contents: exports/exports.test.ts.
  'POST /api/generateCsv': {
    ask: () => ['POST', '/api/generateCsv', { body: { data: { formData: { id: 'nota' } } } }],
    expected: signedIn(200, { olga: 404, uma: 404, gil: 403 }),
  },
  'GET /api/answers': {
    ask: () => ['GET', '/api/answers?template=nota'],
    // gil may see the form, but not its answers; for olga and uma the form does not exist.
    expected: signedIn(200, { olga: 404, uma: 404, gil: 403 }),
  },
  // The map of the same list.
  'GET /api/map/answers': {
    ask: () => ['GET', '/api/map/answers?template=nota'],
    expected: signedIn(200, { olga: 404, uma: 404, gil: 403 }),
  },
  // For users who may read answers; results: answers/routes/recipients.test.ts.
  'GET /api/recipients': {
    ask: () => ['GET', '/api/recipients?kind=dni&number=30111222'],
    expected: signedIn(200, { gil: 403 }),
  },
  // Search for payments; results are tested in payments/routes/paid-answers.test.ts.
  'GET /api/paid-answers': {
    ask: () => ['GET', '/api/paid-answers?number=K3WQ9ZT0M4XB'],
    expected: signedIn(200, { gil: 403 }),
  },
  'GET /api/answers/:id': { ask: (answer) => ['GET', `/api/answers/${answer}`], expected: ofTheAnswer },
  'GET /api/answers/:id/versions': {
    ask: (answer) => ['GET', `/api/answers/${answer}/versions`],
    expected: ofTheAnswer,
  },
  'GET /api/answers/:id/versions/:version': {
    ask: (answer) => ['GET', `/api/answers/${answer}/versions/1`],
    expected: ofTheAnswer,
  },
  'GET /api/answers/:id/files/:sha256': {
    ask: (answer) => ['GET', `/api/answers/${answer}/files/${hashOf(PHOTO)}`],
    expected: ofTheAnswer,
  },
  // No maps are drawn here; permissions with a provider: functions/src/sandbox/maps.test.ts.
  'GET /api/map': { ask: () => ['GET', '/api/map'], expected: signedIn(200) },
  'GET /api/tiles/:layer/:z/:x/:y': { ask: () => ['GET', '/api/tiles/default/12/1317/2424'], expected: signedIn(501) },
  'GET /api/geocode': { ask: () => ['GET', '/api/geocode?q=San%20Juan%20450'], expected: signedIn(501) },
  'GET /api/geocode/reverse': {
    ask: () => ['GET', '/api/geocode/reverse?latitude=-31.4&longitude=-64.18'],
    expected: signedIn(501),
  },
  'GET /api/held': { ask: () => ['GET', '/api/held'], expected: mayCorrect },
  'GET /api/held/:id': { ask: () => ['GET', `/api/held/${HELD}`], expected: ofTheHeld },
  'POST /api/held/:id/accept': { ask: () => ['POST', `/api/held/${HELD}/accept`], expected: ofTheHeld },
  'POST /api/held/:id/discard': {
    // Too late for the supervisor and the administrator: the answer is already accepted.
    ask: () => ['POST', `/api/held/${ACCEPTED}/discard`, { body: { reason: 'no' } }],
    expected: { ...ofTheHeld, sofia: 409, ada: 409, vera: 409 },
  },
  ...DELETED_LINES,
  ...PAYMENT_LINES,
  ...DOOR_LINES,
  // gil edits forms and reads no answers; carla sees her own.
  'GET /api/decisions': {
    ask: () => ['GET', '/api/decisions'],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  // No form here is shown to uma, and carla, who sees only her own answers, gets no counts of others'.
  'GET /api/pending': {
    ask: () => ['GET', '/api/pending?since=2026-11-20T03:00:00.000Z'],
    expected: signedIn(403, { sofia: 200, uma: 200, carla: 200, ada: 200 }),
  },
  'GET /api/jobs/dead': {
    ask: () => ['GET', '/api/jobs/dead'],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  // uma administers another municipality.
  'POST /api/jobs/:id/retry': {
    ask: (answer) => ['POST', `/api/jobs/incident.create~${answer}/retry`],
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 200 }),
  },
  'GET /api/audit': { ask: () => ['GET', '/api/audit'], expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }) },
  'POST /api/audit/export': {
    ask: () => ['POST', '/api/audit/export', { body: { sought: {} } }],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  'GET /api/audit/verify': { ask: () => ['GET', '/api/audit/verify'], expected: signedIn(403, { ada: 200 }) },
  'PUT /api/audit/retention': {
    ask: () => ['PUT', '/api/audit/retention', { body: { days: 365 } }],
    expected: signedIn(403, { ada: 200 }),
  },
  'POST /api/templates': {
    ask: (_, actor) => ['POST', '/api/templates', { body: { id: templateIdOf(actor), draft: TEMPLATE_DRAFT } }],
    // In ines's area: uma may create only in her own municipality.
    expected: signedIn(403, { sofia: 200, gil: 200, ada: 200 }),
  },
  'GET /api/templates/:id': { ask: () => ['GET', '/api/templates/comercios'], expected: ofTheTemplate(200) },
  'GET /api/templates/:id/answers/count': {
    ask: () => ['GET', '/api/templates/comercios/answers/count'],
    expected: ofTheTemplate(200),
  },
  // The first save has the current base; later ones get 409.
  'PUT /api/templates/:id': {
    ask: () => ['PUT', '/api/templates/comercios', { body: { base: 1, draft: TEMPLATE_DRAFT } }],
    expected: ofTheTemplate(403, { sofia: 200, gil: 409, ada: 409, vera: 409 }),
  },
  // Comercios has no draft before; the first save creates it, and later ones conflict with it.
  'GET /api/templates/:id/draft': {
    ask: () => ['GET', '/api/templates/comercios/draft'],
    expected: ofTheTemplate(403, { sofia: 200, gil: 200, ada: 200 }),
  },
  'PUT /api/templates/:id/draft': {
    ask: () => ['PUT', '/api/templates/comercios/draft', { body: { base: 1, draft: TEMPLATE_DRAFT } }],
    expected: ofTheTemplate(403, { sofia: 200, gil: 409, ada: 409, vera: 409 }),
  },
  'DELETE /api/templates/:id/draft': {
    ask: () => ['DELETE', '/api/templates/comercios/draft?revision=1'],
    expected: ofTheTemplate(403, { sofia: 204, gil: 204, ada: 204 }),
  },
  'GET /api/drafts': {
    ask: () => ['GET', '/api/drafts'],
    expected: signedIn(403, { sofia: 200, uma: 200, gil: 200, ada: 200 }),
  },
  'POST /api/templates/:id/duplicate': {
    ask: (_, actor) => [
      'POST',
      '/api/templates/comercios/duplicate',
      { body: { id: templateIdOf(actor), area: AREA } },
    ],
    expected: ofTheTemplate(403, { sofia: 200, ada: 200 }),
  },
  'PUT /api/templates/:id/scope': {
    ask: () => ['PUT', '/api/templates/comercios/scope', { body: { publico: false } }],
    expected: ofTheTemplate(403, { sofia: 200, gil: 200, ada: 200 }),
  },
  'DELETE /api/templates/:id': {
    ask: () => ['DELETE', '/api/templates/comercios'],
    expected: ofTheTemplate(403, { sofia: 200, gil: 200, ada: 200 }),
  },
  'GET /api/templates/:id/versions': {
    ask: () => ['GET', '/api/templates/comercios/versions'],
    expected: ofTheTemplate(200),
  },
  'GET /api/templates/:id/versions/:version': {
    ask: () => ['GET', '/api/templates/comercios/versions/1'],
    expected: ofTheTemplate(200),
  },
  'POST /api/templates/:id/images': {
    ask: () => ['POST', '/api/templates/comercios/images', { body: PHOTO }],
    expected: ofTheTemplate(403, { sofia: 200, gil: 200, ada: 200 }),
  },
  'GET /api/templates/:id/images/:sha256': {
    ask: () => ['GET', `/api/templates/comercios/images/${hashOf(PHOTO)}`],
    expected: ofTheTemplate(200, { nobody: 404 }),
  },
  'DELETE /api/templates/:id/images/:sha256': {
    ask: () => ['DELETE', `/api/templates/comercios/images/${hashOf(PHOTO)}`],
    expected: ofTheTemplate(403, { sofia: 204, gil: 204, ada: 204 }),
  },
  ...PUBLIC_LINES,
  'POST /api/getServerTime': {
    ask: () => ['POST', '/api/getServerTime', { body: { data: null } }],
    expected: all(200),
  },
  'POST /api/getListaPaises': {
    ask: () => ['POST', '/api/getListaPaises', { body: { data: null } }],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  ...OF_PLACES,
  ...PEOPLE_LINES,
  ...CITIZEN_LINES,
  ...EDITOR_CALL_LINES,
  ...RESTORE_LINES,
}
