import type { Delivery } from '#domain/sync/index.ts'
import { useOnline } from '../page/use-online.ts'

/**
 * Whether an answer stays here for now, as does what was under way when the line was cut: the outbox hears of that only
 * when its request gives up.
 */
export function useIsWaiting(delivery: { readonly kind: Delivery['kind'] | 'waiting' } | undefined): boolean {
  const online = useOnline()
  const kind = delivery?.kind
  return kind === 'saved' || kind === 'waiting' || (kind === 'sending' && !online)
}
