import type { DeliveryState } from '#domain/sync/index.ts'
import { useOnline } from '../page/use-online.ts'

/**
 * Whether an answer waits on this device. Includes answers that were being sent when the connection was lost, as the
 * outbox marks them as waiting only after a timeout.
 */
export function useIsAnswerWaiting(
  delivery: { readonly kind: DeliveryState['kind'] | 'waiting' } | undefined,
): boolean {
  const online = useOnline()
  const kind = delivery?.kind
  return kind === 'saved' || kind === 'waiting' || (kind === 'sending' && !online)
}
