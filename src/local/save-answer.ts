import {
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  type AnswerId,
  type Instant,
  type Result,
} from '#domain/kernel/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { Mutation, OutboxEntry } from '#domain/sync/index.ts'
import { isMutationKnown, storeLocalCopy } from './copies.ts'
import type { OutboxRow, RelevoDatabase } from './database.ts'
import { toDraftOwner } from './drafts.ts'
import { storeFiles, releaseFiles, type CapturedFile } from './files.ts'
import { runWrite, type Local } from './local.ts'

export type AnswerToSave = {
  readonly mutation: Mutation
  /** for a change: the answer as its author saw it */
  readonly upon?: Answer
  /** files not attached to the draft yet */
  readonly files?: readonly CapturedFile[]
  /** the draft that becomes this answer, deleted in the same transaction */
  readonly draft?: AnswerId
  /** undo period: the entry is not sent before `notBefore` */
  readonly wait?: { readonly notBefore: number; readonly since: number }
}

/**
 * Puts an answer into the outbox: stores the entry, its files and the local copy, and deletes the draft, in one strict
 * transaction. A screen may say "saved" only when this resolves with ok. Saving the same mutation again changes
 * nothing. Refuses with answer.saved-elsewhere when another window saved this draft as an answer, or as a different
 * change. Refuses with file.unreadable, and stores nothing, when a file that the answer names is neither given nor on
 * this device (another tab removed it from the draft).
 */
export function saveAnswer(local: Local, answer: AnswerToSave): Promise<Result<void>> {
  const { mutation, upon, files = [], draft, wait } = answer
  if (mutation.author !== local.account)
    throw new Error(`An answer of ${mutation.author} in the database of ${local.account}`)
  const saved = runWrite(
    local,
    ['outbox', 'received', 'answers', 'drafts', 'blobs', 'needs', 'uploads'],
    async (database) => {
      if (await isMutationKnown(database, mutation.answer, mutation.id))
        return (await isSameMutation(database, mutation)) ? ok(undefined) : refuse('answer.saved-elsewhere')
      if (await isDraftTakenByOtherWindow(database, answer)) return refuse('answer.saved-elsewhere')
      const isFileLost = await isFileMissing(database, mutation, files)
      if (isFileLost !== undefined) return refuse('file.unreadable', { name: isFileLost })
      const owner = `outbox:${mutation.id}` as const
      const entry = createOutboxEntry(mutation, mutation.clock)
      const state = { kind: 'waiting', notBefore: 0, ...wait } as const
      await database.outbox.add(toOutboxColumns({ ...entry, frozen: false, state }))
      await storeFiles(database, owner, files)
      await database.needs.bulkPut(mutation.files.map((claim) => ({ ...claim, owner })))
      await rememberAnswer(database, mutation)
      if (upon !== undefined) await storeLocalCopy(database, upon)
      if (draft === undefined) return ok(undefined)
      await database.drafts.delete(draft)
      await releaseFiles(database, toDraftOwner(draft))
      return ok(undefined)
    },
  )
  return saved.then((written) => (written.ok ? written.value : written))
}

/**
 * Returns whether the stored outbox entry has the same content. Two windows with the same draft of a change save under
 * one id, possibly with different content.
 */
async function isSameMutation(database: RelevoDatabase, mutation: Mutation): Promise<boolean> {
  if (mutation.kind === 'answer.submit') return true
  const row = await database.outbox.where('id').equals(mutation.id).first()
  return row !== undefined && computeContentFingerprint(row.entry.mutation) === computeContentFingerprint(mutation)
}

function computeContentFingerprint({ clock: _clock, offset: _offset, ...said }: Mutation): string {
  return JSON.stringify(said)
}

/**
 * Returns whether another window has saved the draft. A new answer may have been saved from a draft that was never
 * journaled. Saving a drafted change deletes its draft, so a second window finds none. A change without a draft is
 * independent and is merged.
 */
async function isDraftTakenByOtherWindow(
  database: RelevoDatabase,
  { mutation, draft }: AnswerToSave,
): Promise<boolean> {
  if (mutation.kind === 'answer.submit') return (await database.answers.get(mutation.answer)) !== undefined
  return draft !== undefined && (await database.drafts.get(draft)) === undefined
}

/**
 * @returns the name of a file without bytes. Checks keys only, because reading photos would double the cost of saving.
 */
async function isFileMissing(
  database: RelevoDatabase,
  mutation: Mutation,
  givenFiles: readonly CapturedFile[],
): Promise<string | undefined> {
  const hashes = mutation.files.map(({ sha256 }) => sha256)
  const blobKeys = await database.blobs.where('sha256').anyOf(hashes).primaryKeys()
  const present = new Set([...blobKeys, ...givenFiles.map(({ claim }) => claim.sha256)])
  return mutation.files.find(({ sha256 }) => !present.has(sha256))?.name
}

/** Creates a waiting entry, frozen because another device may have sent it. `saveAnswer` unfreezes a new entry. */
export function createOutboxEntry(mutation: Mutation, savedAt: Instant): OutboxEntry {
  return {
    id: mutation.id,
    answer: mutation.answer,
    mutation,
    files: mutation.files.map(({ sha256, bytes }) => ({ sha256, bytes, confirmed: false })),
    savedAt,
    attempts: 0,
    frozen: true,
    state: { kind: 'waiting', notBefore: 0 },
  }
}

/** Returns the columns of an entry; the table assigns the order at `add`. */
export function toOutboxColumns(entry: OutboxEntry): Omit<OutboxRow, 'order'> {
  return { id: entry.id, answer: entry.answer, state: entry.state.kind, entry }
}

export async function rememberAnswer(database: RelevoDatabase, mutation: Mutation): Promise<void> {
  const { answer: id, template, version, clock, offset } = mutation
  const knownRow = await database.answers.get(id)
  const instant = toInstant(toMilliseconds(clock) + (offset ?? 0))
  const row = { ...knownRow, id, template, version, at: knownRow?.at ?? instant }
  // A change to a server's answer is stored in the outbox only; lists show the server's copy and the pending change.
  await database.answers.put(mutation.kind === 'answer.submit' ? { ...row, submit: mutation } : row)
}
