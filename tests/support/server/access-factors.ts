import { all, signedIn, type Line } from './access-lines.ts'

/** Second factors: one's own, the rule of the installation, and removing those of users who have lost theirs. */
export const FACTOR_LINES = {
  // No actor here has entered a password and still needs a factor.
  'POST /api/session/second-step': {
    ask: () => ['POST', '/api/session/second-step', { body: { kind: 'code', code: '123456' } }],
    expected: all(400),
  },
  'POST /api/session/confirm': {
    ask: () => ['POST', '/api/session/confirm', { body: { password: 'guessed' } }],
    expected: signedIn(422),
  },
  // No actor here has a passkey.
  'POST /api/factors/passkey': { ask: () => ['POST', '/api/factors/passkey'], expected: signedIn(422) },
  'POST /api/factors/begin': {
    ask: () => ['POST', '/api/factors/begin', { body: { kind: 'app' } }],
    expected: signedIn(200),
  },
  'POST /api/factors': {
    ask: () => ['POST', '/api/factors', { body: { kind: 'app', name: 'Teléfono', code: '123456' } }],
    expected: signedIn(422),
  },
  'GET /api/factors': { ask: () => ['GET', '/api/factors'], expected: signedIn(200) },
  'DELETE /api/factors/:id': { ask: () => ['DELETE', `/api/factors/${'0'.repeat(26)}`], expected: signedIn(404) },
  'POST /api/factors/recovery': {
    ask: () => ['POST', '/api/factors/recovery', { body: { language: 'es' } }],
    expected: signedIn(422),
  },
  'GET /api/second-factor': { ask: () => ['GET', '/api/second-factor'], expected: signedIn(403, { ada: 200 }) },
  'PUT /api/second-factor': {
    ask: () => ['PUT', '/api/second-factor', { body: { roles: [] } }],
    expected: signedIn(403, { ada: 200 }),
  },
  // olga has none, so users who may remove factors get 422.
  'DELETE /api/users/:id/factors': {
    ask: () => ['DELETE', '/api/users/olga/factors'],
    expected: signedIn(403, { sofia: 422, uma: 404, ada: 422 }),
  },
} as const satisfies Readonly<Record<string, Line>>
