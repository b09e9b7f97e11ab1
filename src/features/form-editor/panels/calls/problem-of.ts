import { unreachable, type Problem } from '#domain/kernel/index.ts'
import type { Outcome } from '#domain/api/index.ts'

/** Why a call came to nothing. */
export function problemOf(outcome: Exclude<Outcome<unknown>, { readonly kind: 'ok' }>): Problem {
  switch (outcome.kind) {
    case 'sign-in':
    case 'refused':
    case 'retry':
      return outcome.problem
    // The device holds back, because requests keep failing.
    case 'wait':
      return { code: 'server.busy' }
    default:
      return unreachable(outcome)
  }
}
