import type { Endpoint } from '#domain/endpoints/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { Disk } from './disk.ts'

/**
 * Maximum bytes on disk for each byte sent: an answer also stores its form's texts, a receipt, a history and indexes.
 */
export const STORED_PER_BYTE = 20

const STORING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Admits a request when there is disk space for what it stores. Every request reserves space for a small body here; a
 * larger one reserves more when its bytes have arrived (`readJson`, `readBytes`, upload parts). Reading needs none, and
 * deleting frees space. Everything is released at the end of the request. Refuses with server.busy.
 */
export async function letIn(
  { disk, tuning, ports }: { readonly disk: Disk; readonly tuning: Tuning; readonly ports: Pick<Ports, 'store'> },
  request: Request,
  always?: Endpoint['always'],
): Promise<Result<true>> {
  if (!STORING.has(request.method) || always === 'reads') return ok(true)
  // Also protects files beside a damaged database, which nothing would name.
  if (ports.store.isDamaged?.() === true) return refuse('server.busy', { seconds: Math.ceil(tuning.diskPause / 1000) })
  return disk.reserve(
    request,
    tuning.smallBodyBytes * STORED_PER_BYTE,
    always === 'signs in' ? tuning.signInReserve : undefined,
  )
}
