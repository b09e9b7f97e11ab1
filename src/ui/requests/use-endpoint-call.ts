import { useCallback, useState } from 'react'
import type { Endpoint, InputOf, RequestOutcome, AnyReplyOf } from '#domain/endpoints/index.ts'
import { useAccount } from '../session/account.ts'
import { getQueryClient, markTopicStale } from './client.ts'

export type EndpointCall<E extends Endpoint> = {
  /** never throws; the caller shows the result */
  readonly act: (input: InputOf<E>) => Promise<RequestOutcome<AnyReplyOf<E>>>
  readonly busy: boolean
}

/**
 * Runs an action on an endpoint, and then refreshes data of the endpoint's topic. Refreshes after a refusal as well,
 * because another user may have changed the data.
 */
export function useEndpointCall<const E extends Endpoint>(endpoint: E): EndpointCall<E> {
  const account = useAccount()
  const [underway, setUnderway] = useState(0)
  const act = useCallback(
    async (input: InputOf<E>) => {
      setUnderway((before) => before + 1)
      try {
        return await account.ask(endpoint, input)
      } finally {
        setUnderway((before) => before - 1)
        if (endpoint.topic !== undefined) markTopicStale(getQueryClient(account), endpoint.topic)
      }
    },
    [account, endpoint],
  )
  return { act, busy: underway > 0 }
}
