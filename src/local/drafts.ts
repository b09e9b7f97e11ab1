import { type Address, type AnswerId, ok, refuse, type Result, type Sha256 } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import type { BlobRow, FileOwner, RelevoDatabase } from './database.ts'
import { isMutationKnown } from './copies.ts'
import type { Draft } from './draft.ts'
import { type CapturedFile, type ChosenFile, storeFiles, listFilePieces, releaseFiles } from './files.ts'
import { runRead, runWrite, type Local } from './local.ts'

/**
 * Journals a draft without its attachments, which are stored when they are added. Refuses with answer.saved-elsewhere
 * if another window has already saved the answer, so that no draft reappears.
 * @param beside returns the draft to write if a draft is stored already, perhaps by another window; default: `draft`
 */
export async function saveDraft(
  local: Local,
  draft: Draft,
  beside: (stored: Draft) => Draft = () => draft,
): Promise<Result<void>> {
  const written = await runWrite(local, ['drafts', 'answers', 'outbox', 'received'], async (database) => {
    if (await isSavedAlready(database, draft)) return refuse('answer.saved-elsewhere')
    const stored = await database.drafts.get(draft.id)
    const { takenBack } = stored ?? {}
    await database.drafts.put({ ...(stored === undefined ? draft : beside(stored)), ...(takenBack && { takenBack }) })
    return ok(undefined)
  })
  return written.ok ? written.value : written
}

/** Returns whether a draft was saved: its new answer exists, or its change is in the outbox or was received. */
async function isSavedAlready(database: RelevoDatabase, { id, startedAt, change }: Draft): Promise<boolean> {
  if (change !== undefined) return isMutationKnown(database, id, change.mutation)
  const saved = await database.answers.get(id)
  return saved !== undefined && startedAt <= (saved.submit?.clock ?? saved.at)
}

/** @returns the draft and its attachments; undefined when no draft has this id */
export function loadDraft(
  local: Local,
  id: AnswerId,
): Promise<{ readonly draft: Draft; readonly files: readonly FileClaim[] } | undefined> {
  return runRead(local, ['drafts', 'needs'], async (database) => {
    const draft = await database.drafts.get(id)
    if (draft === undefined) return undefined
    const needs = await database.needs.where('owner').equals(toDraftOwner(id)).toArray()
    return { draft, files: needs.map(({ owner: _, ...claim }) => claim) }
  })
}

/** Lists drafts, newest first. */
export function listDrafts(local: Local): Promise<readonly Draft[]> {
  return runRead(local, ['drafts'], (database) => database.drafts.orderBy('updatedAt').reverse().toArray())
}

/** Deletes the draft and its attachments permanently, at the user's request. */
export function deleteDraft(local: Local, id: AnswerId): Promise<Result<void>> {
  return runWrite(local, ['drafts', 'blobs', 'needs', 'uploads'], async (database) => {
    await database.drafts.delete(id)
    await releaseFiles(database, toDraftOwner(id))
  })
}

/**
 * Stores a photo, document or signature as soon as it is captured, often before the draft is first journaled: a crash
 * must not lose the file. Refuses with answer.saved-elsewhere if another window has saved the draft, because the bytes
 * would never be deleted. A Blob is stored by attachLongFileToDraft.
 */
export function attachFileToDraft(
  local: Local,
  id: AnswerId,
  { claim, data }: { readonly claim: FileClaim; readonly data: ArrayBuffer | Blob },
): Promise<Result<void>> {
  if (data instanceof Blob) return attachLongFileToDraft(local, id, { claim, source: data })
  return writeUnlessSaved(local, id, (database) => storeFiles(database, toDraftOwner(id), [{ claim, data }]))
}

/**
 * Stores a long file piece by piece, each in a separate transaction. The draft refers to the file from the first piece,
 * so that a half-stored file is deleted with the draft. `loadFile` and `saveAnswer` find the file only after its last
 * piece. Refuses like attachFileToDraft, and with file.unreadable if the file changed or disappeared. After a refusal
 * the pieces are deleted, unless an earlier call stored the complete file. Storing the same file again repairs damaged
 * pieces.
 */
export async function attachLongFileToDraft(
  local: Local,
  id: AnswerId,
  { claim, source }: ChosenFile,
): Promise<Result<void>> {
  const startedResult = await writeUnlessSaved(local, id, (database) =>
    database.needs.put({ ...claim, owner: toDraftOwner(id) }),
  )
  if (!startedResult.ok) return startedResult
  for (const { key, from, to } of listFilePieces(claim)) {
    const data = await source
      .slice(from, to)
      .arrayBuffer()
      .catch(() => null)
    const result =
      data?.byteLength === to - from
        ? await keepPiece(local, id, claim.sha256, { sha256: key, data })
        : refuse('file.unreadable')
    if (result.ok) continue
    await detachIfIncomplete(local, id, claim.sha256)
    return result
  }
  return ok(undefined)
}

/**
 * Deletes an incomplete file. The piece whose key is the plain hash is written last: if it exists, the file is
 * complete.
 */
async function detachIfIncomplete(local: Local, id: AnswerId, sha256: Sha256): Promise<void> {
  await runWrite(local, ['blobs', 'needs', 'uploads'], async (database) => {
    const isWhole = (await database.blobs.where('sha256').equals(sha256).count()) > 0
    if (!isWhole) await releaseFiles(database, toDraftOwner(id), [sha256])
  })
}

/** Stores a piece, unless another window has discarded the draft, so that no piece is left without a draft. */
async function keepPiece(local: Local, id: AnswerId, sha256: Sha256, piece: BlobRow): Promise<Result<void>> {
  const result = await writeUnlessSaved(local, id, async (database) => {
    const needed = (await database.needs.get([toDraftOwner(id), sha256])) !== undefined
    if (needed) await database.blobs.put(piece)
    return needed
  })
  if (!result.ok) return result
  return result.value ? ok(undefined) : refuse('file.unreadable')
}

async function writeUnlessSaved<T>(
  local: Local,
  id: AnswerId,
  keep: (database: RelevoDatabase) => PromiseLike<T>,
): Promise<Result<T>> {
  const written = await runWrite(local, ['drafts', 'answers', 'blobs', 'needs'], async (database) => {
    if (await isSavedElsewhere(database, id)) return refuse('answer.saved-elsewhere')
    return ok(await keep(database))
  })
  return written.ok ? written.value : written
}

async function isSavedElsewhere(database: RelevoDatabase, id: AnswerId): Promise<boolean> {
  const [draft, saved] = await Promise.all([database.drafts.get(id), database.answers.get(id)])
  return draft === undefined && saved !== undefined
}

/** The place in a draft that refers to a file: question and field. */
export type DraftFilePlace = { readonly address: Address; readonly field: 'imagen' | 'documento' | 'video' }

/**
 * Replaces a file that must be deleted, such as a photo before faces were blurred. In one transaction, stores the new
 * bytes, updates the journaled draft, and deletes the old bytes unless the draft refers to them elsewhere. After a
 * crash, either the old or the new file exists, never a mix. Refuses like attachFileToDraft.
 */
export async function replaceFileInDraft(
  local: Local,
  id: AnswerId,
  { address, field, old }: DraftFilePlace & { readonly old: Sha256 },
  file: CapturedFile,
): Promise<Result<void>> {
  const written = await runWrite(local, ['drafts', 'answers', 'blobs', 'needs', 'uploads'], async (database) => {
    if (await isSavedElsewhere(database, id)) return refuse('answer.saved-elsewhere')
    await storeFiles(database, toDraftOwner(id), [file])
    const draft = await database.drafts.get(id)
    const values = { ...draft?.content.values }
    if (values[address]?.[field] === old) values[address] = { ...values[address], [field]: file.claim.sha256 }
    if (draft !== undefined) await database.drafts.put({ ...draft, content: { ...draft.content, values } })
    const isNamed = Object.values(values).some((value) => value[field] === old)
    if (!isNamed && old !== file.claim.sha256) await releaseFiles(database, toDraftOwner(id), [old])
    return ok(undefined)
  })
  return written.ok ? written.value : written
}

export function toDraftOwner(id: AnswerId): FileOwner {
  return `draft:${id}`
}
