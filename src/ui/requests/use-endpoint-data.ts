import { useQuery } from '@tanstack/react-query'
import {
  toProblem,
  type Endpoint,
  type RequestFailure,
  type InputOf,
  type AnyReplyOf,
} from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { useAccount } from '../session/account.ts'
import { getQueryClient } from './client.ts'

/** Data requested from the server. `problem`: reason of a failed refresh, after which the data is outdated. */
export type Loadable<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly value: T; readonly problem: Problem | null }
  /** `refused`: the server understood the request and refused it */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly refused: boolean }

class NoReply extends Error {
  readonly failure: RequestFailure
  constructor(failure: RequestFailure) {
    super(toProblem(failure).code)
    this.failure = failure
  }
}

/**
 * Requests data, and requests it again when the server reports changes of the endpoint's topic. Keeps the data while a
 * refresh runs or fails, but not if the server refuses, because the user may have lost access. Aborts requests that are
 * no longer needed (another filter, another screen).
 * @param enabled whether to request
 * @returns the data, and a function that refreshes it
 */
export function useEndpointData<const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  enabled = true,
): readonly [Loadable<AnyReplyOf<E>>, () => void] {
  const account = useAccount()
  const { data, error, refetch } = useQuery(
    {
      queryKey: [endpoint.method, endpoint.path, input],
      queryFn: async ({ signal }): Promise<AnyReplyOf<E>> => {
        const outcome = await account.ask(endpoint, input, signal)
        if (outcome.kind === 'ok') return outcome.value
        throw new NoReply(outcome)
      },
      meta: { topic: endpoint.topic },
      staleTime: endpoint.lasting === true ? Number.POSITIVE_INFINITY : 0,
      ...(endpoint.fresh === true && { gcTime: 0 }),
      enabled,
    },
    getQueryClient(account),
  )
  return [toLoadable<AnyReplyOf<E>>(data, error), () => void refetch()]
}

function toLoadable<T>(value: T | undefined, error: Error | null): Loadable<T> {
  if (error !== null && !(error instanceof NoReply)) throw error
  const refused = error?.failure.kind === 'refused'
  const problem = error === null ? null : toProblem(error.failure)
  if (value !== undefined && !refused) return { kind: 'here', value, problem }
  return problem === null ? { kind: 'loading' } : { kind: 'failed', problem, refused }
}
