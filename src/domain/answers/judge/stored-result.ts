import { set, type Decision, type FoundDocuments, type Key, type Write, keys } from '../../store/index.ts'
import type { Caller } from './caller.ts'
import type { FileHolding } from '../../files/documents/file-holding.ts'
import type { AnswerId, MutationId } from '../../kernel/ids.ts'
import type { FileClaim } from '../../answering/submission.ts'
import type { PushResult, ReceivedFile } from '../../sync/protocol.ts'

/** Seconds until a device may resend a mutation whose files are missing. */
export const FILES_RETRY_SECONDS = 5

/** Seconds until a device may resend a mutation that has no permit. */
const RETRY_WITHOUT_PERMIT = 60

/** Replies to a citizen's mutation without a permit. */
export function refuseWithoutPermit(id: MutationId): Decision<PushResult> {
  const problem = { code: 'session.required' } as const
  return { result: { id, status: 'retry', after: RETRY_WITHOUT_PERMIT, problem, missing: [] }, writes: [] }
}

/** Key of the record (`FileHolding`) of a caller's right to use a file. */
export function holdingKey({ author, holder = author }: Caller, sha256: string): Key<FileHolding> {
  return keys.file(holder, sha256)
}

export function findHolding(caller: Caller, sha256: string, documents: FoundDocuments): FileHolding | undefined {
  return documents.get(holdingKey(caller, sha256))
}

/** Maximum answers recorded per file. A file used by more answers is never deleted. */
const MAX_NAMED_BY = 20

/**
 * Marks files as used by an answer. A file is kept until the last answer that uses it is erased. Deleted answers still
 * use their files, because their history needs them.
 */
export function claimFiles(
  files: readonly FileClaim[],
  answer: AnswerId,
  caller: Caller,
  documents: FoundDocuments,
): readonly Write[] {
  return files.flatMap(({ sha256 }): readonly Write[] => {
    const stored = findHolding(caller, sha256, documents)
    if (stored === undefined) return []
    const { expiresAt, namedBy = [], ...document } = stored
    const isCounted = expiresAt !== undefined || stored.namedBy !== undefined
    if (!isCounted || namedBy.includes(answer)) return []
    const names = namedBy.length < MAX_NAMED_BY ? { namedBy: [...namedBy, answer] } : {}
    return [set(holdingKey(caller, sha256), { ...document, ...names })]
  })
}

export function toReceivedFiles(files: readonly FileClaim[]): ReceivedFile[] {
  return files.map(({ sha256, bytes }) => ({ sha256, bytes }))
}
