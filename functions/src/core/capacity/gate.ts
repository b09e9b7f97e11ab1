import type { Endpoint } from '#domain/endpoints/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import type { Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { DiskSpace } from './disk-space.ts'

/** Maximum bytes on disk per byte sent. An answer also stores its form's texts, a receipt, a history and indexes. */
export const MAX_STORED_BYTES_PER_SENT_BYTE = 20

const STORING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Admits a request if there is disk space for what it stores. Reserves space for a small body; reading a larger body
 * reserves more (`readJsonBody`, `readBodyBytes`, upload parts). The reservation ends with the request. Requests that
 * read or delete reserve nothing. Refuses with server.busy.
 */
export async function admitRequest(
  { disk, tuning, ports }: { readonly disk: DiskSpace; readonly tuning: Tuning; readonly ports: Pick<Ports, 'store'> },
  request: Request,
  always?: Endpoint['always'],
): Promise<Result<true>> {
  if (!STORING.has(request.method) || always === 'reads') return ok(true)
  // Also refuses while the database is damaged, because it could not refer to new files.
  if (ports.store.isDamaged?.() === true) return refuse('server.busy', { seconds: Math.ceil(tuning.diskPause / 1000) })
  return disk.reserve(
    request,
    tuning.smallBodyBytes * MAX_STORED_BYTES_PER_SENT_BYTE,
    always === 'signs in' ? tuning.signInReserve : undefined,
  )
}
