import { type FileHolding, checkDetectedType } from '#domain/files/index.ts'
import { set, keys, unitForKeys, type Key } from '#domain/store/index.ts'
import { ok, refuse, toInstant, type FileHolder, type Result, type Sha256 } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import type { Uploader, StorageQuota } from './bringer.ts'
import { getOrCreateUploadQueue, removeUnlessReferenced } from './bytes.ts'
import type { UploadAnnouncement } from './intake.ts'
import { ORPHAN_LIFETIME_MS, deleteExpiredFile } from './orphans.ts'
import { isTusRefusal } from './tus-refusal.ts'

type SentBytes = { readonly bytes: number; readonly at: number }
type Files = Map<Key<FileHolding>, SentBytes>

type UnreferencedFiles = {
  /**
   * Deletes the sender's oldest unreferenced files above the limit, before a file is sealed. Call only outside
   * `getOrCreateUploadQueue`.
   */
  makeRoom(uploader: Uploader, bytes: number): Promise<void>
  sealed(uploader: Uploader, key: Key<FileHolding>, bytes: number): void
}

/** Earlier files checked with each new one. Files that an answer references in the meantime are no longer counted. */
const FILES_CHECKED_PER_UPLOAD = 3

/**
 * Limits the unreferenced files of one account, or of one public address. Deletes the oldest, because refusing new ones
 * would block a device whose answers were never finished. Counted in memory: a restart resets the count, and the orphan
 * sweep deletes the rest. An index by author would make storing every file more expensive.
 */
function createUnreferencedFiles({ ports, tuning }: Pick<Core, 'ports' | 'tuning'>): UnreferencedFiles {
  const { store, clock } = ports
  const rooms = new Map<string, Files>()

  /** Expiry of the file. Undefined if an answer references it, or it was deleted. */
  async function readFileExpiry(key: Key<FileHolding>): Promise<string | undefined> {
    return (await store.get(key))?.expiresAt
  }

  /** Checks the first files and moves unreferenced files to the end, so that all are checked in turn. */
  async function askAfter(ownFiles: Files): Promise<void> {
    for (const [key, sent] of [...ownFiles].slice(0, FILES_CHECKED_PER_UPLOAD)) {
      const end = await readFileExpiry(key)
      ownFiles.delete(key)
      if (end !== undefined) ownFiles.set(key, sent)
    }
  }

  async function deleteOldestFiles(
    ownFiles: Files,
    isPublic: boolean,
    { times }: StorageQuota,
    bytes: number,
  ): Promise<void> {
    const maxFiles = times * (isPublic ? tuning.publicUnnamedFiles : tuning.unnamedFiles)
    const maxBytes = times * (isPublic ? tuning.publicUnnamedBytes : tuning.unnamedBytes)
    let total = [...ownFiles.values()].reduce((sum, sentBytes) => sum + sentBytes.bytes, bytes)
    if (ownFiles.size < maxFiles && total <= maxBytes) return
    for (const [key, sent] of [...ownFiles].sort(([, a], [, b]) => a.at - b.at)) {
      if (ownFiles.size < maxFiles && total <= maxBytes) return
      const document = await store.get(key)
      if (document?.expiresAt !== undefined) await deleteExpiredFile(ports, { key, document }, document.expiresAt)
      ownFiles.delete(key)
      total -= sent.bytes
    }
  }

  return {
    makeRoom: async (uploader, bytes) => {
      for (const quota of uploader.rooms) {
        const ownFiles = rooms.get(quota.name)
        if (ownFiles === undefined) continue
        await askAfter(ownFiles)
        await deleteOldestFiles(ownFiles, uploader.isPublic, quota, bytes)
        if (ownFiles.size === 0) rooms.delete(quota.name)
      }
    },
    sealed: (uploader, key, bytes) => {
      for (const { name } of uploader.rooms) {
        const ownFiles: Files = rooms.get(name) ?? new Map()
        rooms.set(name, ownFiles)
        ownFiles.set(key, { bytes, at: clock() })
      }
    },
  }
}

export type FileHoldings = {
  /** the record of this owner, if the bytes exist */
  find(holder: FileHolder, sha256: Sha256): Promise<FileHolding | undefined>
  /**
   * Seals a completed upload and records its owner. Refuses with file.hash-mismatch, file.length-mismatch,
   * file.wrong-type, file.too-large, file.missing.
   */
  take(uploader: Uploader, intake: UploadAnnouncement, uploadId: string): Promise<Result<true>>
}

/**
 * Record to store for sealed bytes. If answers already reference them (the disk had lost the bytes, and a device has
 * sent them again), the record does not expire and keeps these answers.
 */
function keepReferences(document: FileHolding, before: FileHolding | undefined): FileHolding {
  if (before === undefined || before.expiresAt !== undefined) return document
  const { expiresAt: _, ...kept } = document
  return before.namedBy === undefined ? kept : { ...kept, namedBy: before.namedBy }
}

export function createFileHoldings({ ports, tuning }: Core): FileHoldings {
  const { store, files, clock } = ports
  const uploadQueue = getOrCreateUploadQueue(files)
  const unnamed = createUnreferencedFiles({ ports, tuning })

  async function find(holder: FileHolder, sha256: Sha256): Promise<FileHolding | undefined> {
    const holding = await store.get(keys.file(holder, sha256))
    if (holding === undefined) return undefined
    return (await files.size(sha256)) === holding.bytes ? holding : undefined
  }

  async function seal(uploader: Uploader, intake: UploadAnnouncement, uploadId: string): Promise<Result<true>> {
    const { sha256, bytes, name } = intake
    const { holder, isPublic } = uploader
    // Another request that received the last byte may have sealed the file already.
    if ((await find(holder, sha256)) !== undefined) return ok(true)
    // Without this check, an upload discarded after a mismatch could be sealed from another account's bytes with this
    // hash.
    if (!(await isThere(uploadId))) return refuse('file.missing')
    const sealed = await files.seal(uploadId, { sha256, bytes })
    if (!sealed.ok) return sealed
    const type = checkDetectedType(sealed.value.type, name, bytes)
    if (!type.ok) {
      await removeUnlessReferenced(ports, sha256)
      return refuse(type.problem.code, type.problem.details)
    }
    const now = clock()
    const key = keys.file(holder, sha256)
    const expiresAt = toInstant(now + (isPublic ? tuning.publicFileLife : ORPHAN_LIFETIME_MS))
    const uploadedAt = toInstant(now)
    const document: FileHolding = { author: holder, sha256, bytes, type: type.value, name, uploadedAt, expiresAt }
    await store.commit(
      unitForKeys([key], (documents) => ({
        result: true,
        writes: [set(key, keepReferences(document, documents.get(key)))],
      })),
    )
    unnamed.sealed(uploader, key, bytes)
    return ok(true)
  }

  async function isThere(uploadId: string): Promise<boolean> {
    try {
      await files.uploads.getUpload(uploadId)
      return true
    } catch (error) {
      if (isTusRefusal(error)) return false
      throw error
    }
  }

  return {
    find,
    take: async (uploader, intake, uploadId) => {
      await unnamed.makeRoom(uploader, intake.bytes)
      return uploadQueue(intake.sha256, () => seal(uploader, intake, uploadId))
    },
  }
}
