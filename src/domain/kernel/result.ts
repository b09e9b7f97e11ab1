import type { Problem, ProblemCode, ProblemDetails } from './problem.ts'

/**
 * Result of a rule: a value, or the reason of a refusal. Expected refusals are returned. Exceptions (`throw`) are for
 * programming errors.
 */
export type Result<T> = Ok<T> | Refusal

export type Ok<T> = { readonly ok: true; readonly value: T }
export type Refusal = { readonly ok: false; readonly problem: Problem }

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

/** Returns a refusal. @param details facts for the message (a limit, a name); no sentences, no secrets */
export function refuse(code: ProblemCode, details?: ProblemDetails): Refusal {
  return { ok: false, problem: details === undefined ? { code } : { code, details } }
}
