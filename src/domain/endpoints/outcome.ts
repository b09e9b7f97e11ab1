import type { Problem } from '../kernel/problem.ts'
import type { Endpoint, InputOf, ToldOf } from './endpoint.ts'

/** Everything that a request can come to; the caller has to handle each. */
export type Outcome<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly sentAt: number; readonly gotAt: number }
  /** 401: the session is over, or is another account's */
  | { readonly kind: 'sign-in'; readonly problem: Problem }
  /** our server understood and says no */
  | { readonly kind: 'refused'; readonly problem: Problem; readonly status: number }
  /** cut, busy, failing, or not our server: the same again later. `status` if a reply came; `after` in milliseconds */
  | { readonly kind: 'retry'; readonly problem: Problem; readonly status?: number; readonly after?: number }
  /** not sent: too many requests have failed in the last minute; `after` in milliseconds */
  | { readonly kind: 'wait'; readonly after: number }

/** What a request came to that did not do what was asked. */
export type Failure = Exclude<Outcome<never>, { readonly kind: 'ok' }>

/** The reason to tell a person. */
export function problemOf(failure: Failure): Problem {
  return failure.kind === 'wait' ? { code: 'server.busy' } : failure.problem
}

declare global {
  /** the one of browsers and of Node; the domain knows no more of it */
  interface AbortSignal {
    readonly aborted: boolean
  }
}

/** Asks the server on behalf of the user who is signed in. */
export type Ask = <const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  /** aborted: no one waits for the reply any more */
  signal?: AbortSignal,
) => Promise<Outcome<ToldOf<E>>>
