import type { ApiToken, Delivery, Webhook } from '#domain/integrations/index.ts'
import { getMunicipality } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { keys, type Key, type StoredDocument } from '#domain/store/index.ts'
import { hashOf } from '../builders/submit.ts'
import { AREA, NOW } from '../builders/template.ts'
import { all, PHOTO, signedIn, type Line } from './access-lines.ts'

const HERE = getMunicipality(AREA)
const PLACE = `/api/municipalities/${encodePlaceId(HERE)}`
const [TOKEN, HOOK] = ['T'.repeat(26), 'W'.repeat(26)] as [ApiToken['id'], Webhook['id']]

/** Integrations of a municipality are for its supervisors and the administrator; for uma it does not exist. */
const ofItsSupervisor = (status: number, later = status) =>
  signedIn(403, { sofia: status, uma: 404, ada: later, vera: later })
const NARROWED = { areas: [], forms: [] }
const NEW_HOOK = { name: 'Tablero', url: 'https://hooks.example.org/relevo', events: ['answer.created'], ...NARROWED }

/** Documents for the lines below: a token, a webhook and one message. */
export const INTEGRATIONS: readonly (readonly [Key, StoredDocument])[] = [
  [
    keys.apiToken(TOKEN),
    {
      id: TOKEN,
      hash: 'a'.repeat(64),
      name: 'Tablero',
      scopes: ['answers:read'],
      municipality: HERE,
      ...NARROWED,
      expiresAt: '2099-01-01T00:00:00.000Z',
      createdAt: NOW,
      by: 'sofia',
      username: 'sofia',
    },
  ],
  [keys.tokenRegister(HERE), { tokens: [TOKEN] }],
  [
    keys.webhookRegister(HERE),
    {
      hooks: [
        {
          ...NEW_HOOK,
          id: HOOK,
          secrets: [{ secret: 'whsec_AA==' }],
          state: 'on',
          createdAt: NOW,
          by: 'sofia',
          username: 'sofia',
        },
      ],
    },
  ],
  [keys.deliveryCounter(HERE, HOOK), { count: 1 }],
  [
    keys.delivery(HERE, HOOK, 1),
    {
      number: 1,
      message: 'msg_test_1',
      event: 'webhook.test',
      body: '{}',
      at: NOW,
      state: 'delivered',
      attempts: 1,
      tries: [],
    } satisfies Delivery,
  ],
]

/**
 * Integrations are for a municipality's administrators; reading by token needs no session
 * (integrations/routes/v1.test.ts).
 */
export const INTEGRATION_LINES = {
  'GET /api/municipalities/:id/integrations': {
    ask: () => ['GET', `${PLACE}/integrations`],
    expected: ofItsSupervisor(200),
  },
  'POST /api/municipalities/:id/tokens': {
    ask: () => ['POST', `${PLACE}/tokens`, { body: { name: 'Tablero', scopes: ['answers:read'], days: 30 } }],
    expected: ofItsSupervisor(200),
  },
  // After the first request the token is already revoked.
  'DELETE /api/municipalities/:id/tokens/:token': {
    ask: () => ['DELETE', `${PLACE}/tokens/${TOKEN}`],
    expected: ofItsSupervisor(204, 404),
  },
  // Nothing can be posted here: even users who may create a webhook get 422.
  'POST /api/municipalities/:id/webhooks': {
    ask: () => ['POST', `${PLACE}/webhooks`, { body: NEW_HOOK }],
    expected: signedIn(403, { sofia: 422, uma: 422, ada: 422 }),
  },
  'PUT /api/municipalities/:id/webhooks/:webhook': {
    ask: () => ['PUT', `${PLACE}/webhooks/${HOOK}`, { body: { ...NEW_HOOK, on: false } }],
    expected: signedIn(403, { sofia: 422, uma: 422, ada: 422 }),
  },
  'DELETE /api/municipalities/:id/webhooks/:webhook': {
    ask: () => ['DELETE', `${PLACE}/webhooks/${HOOK}`],
    expected: ofItsSupervisor(204, 404),
  },
  'POST /api/municipalities/:id/webhooks/:webhook/secret': {
    ask: () => ['POST', `${PLACE}/webhooks/${HOOK}/secret`],
    expected: ofItsSupervisor(200),
  },
  'POST /api/municipalities/:id/webhooks/:webhook/test': {
    ask: () => ['POST', `${PLACE}/webhooks/${HOOK}/test`],
    expected: ofItsSupervisor(200),
  },
  'GET /api/municipalities/:id/webhooks/:webhook/deliveries': {
    ask: () => ['GET', `${PLACE}/webhooks/${HOOK}/deliveries`],
    expected: ofItsSupervisor(200),
  },
  'POST /api/municipalities/:id/webhooks/:webhook/deliveries/:number/send': {
    ask: () => ['POST', `${PLACE}/webhooks/${HOOK}/deliveries/1/send`],
    expected: ofItsSupervisor(200),
  },
  // No actor's session can create a code, and a guessed one opens nothing (integrations/routes/embed.test.ts).
  'POST /api/v1/embed-codes': {
    ask: () => ['POST', '/api/v1/embed-codes', { body: { username: 'ines' } }],
    expected: all(401),
  },
  'POST /api/embed/session': {
    ask: () => ['POST', '/api/embed/session', { body: { code: 'x'.repeat(43) } }],
    expected: all(400),
  },
  'GET /api/v1/templates': { ask: () => ['GET', '/api/v1/templates'], expected: all(401) },
  'GET /api/v1/templates/:id': { ask: () => ['GET', '/api/v1/templates/comercios'], expected: all(401) },
  'GET /api/v1/answers': { ask: () => ['GET', '/api/v1/answers?form=nota'], expected: all(401) },
  'GET /api/v1/answers/:id': { ask: (answer) => ['GET', `/api/v1/answers/${answer}`], expected: all(401) },
  'GET /api/v1/answers/:id/history': {
    ask: (answer) => ['GET', `/api/v1/answers/${answer}/history`],
    expected: all(401),
  },
  'GET /api/v1/answers/:id/files/:sha256': {
    ask: (answer) => ['GET', `/api/v1/answers/${answer}/files/${hashOf(PHOTO)}`],
    expected: all(401),
  },
} as const satisfies Readonly<Record<string, Line>>
