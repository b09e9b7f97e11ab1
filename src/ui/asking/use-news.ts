import { useQuery } from '@tanstack/react-query'
import type { Topic } from '#domain/endpoints/index.ts'
import { useAccount } from '../session/account.ts'
import { clientOf } from './client.ts'

let told = 0

/**
 * For what `useAsked` must not keep: follows a topic as it does, after the server's news, acts here, reconnection.
 * @returns another number whenever there may be something new
 */
export function useNews(topic: Topic): number {
  const { data = 0 } = useQuery(
    { queryKey: ['news', topic], queryFn: () => (told += 1), meta: { topic }, staleTime: Number.POSITIVE_INFINITY },
    clientOf(useAccount()),
  )
  return data
}
