import { signedIn } from './access-lines.ts'

/** Statistics are for users with the right and an area of the form. For all others the form does not exist. */
const mayRead = signedIn(403, { sofia: 200, uma: 404, carla: 200, ada: 200 })

export const STATISTICS_LINES = {
  'GET /api/statistics/:id': { ask: () => ['GET', '/api/statistics/comercios'] as const, expected: mayRead },
  'GET /api/statistics/:id/money': {
    ask: () => ['GET', '/api/statistics/comercios/money'] as const,
    // Carla reads statistics, but no money.
    expected: signedIn(403, { sofia: 200, uma: 404, ada: 200 }),
  },
  'GET /api/statistics/:id/columns': {
    ask: () => ['GET', '/api/statistics/comercios/columns'] as const,
    expected: mayRead,
  },
  'GET /api/statistics/:id/texts': {
    ask: () => ['GET', '/api/statistics/comercios/texts?question=a1'] as const,
    expected: mayRead,
  },
  // Each of them sees only permitted answers: functions/src/embedded/sqlite/statistics/asked-statistics.test.ts.
  'GET /api/statistics': {
    ask: () => ['GET', '/api/statistics'] as const,
    expected: signedIn(403, { sofia: 200, uma: 200, carla: 200, ada: 200 }),
  },
}
