import { set, type Decision, type Found, type Key, type Write, keys } from '../../store/index.ts'
import type { Caller } from './caller.ts'
import type { Holding } from '../../files/documents/holding.ts'
import type { AnswerId, MutationId } from '../../kernel/ids.ts'
import type { FileClaim } from '../../answering/submission.ts'
import type { PushResult, ReceivedFile } from '../../sync/protocol.ts'

/** Seconds after which a device may send again an answer whose files have not arrived. */
export const RETRY_MISSING_FILES = 5

/** Seconds after which a device may send again what has no permit yet. */
const RETRY_WITHOUT_PERMIT = 60

/** What a citizen hears of a change whose permit they do not show. */
export function withoutPermit(id: MutationId): Decision<PushResult> {
  const problem = { code: 'session.required' } as const
  return { result: { id, status: 'retry', after: RETRY_WITHOUT_PERMIT, problem, missing: [] }, writes: [] }
}

/** Where the right of a caller to name a file is noted. */
export function fileKey({ author, holder = author }: Caller, sha256: string): Key<Holding> {
  return keys.file(holder, sha256)
}

export function fileOf(caller: Caller, sha256: string, found: Found): Holding | undefined {
  return found.get(fileKey(caller, sha256))
}

/** Of so many answers that name a file it is known which they are; one that more of them name stays for good. */
const MOST_NAMED_BY = 20

/** A file stays from the first answer that names it until the last is erased: a deleted one names it in its history. */
export function keepFiles(
  files: readonly FileClaim[],
  answer: AnswerId,
  caller: Caller,
  found: Found,
): readonly Write[] {
  return files.flatMap(({ sha256 }): readonly Write[] => {
    const stored = fileOf(caller, sha256, found)
    if (stored === undefined) return []
    const { expiresAt, namedBy = [], ...document } = stored
    const isCounted = expiresAt !== undefined || stored.namedBy !== undefined
    if (!isCounted || namedBy.includes(answer)) return []
    const names = namedBy.length < MOST_NAMED_BY ? { namedBy: [...namedBy, answer] } : {}
    return [set(fileKey(caller, sha256), { ...document, ...names })]
  })
}

export function receiptOf(files: readonly FileClaim[]): ReceivedFile[] {
  return files.map(({ sha256, bytes }) => ({ sha256, bytes }))
}
