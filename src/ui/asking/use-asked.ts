import { useQuery } from '@tanstack/react-query'
import { problemOf, type Endpoint, type Failure, type InputOf, type ToldOf } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { useAccount } from '../session/account.ts'
import { clientOf } from './client.ts'

/** What the server was asked for. `problem`: it could not be asked again, and this is how it was. */
export type Asked<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'here'; readonly value: T; readonly problem: Problem | null }
  /** `refused`: the server understood and says no */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly refused: boolean }

class NotTold extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(problemOf(failure).code)
    this.failure = failure
  }
}

/**
 * Asks the server, and again on news of the endpoint's topic. What is on screen stays meanwhile, and when that fails; a
 * refusal clears it, because it is about the right to see it at all. What is no longer looked at (another filter, the
 * screen left) is let go.
 * @param enabled false: nothing is asked yet
 * @returns what is known, and how to ask again at once
 */
export function useAsked<const E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  enabled = true,
): readonly [Asked<ToldOf<E>>, () => void] {
  const account = useAccount()
  const { data, error, refetch } = useQuery(
    {
      queryKey: [endpoint.method, endpoint.path, input],
      queryFn: async ({ signal }): Promise<ToldOf<E>> => {
        const outcome = await account.ask(endpoint, input, signal)
        if (outcome.kind === 'ok') return outcome.value
        throw new NotTold(outcome)
      },
      meta: { topic: endpoint.topic },
      staleTime: endpoint.lasting === true ? Number.POSITIVE_INFINITY : 0,
      enabled,
    },
    clientOf(account),
  )
  return [askedOf<ToldOf<E>>(data, error), () => void refetch()]
}

function askedOf<T>(value: T | undefined, error: Error | null): Asked<T> {
  if (error !== null && !(error instanceof NotTold)) throw error
  const refused = error?.failure.kind === 'refused'
  const problem = error === null ? null : problemOf(error.failure)
  if (value !== undefined && !refused) return { kind: 'here', value, problem }
  return problem === null ? { kind: 'loading' } : { kind: 'failed', problem, refused }
}
