import type { AnswerId } from '#domain/kernel/index.ts'
import { type Key, keys } from '#domain/store/index.ts'
import type { Oracle } from './oracle.ts'
import type { Restoring } from './restoring.ts'
import type { SimServer } from './server.ts'

const DAY = 24 * 60 * 60 * 1000
/** Bytes that never had a holder are found by one sweep and deleted by a later one. */
const SWEEPS = [8 * DAY, 16 * DAY]
/** The time after which a deleted answer can no longer be restored. */
const ERASING = 31 * DAY

/**
 * Invariant 3, from the other side: after sweeps, files that no answer refers to are deleted, and those of answers
 * exist, including answers that were deleted recently. Later only files shared with other answers remain.
 */
export async function checkOrphans(server: SimServer, oracle: Oracle, archive: Restoring): Promise<void> {
  for (const ahead of SWEEPS) await server.sweep(ahead)
  const named = (gone: ReadonlySet<AnswerId>): ReadonlySet<string> =>
    new Set([
      ...oracle.changes.filesOf((id) => oracle.arrived(id) && !gone.has(id)),
      ...[...oracle.saved.values()].flatMap(({ submit }) =>
        oracle.arrived(submit.answer) && !gone.has(submit.answer) ? submit.files.map(({ sha256 }) => sha256) : [],
      ),
    ])
  await checkKept(server, oracle, named(new Set()))
  const deleted = oracle.deleted()
  for (const { id, version } of deleted)
    if ((await server.store.get(keys.answerVersion(id, version))) === undefined)
      oracle.note(`1 nothing lost: ${id} was deleted, and erased before its time`)
  await server.sweep(ERASING)
  // Discarded held answers are kept for the same time, and deleted as completely.
  const discarded = oracle.heldNow().flatMap(({ id, outcome }) => (outcome.kind === 'discarded' ? [id] : []))
  await checkKept(server, oracle, named(new Set([...deleted.map(({ id }) => id), ...discarded])))
  for (const id of discarded)
    if ((await server.store.get(keys.held(id))) !== undefined)
      oracle.note(`3 received means complete: ${id} was discarded, and is not erased`)
  oracle.restores.erased(deleted.map(({ id }) => id))
  for (const { id, version } of deleted) {
    await archive.restore(id)
    const left: readonly Key[] = [
      keys.answer(id),
      keys.deletedAnswer(id),
      keys.held(id),
      ...Array.from({ length: version }, (_, index) => keys.answerVersion(id, index + 1)),
    ]
    for (const key of left)
      if ((await server.store.get(key)) !== undefined) oracle.note(`3 received means complete: ${key} is not erased`)
  }
}

async function checkKept(server: SimServer, oracle: Oracle, named: ReadonlySet<string>): Promise<void> {
  const kept: ReadonlySet<string> = new Set(await server.files.list())
  for (const sha256 of kept) {
    if (!named.has(sha256) && !oracle.forgotten(sha256))
      oracle.note(`3 received means complete: ${sha256.slice(0, 8)} is of no answer, and stays`)
  }
  for (const sha256 of named)
    if (!kept.has(sha256))
      oracle.note(`3 received means complete: ${sha256.slice(0, 8)} is of an answer, and was swept`)
}
