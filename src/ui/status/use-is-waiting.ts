import type { Delivery } from '#domain/sync/index.ts'
import { useOnline } from '../page/use-online.ts'

/**
 * Returns whether an answer waits on this device. Includes an answer that was being sent when the connection was lost,
 * which the outbox only notices when its request times out.
 */
export function useIsWaiting(delivery: { readonly kind: Delivery['kind'] | 'waiting' } | undefined): boolean {
  const online = useOnline()
  const kind = delivery?.kind
  return kind === 'saved' || kind === 'waiting' || (kind === 'sending' && !online)
}
