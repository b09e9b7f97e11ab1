import type { Delivery } from '#domain/sync/index.ts'
import { useOnline } from '../page/use-online.ts'

/** Stays here for now, also what was under way when the line was cut: the outbox hears when its request gives up. */
export function useIsWaiting(delivery: { readonly kind: Delivery['kind'] | 'waiting' } | undefined): boolean {
  const online = useOnline()
  const kind = delivery?.kind
  return kind === 'saved' || kind === 'waiting' || (kind === 'sending' && !online)
}
