import { signedIn, type Line } from './access-lines.ts'

const PERSON = { kind: 'number', value: '30123456' } as const

/**
 * Personal data requests are for administrators of a municipality, or of all. What each finds and erases is checked per
 * record: privacy/privacy.test.ts.
 */
export const PRIVACY_LINES = {
  'POST /api/privacy/find': {
    ask: () => ['POST', '/api/privacy/find', { body: { person: PERSON } }],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  'POST /api/privacy/export': {
    ask: (answer) => ['POST', '/api/privacy/export', { body: { person: PERSON, ids: [answer] } }],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  // The answer is not about this person, so nothing is erased.
  'POST /api/privacy/erase': {
    ask: (answer) => [
      'POST',
      '/api/privacy/erase',
      { body: { person: PERSON, ids: [answer], word: 'ERASE', reason: 'asked for' } },
    ],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  // Those who may edit the form.
  'GET /api/templates/:id/retention': {
    ask: () => ['GET', '/api/templates/comercios/retention?period=P1Y'],
    expected: signedIn(404, { sofia: 200, gil: 200, ada: 200 }),
  },
} satisfies Readonly<Record<string, Line>>
