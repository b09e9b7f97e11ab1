import type { Holding } from '#domain/documents/index.ts'
import { set, keys, unitOver } from '#domain/store/index.ts'
import { ok, refuse, toInstant, type Result, type Sha256, type Author } from '#domain/kernel/index.ts'
import type { Core } from '../context.ts'
import { acceptType } from '#domain/files/index.ts'
import { inOrderOf, removeUnlessNamed } from './bytes.ts'
import type { Intake } from './intake.ts'
import { ORPHAN_LIFETIME } from './orphans.ts'
import { isTusRefusal } from './tus-refusal.ts'
import { createUnnamedFiles } from './unnamed-files.ts'

export type Holdings = {
  /** the author's own holding, when the bytes are really there */
  find(author: Author, sha256: Sha256): Promise<Holding | undefined>
  /**
   * Seals a complete upload and notes who holds it. Refuses with file.hash-mismatch, file.length-mismatch, file.wrong-type,
   * file.too-large, and file.missing when the upload is gone.
   */
  take(author: Author, intake: Intake, uploadId: string): Promise<Result<true>>
}

export function createHoldings({ ports, tuning }: Core): Holdings {
  const { store, files, clock } = ports
  const inOrder = inOrderOf(files)
  const unnamed = createUnnamedFiles({ ports, tuning })

  async function find(author: Author, sha256: Sha256): Promise<Holding | undefined> {
    const holding = await store.get(keys.file(author, sha256))
    if (holding === undefined) return undefined
    return (await files.size(sha256)) === holding.bytes ? holding : undefined
  }

  async function seal(author: Author, intake: Intake, uploadId: string): Promise<Result<true>> {
    const { sha256, bytes, name } = intake
    // Two requests may both have seen the last byte; the second finds the work done.
    if ((await find(author, sha256)) !== undefined) return ok(true)
    // An upload that a mismatch discarded must not be sealed after all, from bytes that another account sent under this hash.
    if (!(await isThere(uploadId))) return refuse('file.missing')
    const sealed = await files.seal(uploadId, { sha256, bytes })
    if (!sealed.ok) return sealed
    const type = acceptType(sealed.value.type, name, bytes)
    if (!type.ok) {
      await removeUnlessNamed(ports, sha256)
      return refuse(type.problem.code, type.problem.details)
    }
    const now = clock()
    const expiresAt = toInstant(now + ORPHAN_LIFETIME)
    const document: Holding = { author, sha256, bytes, type: type.value, name, uploadedAt: toInstant(now), expiresAt }
    await store.commit(unitOver([], () => ({ result: true, writes: [set(keys.file(author, sha256), document)] })))
    unnamed.sealed(author, sha256, bytes)
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
    take: async (author, intake, uploadId) => {
      await unnamed.makeRoom(author, intake.bytes)
      return inOrder(intake.sha256, () => seal(author, intake, uploadId))
    },
  }
}
