import type { Endpoint } from '#domain/endpoints/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { Disk } from './disk.ts'

/** Most bytes on the disk for one that is sent: an answer has its form's words, a receipt, a history and indexes. */
export const STORED_PER_BYTE = 20

const STORING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Lets a request in when there is room for what it stores. Every small message has its place from here on; a larger one
 * gets more when its bytes have arrived (`readJson`, `readBytes`, the pieces of uploads). Reading needs none, and
 * removing makes room. All is released when the request is over. Refuses with server.busy.
 */
export async function letIn(
  { disk, tuning, ports }: { readonly disk: Disk; readonly tuning: Tuning; readonly ports: Pick<Ports, 'store'> },
  request: Request,
  always?: Endpoint['always'],
): Promise<Result<true>> {
  if (!STORING.has(request.method) || always === 'reads') return ok(true)
  // Also what would lie beside the database, and be named by nothing.
  if (ports.store.isDamaged?.() === true) return refuse('server.busy', { seconds: Math.ceil(tuning.diskPause / 1000) })
  return disk.reserve(
    request,
    tuning.smallBodyBytes * STORED_PER_BYTE,
    always === 'signs in' ? tuning.signInReserve : undefined,
  )
}
