import type { AnswerId } from '#domain/kernel/index.ts'
import type { Store } from '../ports.ts'

/** End of the last queued call about each order, per store; removed when it ends. */
const underWay = new WeakMap<Pick<Store, 'get'>, Map<AnswerId, Promise<void>>>()

/** Calls a provider about an order after all earlier calls about it have ended. */
export function runInTurn<T>(store: Pick<Store, 'get'>, order: AnswerId, ask: () => Promise<T>): Promise<T> {
  const turns = underWay.get(store) ?? new Map<AnswerId, Promise<void>>()
  underWay.set(store, turns)
  const promise = (turns.get(order) ?? Promise.resolve()).then(ask)
  const ended: Promise<void> = promise
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      if (turns.get(order) === ended) turns.delete(order)
    })
  turns.set(order, ended)
  return promise
}

/** The end of the calls in progress about an order, for callers that can wait for it instead of making another call. */
export function pendingProviderCall(store: Pick<Store, 'get'>, order: AnswerId): Promise<void> | undefined {
  return underWay.get(store)?.get(order)
}
