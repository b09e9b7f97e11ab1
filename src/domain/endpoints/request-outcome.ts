import type { Problem } from '../kernel/problem.ts'
import type { Endpoint, InputOf, AnyReplyOf } from './endpoint.ts'

/** All outcomes of a request; callers must handle each. */
export type RequestOutcome<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly sentAt: number; readonly gotAt: number }
  /** 401: the session is over, or belongs to another account */
  | { readonly kind: 'sign-in'; readonly problem: Problem }
  /** refused by our server */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly status: number }
  /**
   * retry later: the connection or the server failed, the server is busy, or the reply is not from our server. `status`
   * is set if there was a reply; `after` is in milliseconds
   */
  | { readonly kind: 'retry'; readonly problem: Problem; readonly status?: number; readonly after?: number }
  /** not sent because too many requests failed in the last minute; `after` in milliseconds */
  | { readonly kind: 'wait'; readonly after: number }

/** Outcome of a request that did not succeed. */
export type RequestFailure = Exclude<RequestOutcome<never>, { readonly kind: 'ok' }>

/** Problem to show to the user. */
export function toProblem(failure: RequestFailure): Problem {
  return failure.kind === 'wait' ? { code: 'server.busy' } : failure.problem
}

declare global {
  /** Minimal declaration, shared by browsers and Node. */
  interface AbortSignal {
    readonly aborted: boolean
  }
}

/** Sends a request on behalf of the signed-in user. */
export type RequestSender = <const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  /** aborts waiting for the reply */
  signal?: AbortSignal,
) => Promise<RequestOutcome<AnyReplyOf<E>>>
