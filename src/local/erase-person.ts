import type { AnswerId } from '#domain/kernel/index.ts'
import { endSendingClaims } from './claims.ts'
import type { FileOwner, RelevoDatabase } from './database.ts'
import { releaseOwnersFiles } from './files.ts'
import { writeMetaInTransaction } from './meta.ts'
import { dropFigures } from './remove-received.ts'
import { deleteSentMutationsOfAnswers } from './sent.ts'

/** Tables that `erasePerson` writes, in addition to the tables of a pull. */
export const ERASURE_TABLES = ['claims'] as const

/**
 * Deletes all data of answers that were erased with a person's data: copies, summaries, drafts of changes, unsent and
 * sent work with its files, outcomes, and the figures that counted these answers. Deletes all looked-up citizens as
 * well, because the person may be among them; they can be looked up again. Runs in the transaction of a pull.
 */
export async function erasePerson(database: RelevoDatabase, ids: readonly AnswerId[]): Promise<void> {
  const unsent = await database.outbox.where('answer').anyOf(ids).toArray()
  const orders = unsent.map(({ order }) => order)
  await database.outbox.bulkDelete(orders)
  await endSendingClaims(database, new Set(orders))
  await deleteSentMutationsOfAnswers(database, ids)
  const owners: readonly FileOwner[] = [
    ...ids.map((id) => `draft:${id}` as const),
    ...unsent.map(({ id }) => `outbox:${id}` as const),
  ]
  await releaseOwnersFiles(database, owners)
  await database.drafts.bulkDelete([...ids])
  await database.answers.bulkDelete([...ids])
  await database.olderAnswers.bulkDelete([...ids])
  await database.fates.bulkDelete([...ids])
  await dropFigures(database)
  await writeMetaInTransaction(database, 'citizens', undefined)
}
