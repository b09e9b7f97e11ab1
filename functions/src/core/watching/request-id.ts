import { toHex } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'

/** Short enough to be read out on the telephone. */
const ID_BYTES = 6
const ids = new WeakMap<Request, string>()

/**
 * Id of a request, which its lines in the log and the page about a failure share. Made when it is first needed, and
 * never taken from the client.
 */
export function getOrCreateRequestId(request: Request, random: Ports['random']): string {
  const id = ids.get(request) ?? toHex(random(ID_BYTES))
  ids.set(request, id)
  return id
}
