import type { Caller } from './caller.ts'
import type { Instant } from '../kernel/instant.ts'
import type { Found, Write } from '../store/commit.ts'
import { keys } from '../store/keys.ts'
import type { FileClaim } from './mutation.ts'
import type { Applied, Held, MergedResult, ReceivedFile } from './protocol.ts'

/** A receipt as it is stored: the whole result, so that a replay returns exactly what the first reply said. */
export type StoredResult = { readonly author: string; readonly result: Applied | MergedResult | Held }

/** Seconds after which a device may send again an answer whose files have not arrived. */
export const RETRY_MISSING_FILES = 5

/** What the server holds of a file that this caller has sent. `expiresAt`: no answer has named it yet, and without one it goes then. */
export type FileFacts = { readonly bytes: number; readonly type: string; readonly expiresAt?: Instant }

export function fileOf(caller: Caller, sha256: string, found: Found): FileFacts | undefined {
  return found.get(keys.file(caller.author, sha256)) as FileFacts | undefined
}

/** The first answer that names a file makes it stay, whatever becomes of that answer: its history goes on naming it. */
export function keepFiles(files: readonly FileClaim[], caller: Caller, found: Found): readonly Write[] {
  return files.flatMap(({ sha256 }): readonly Write[] => {
    const stored = fileOf(caller, sha256, found)
    if (stored?.expiresAt === undefined) return []
    const { expiresAt: _, ...document } = stored
    return [{ kind: 'set', key: keys.file(caller.author, sha256), document }]
  })
}

export function receiptOf(files: readonly FileClaim[]): ReceivedFile[] {
  return files.map(({ sha256, bytes }) => ({ sha256, bytes }))
}
