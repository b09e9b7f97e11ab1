import type { Oracle } from './oracle.ts'
import type { SimServer } from './server.ts'

const DAY = 24 * 60 * 60 * 1000
/** Bytes that nobody ever held are found by one sweep and go with a later one. */
const SWEEPS = [8 * DAY, 16 * DAY]

/** Invariant 3, from the other side: what no answer names is gone when sweeps have run, and what one names is there. */
export async function checkOrphans(server: SimServer, oracle: Oracle): Promise<void> {
  for (const ahead of SWEEPS) await server.sweep(ahead)
  const named = new Set<string>()
  for (const { submit } of oracle.saved.values())
    if (oracle.arrived(submit.answer)) for (const { sha256 } of submit.files) named.add(sha256)
  const kept: ReadonlySet<string> = new Set(await server.files.list())
  for (const sha256 of kept) {
    if (!named.has(sha256) && !oracle.forgotten(sha256))
      oracle.note(`3 received means complete: ${sha256.slice(0, 8)} is of no answer, and stays`)
  }
  for (const sha256 of named)
    if (!kept.has(sha256))
      oracle.note(`3 received means complete: ${sha256.slice(0, 8)} is of an answer, and was swept`)
}
