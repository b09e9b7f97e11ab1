import type { ProblemCode } from '../kernel/problem.ts'

/**
 * Problems that make the server refuse all requests of an account, so that the account's screens close (part 1, points
 * 2 and 4).
 */
export const ACCOUNT_BLOCKING_PROBLEMS: readonly ProblemCode[] = [
  'municipality.blocked',
  'country.blocked',
  'session.no-user-record',
  'session.no-areas',
  'session.deactivated',
]
