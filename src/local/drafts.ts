import { type Address, type AnswerId, ok, refuse, type Result, type Sha256 } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import type { BlobRow, Owner, RelevoDatabase } from './database.ts'
import { isSent } from './copies.ts'
import type { Draft } from './draft.ts'
import { type CapturedFile, type ChosenFile, keepFiles, piecesOf, releaseFiles } from './files.ts'
import { reading, writing, type Local } from './local.ts'

/**
 * Journals a draft: at most 300 ms after a keystroke, and when the page is hidden. Attachments are not touched.
 * After the answer was saved no draft comes back: refuses with answer.saved-elsewhere, as another window saved it.
 * @param beside what is written where one is stored already, perhaps by another window; missing: the draft
 */
export async function saveDraft(
  local: Local,
  draft: Draft,
  beside: (stored: Draft) => Draft = () => draft,
): Promise<Result<void>> {
  const written = await writing(local, ['drafts', 'answers', 'outbox', 'received'], async (database) => {
    if (await isSavedAlready(database, draft)) return refuse('answer.saved-elsewhere')
    const stored = await database.drafts.get(draft.id)
    await database.drafts.put(stored === undefined ? draft : beside(stored))
    return ok(undefined)
  })
  return written.ok ? written.value : written
}

/** A new answer is saved once it is there; a change, once it is in the outbox or has arrived. */
async function isSavedAlready(database: RelevoDatabase, { id, startedAt, change }: Draft): Promise<boolean> {
  if (change !== undefined) return isSent(database, change.mutation)
  const saved = await database.answers.get(id)
  return saved !== undefined && startedAt <= (saved.submit?.clock ?? saved.at)
}

/** @returns the draft and what is attached to it; undefined when there is none of this id */
export function loadDraft(
  local: Local,
  id: AnswerId,
): Promise<{ readonly draft: Draft; readonly files: readonly FileClaim[] } | undefined> {
  return reading(local, ['drafts', 'needs'], async (database) => {
    const draft = await database.drafts.get(id)
    if (draft === undefined) return undefined
    const needs = await database.needs.where('owner').equals(ownerOf(id)).toArray()
    return { draft, files: needs.map(({ owner: _, ...claim }) => claim) }
  })
}

/** The youngest first. */
export function listDrafts(local: Local): Promise<readonly Draft[]> {
  return reading(local, ['drafts'], (database) => database.drafts.orderBy('updatedAt').reverse().toArray())
}

/** A person's act: the draft and its attachments are gone for good. */
export function discardDraft(local: Local, id: AnswerId): Promise<Result<void>> {
  return writing(local, ['drafts', 'blobs', 'needs', 'uploads'], async (database) => {
    await database.drafts.delete(id)
    await releaseFiles(database, ownerOf(id))
  })
}

/**
 * Stores a photo, document or signature as soon as it is captured, often before the first journaling, so that taking
 * one never risks the form. Refuses with answer.saved-elsewhere when another window has saved the draft: its bytes
 * would stay for ever; a long file as attachLongToDraft.
 */
export function attachToDraft(
  local: Local,
  id: AnswerId,
  { claim, data }: { readonly claim: FileClaim; readonly data: ArrayBuffer | Blob },
): Promise<Result<void>> {
  if (data instanceof Blob) return attachLongToDraft(local, id, { claim, source: data })
  return unlessSaved(local, id, (database) => keepFiles(database, ownerOf(id), [{ claim, data }]))
}

/**
 * The same for a long file, read and stored piece by piece, each in a transaction of its own. It is the draft's from
 * the first piece on, so that what a killed app leaves half done goes with the draft; others (`loadFile`, `saveAnswer`)
 * have it only with its last piece. Refuses besides with file.unreadable when it changed or went meanwhile. Nothing of
 * a refused file stays, unless all is there by then: one chosen again, or twice at once, is written again, which mends
 * damaged pieces; a later failure takes nothing away.
 */
export async function attachLongToDraft(
  local: Local,
  id: AnswerId,
  { claim, source }: ChosenFile,
): Promise<Result<void>> {
  const begun = await unlessSaved(local, id, (database) => database.needs.put({ ...claim, owner: ownerOf(id) }))
  if (!begun.ok) return begun
  for (const { key, from, to } of piecesOf(claim)) {
    const data = await source
      .slice(from, to)
      .arrayBuffer()
      .catch(() => null)
    const kept =
      data?.byteLength === to - from
        ? await keepPiece(local, id, claim.sha256, { sha256: key, data })
        : refuse('file.unreadable')
    if (kept.ok) continue
    await detachUnlessWhole(local, id, claim.sha256)
    return kept
  }
  return ok(undefined)
}

/** The piece that bears the hash is written last. */
async function detachUnlessWhole(local: Local, id: AnswerId, sha256: Sha256): Promise<void> {
  await writing(local, ['blobs', 'needs', 'uploads'], async (database) => {
    const isWhole = (await database.blobs.where('sha256').equals(sha256).count()) > 0
    if (!isWhole) await releaseFiles(database, ownerOf(id), [sha256])
  })
}

/** The draft may have been thrown away meanwhile, in another window: a later piece would belong to none. */
async function keepPiece(local: Local, id: AnswerId, sha256: Sha256, piece: BlobRow): Promise<Result<void>> {
  const kept = await unlessSaved(local, id, async (database) => {
    const needed = (await database.needs.get([ownerOf(id), sha256])) !== undefined
    if (needed) await database.blobs.put(piece)
    return needed
  })
  return kept.ok ? (kept.value ? ok(undefined) : refuse('file.unreadable')) : kept
}

async function unlessSaved<T>(
  local: Local,
  id: AnswerId,
  keep: (database: RelevoDatabase) => PromiseLike<T>,
): Promise<Result<T>> {
  const written = await writing(local, ['drafts', 'answers', 'blobs', 'needs'], async (database) => {
    if (await isSavedElsewhere(database, id)) return refuse('answer.saved-elsewhere')
    return ok(await keep(database))
  })
  return written.ok ? written.value : written
}

async function isSavedElsewhere(database: RelevoDatabase, id: AnswerId): Promise<boolean> {
  const [draft, saved] = await Promise.all([database.drafts.get(id), database.answers.get(id)])
  return draft === undefined && saved !== undefined
}

/** Where a draft names a file. */
export type DraftedPlace = { readonly address: Address; readonly field: 'imagen' | 'documento' | 'video' }

/**
 * Puts a file in place of one that must not stay, such as a photo whose face was blurred: in one transaction the new
 * bytes are here, the journaled draft names them, and the old are gone, unless it names them elsewhere. A kill leaves
 * one or the other, never both. Refuses as attachToDraft.
 */
export async function replaceInDraft(
  local: Local,
  id: AnswerId,
  { address, field }: DraftedPlace,
  old: Sha256,
  file: CapturedFile,
): Promise<Result<void>> {
  const written = await writing(local, ['drafts', 'answers', 'blobs', 'needs', 'uploads'], async (database) => {
    if (await isSavedElsewhere(database, id)) return refuse('answer.saved-elsewhere')
    await keepFiles(database, ownerOf(id), [file])
    const draft = await database.drafts.get(id)
    const values = { ...draft?.content.values }
    if (values[address]?.[field] === old) values[address] = { ...values[address], [field]: file.claim.sha256 }
    if (draft !== undefined) await database.drafts.put({ ...draft, content: { ...draft.content, values } })
    const isNamed = Object.values(values).some((value) => value[field] === old)
    if (!isNamed && old !== file.claim.sha256) await releaseFiles(database, ownerOf(id), [old])
    return ok(undefined)
  })
  return written.ok ? written.value : written
}

export function ownerOf(id: AnswerId): Owner {
  return `draft:${id}`
}
