import { signedIn, type Line } from './access-lines.ts'
import { DELETED } from './access-stage.ts'

/** Deleted answers are for administrators of a municipality, or of all. uma administers another one. */
export const DELETED_LINES = {
  'GET /api/deleted': {
    ask: () => ['GET', '/api/deleted'],
    expected: signedIn(403, { sofia: 200, uma: 200, ada: 200 }),
  },
  'GET /api/deleted/:id': {
    ask: () => ['GET', `/api/deleted/${DELETED}`],
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 200, vera: 200 }),
  },
  // The first request restores it; later ones get 409.
  'POST /api/deleted/:id/restore': {
    ask: () => ['POST', `/api/deleted/${DELETED}/restore`],
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 409, vera: 409 }),
  },
} satisfies Readonly<Record<string, Line>>
