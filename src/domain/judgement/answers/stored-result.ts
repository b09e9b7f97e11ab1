import { set, type Found, type Key, type Write, keys } from '../../store/index.ts'
import type { Caller } from './caller.ts'
import type { Holding } from '../../documents/index.ts'
import type { FileClaim } from '../../answering/submission.ts'
import type { ReceivedFile } from '../../sync/protocol.ts'

/** Seconds after which a device may send again an answer whose files have not arrived. */
export const RETRY_MISSING_FILES = 5

/** Where the right of a caller to name a file is noted. */
export function fileKey({ author, holder = author }: Caller, sha256: string): Key<Holding> {
  return keys.file(holder, sha256)
}

export function fileOf(caller: Caller, sha256: string, found: Found): Holding | undefined {
  return found.get(fileKey(caller, sha256))
}

/** The first answer that names a file makes it stay, whatever becomes of that answer: its history goes on naming it. */
export function keepFiles(files: readonly FileClaim[], caller: Caller, found: Found): readonly Write[] {
  return files.flatMap(({ sha256 }): readonly Write[] => {
    const stored = fileOf(caller, sha256, found)
    if (stored?.expiresAt === undefined) return []
    const { expiresAt: _, ...document } = stored
    return [set(fileKey(caller, sha256), document)]
  })
}

export function receiptOf(files: readonly FileClaim[]): ReceivedFile[] {
  return files.map(({ sha256, bytes }) => ({ sha256, bytes }))
}
