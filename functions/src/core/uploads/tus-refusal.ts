import type { Problem } from '#domain/kernel/index.ts'
import { toHttpStatus } from '../http/problems.ts'

/** A refusal thrown by the tus library or its stores. `problem`: set if thrown by our code. */
export type TusRefusal = { readonly status_code: number; readonly body: string; readonly problem?: Problem }

export function createTusRefusal(problem: Problem): TusRefusal {
  return { status_code: toHttpStatus(problem.code), body: problem.code, problem }
}

export function isTusRefusal(error: unknown): error is TusRefusal {
  return typeof error === 'object' && error !== null && 'status_code' in error
}
