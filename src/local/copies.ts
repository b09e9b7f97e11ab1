import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId, MutationId, Result } from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { runWrite, type Local } from './local.ts'

/**
 * Stores the server's copy, unless a newer one exists. Compares times, because a server restored from a backup reuses
 * version numbers. Runs in a transaction over answers.
 */
export async function storeLocalCopy(database: RelevoDatabase, answer: Answer): Promise<void> {
  const { id, idPlantilla: template, templateVersion: version, fechaCreacion: instant } = answer
  const knownRow = await database.answers.get(id)
  if (knownRow?.answer !== undefined && !isNewer(answer, knownRow.answer)) return
  await database.answers.put({ ...knownRow, id, template, version, at: instant, answer })
}

/** Compares `lastUpdate`; versions written in one batch have the same time, so the version number decides. */
function isNewer(a: Answer, b: Answer): boolean {
  return a.lastUpdate === b.lastUpdate ? a.version > b.version : a.lastUpdate > b.lastUpdate
}

/**
 * Stores an old answer in full from now on, because the user opened it. Skips an answer that has no summary here, such
 * as one that a pull has removed, and an answer whose summary is newer.
 */
export function storeOpenedAnswer(local: Local, answer: Answer): Promise<Result<void>> {
  return runWrite(local, ['answers', 'olderAnswers'], async (database) => {
    const { id, idPlantilla: template, templateVersion: version, fechaCreacion: instant } = answer
    const summary = await database.olderAnswers.get(id)
    if (summary === undefined || summary.lastUpdate > answer.lastUpdate) return
    const knownRow = await database.answers.get(id)
    await database.answers.put({ ...knownRow, id, template, version, at: instant, answer, opened: 'just now' })
    await database.olderAnswers.delete(id)
  })
}

/**
 * Returns whether a mutation is in the outbox or was received by the server. Runs in a transaction over both tables.
 */
export async function isMutationKnown(database: RelevoDatabase, answer: AnswerId, id: MutationId): Promise<boolean> {
  if ((await database.outbox.where('id').equals(id).count()) > 0) return true
  const received = await database.received.where('answers').equals(answer).toArray()
  return received.some(({ receipts }) => receipts.some((receipt) => receipt.id === id))
}
