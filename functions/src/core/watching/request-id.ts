import { toHex } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'

/** Short enough to be read out on the telephone. */
const ID_BYTES = 6
const ids = new WeakMap<Request, string>()

/**
 * Returns the id of a request. It is in the request's log lines and in replies about failures, so that an operator can
 * find the lines. Created when first needed, never taken from the client.
 */
export function getOrCreateRequestId(request: Request, random: Ports['random']): string {
  const id = ids.get(request) ?? toHex(random(ID_BYTES))
  ids.set(request, id)
  return id
}
