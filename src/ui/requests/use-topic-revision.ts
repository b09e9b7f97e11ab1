import { useQuery } from '@tanstack/react-query'
import type { Topic } from '#domain/endpoints/index.ts'
import { useAccount } from '../session/account.ts'
import { getQueryClient } from './client.ts'

let count = 0

/**
 * Subscribes to a topic without requesting its data. Sources: server news, actions on this device, reconnection.
 * @returns a number that changes whenever there may be new data
 */
export function useTopicRevision(topic: Topic): number {
  const { data = 0 } = useQuery(
    { queryKey: ['news', topic], queryFn: () => (count += 1), meta: { topic }, staleTime: Number.POSITIVE_INFINITY },
    getQueryClient(useAccount()),
  )
  return data
}
