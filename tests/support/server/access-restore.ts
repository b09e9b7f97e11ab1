import { signedIn, type Line } from './access-lines.ts'

/** Called by devices after the server was restored. What each may see: core/sync/routes/lacking.test.ts. */
export const RESTORE_LINES = {
  'POST /api/sync/lacking': {
    ask: (answer) => [
      'POST',
      '/api/sync/lacking',
      { body: { mutations: [{ id: '7'.repeat(26), answer, kind: 'answer.submit' }] } },
    ],
    expected: signedIn(200),
  },
} as const satisfies Readonly<Record<string, Line>>
