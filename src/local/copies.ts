import type { Answer } from '#domain/answers/index.ts'
import type { AnswerId, MutationId, Result } from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { runWrite, type Local } from './local.ts'

/**
 * Stores the server's copy, unless a newer one exists. Compares times, because a restored backup reuses version
 * numbers. Inside a transaction over answers.
 */
export async function storeCopy(database: RelevoDatabase, answer: Answer): Promise<void> {
  const { id, idPlantilla: template, templateVersion: version, fechaCreacion: instant } = answer
  const knownRow = await database.answers.get(id)
  if (knownRow?.answer !== undefined && !isNewer(answer, knownRow.answer)) return
  await database.answers.put({ ...knownRow, id, template, version, at: instant, answer })
}

/** Versions of one batch have the same time. */
function isNewer(a: Answer, b: Answer): boolean {
  return a.lastUpdate === b.lastUpdate ? a.version > b.version : a.lastUpdate > b.lastUpdate
}

/**
 * Stores an opened old answer in full from now on. Skips an answer that no pull has returned, that a pull has removed,
 * or that has changed.
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

/** Returns whether a mutation of an answer is in the outbox or was received. Inside a transaction over both tables. */
export async function isMutationSent(database: RelevoDatabase, answer: AnswerId, id: MutationId): Promise<boolean> {
  if ((await database.outbox.where('id').equals(id).count()) > 0) return true
  const received = await database.received.where('answers').equals(answer).toArray()
  return received.some(({ receipts }) => receipts.some((receipt) => receipt.id === id))
}
