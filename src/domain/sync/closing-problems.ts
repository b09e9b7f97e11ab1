import type { ProblemCode } from '../kernel/problem.ts'

/**
 * Problems for which the server refuses all requests of the account, so that its screens close (part 1, points 2 and
 * 4).
 */
export const CLOSING_PROBLEMS: readonly ProblemCode[] = [
  'municipality.blocked',
  'country.blocked',
  'session.no-user-record',
  'session.no-areas',
  'session.deactivated',
]
