import { buildPlainSubmit } from '../builders/submit.ts'
import { all, signedIn, type Line } from './access-lines.ts'

const BEARER = 'A'.repeat(43)
const { id, template } = buildPlainSubmit(1)

/** Staff sessions open nothing of a citizen's; citizens' permissions are tested in citizens/routes/portal.test.ts. */
const ofCitizens = all(401)

/** Endpoints for citizens. */
export const PORTAL_LINES = {
  // No portal is connected: 501 for every caller with a token.
  'POST /api/getCitizenLoginWithOaToken': {
    ask: () => ['POST', '/api/getCitizenLoginWithOaToken', { body: { token: 'guessed', attempt: BEARER } }],
    expected: all(501),
  },
  // The answer has no citizen, so users who correct get 404.
  'POST /api/getCitizenOAToken': {
    ask: (answer) => ['POST', '/api/getCitizenOAToken', { body: { data: { citizenId: 'c1', respuesta: answer } } }],
    expected: signedIn(403, { sofia: 404, uma: 404, carla: 404, ada: 404 }),
  },
  'GET /api/citizen/session': { ask: () => ['GET', '/api/citizen/session'], expected: ofCitizens },
  'DELETE /api/citizen/session': { ask: () => ['DELETE', '/api/citizen/session'], expected: ofCitizens },
  'GET /api/citizen/forms/:id': { ask: () => ['GET', '/api/citizen/forms/nota'], expected: ofCitizens },
  'POST /api/citizen/permits': {
    ask: (answer) => [
      'POST',
      '/api/citizen/permits',
      { body: { purpose: 'answer.submit', form: template, answer, mutation: id } },
    ],
    expected: ofCitizens,
  },
  'GET /api/citizen/answers': { ask: () => ['GET', '/api/citizen/answers'], expected: ofCitizens },
  'GET /api/citizen/answers/:id': { ask: (answer) => ['GET', `/api/citizen/answers/${answer}`], expected: ofCitizens },
  'GET /api/citizen/answers/:id/files/:sha256': {
    ask: (answer) => ['GET', `/api/citizen/answers/${answer}/files/${'a'.repeat(64)}`],
    expected: ofCitizens,
  },
  'POST /api/citizen/answers/:id/withdraw': {
    ask: (answer) => ['POST', `/api/citizen/answers/${answer}/withdraw`, { body: { version: 1 } }],
    expected: ofCitizens,
  },
} as const satisfies Readonly<Record<string, Line>>
