import type { Problem, ProblemCode, ProblemDetails } from './problem.ts'

/** What a rule answers: a value, or why not. Expected refusals travel this way; `throw` is for our own mistakes. */
export type Result<T> = Ok<T> | Refusal

export type Ok<T> = { readonly ok: true; readonly value: T }
export type Refusal = { readonly ok: false; readonly problem: Problem }

export function ok<T>(value: T): Ok<T> {
  return { ok: true, value }
}

/** @param details facts for the message (a limit, a name); never a sentence, never a secret */
export function refuse(code: ProblemCode, details?: ProblemDetails): Refusal {
  return { ok: false, problem: details === undefined ? { code } : { code, details } }
}
