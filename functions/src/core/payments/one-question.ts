import type { AnswerId } from '#domain/kernel/index.ts'
import type { Store } from '../ports.ts'

/** The last question about each order, by the store of the running server; forgotten once it has been answered. */
const underWay = new WeakMap<Pick<Store, 'get'>, Map<AnswerId, Promise<void>>>()

/** Asks a provider about an order after all earlier questions about it have been answered. */
export function inTurn<T>(store: Pick<Store, 'get'>, order: AnswerId, ask: () => Promise<T>): Promise<T> {
  const turns = underWay.get(store) ?? new Map<AnswerId, Promise<void>>()
  underWay.set(store, turns)
  const asked = (turns.get(order) ?? Promise.resolve()).then(ask)
  const ended: Promise<void> = asked
    .then(
      () => undefined,
      () => undefined,
    )
    .then(() => {
      if (turns.get(order) === ended) turns.delete(order)
    })
  turns.set(order, ended)
  return asked
}

/** The question under way about an order, for callers who may wait for its answer instead of asking another. */
export function questionUnderWay(store: Pick<Store, 'get'>, order: AnswerId): Promise<void> | undefined {
  return underWay.get(store)?.get(order)
}
