import { firstAreaOf } from '#domain/places/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { Profile, PullResponse } from '#domain/sync/index.ts'
import type { RelevoDatabase } from './database.ts'
import { getMeta, putMeta } from './meta.ts'
import { unsentAnswers } from './outbox-reads.ts'

/**
 * Deletes the answers that a pull removes from this device, inside the transaction of a page. An answer with unsent
 * work is deleted after that is sent; a copy of another area also waits for its drafts. Their ids are stored until
 * then, because the server reports a deleted answer only once, and an answer outside the account's areas never. Answers
 * in the page stay.
 */
export async function removeLeavingAnswers(
  database: RelevoDatabase,
  page: PullResponse,
  unsent: ReadonlySet<AnswerId>,
): Promise<void> {
  const brought = answersInPage(page)
  const leave = async (key: 'goneAnswers' | 'foreignAnswers', more: readonly AnswerId[], waitsForDraft: boolean) => {
    const all = [...((await getMeta(database, key)) ?? []), ...more]
    if (all.length === 0) return
    const leaving = [...new Set(all)].filter((id) => !brought.has(id))
    const drafted = waitsForDraft ? await database.drafts.toCollection().primaryKeys() : []
    const kept = new Set([...unsent, ...drafted])
    await database.answers.bulkDelete(leaving.filter((id) => !kept.has(id)))
    await database.olderAnswers.bulkDelete(leaving)
    const waiting = leaving.filter((id) => kept.has(id))
    await putMeta(database, key, waiting)
  }
  await leave('goneAnswers', page.goneAnswers, false)
  await leave('foreignAnswers', [], true)
}

/**
 * Marks copies of other areas' answers, kept for unsent work, as leaving. Runs in the transaction that changes the
 * scope.
 */
export async function markForeignCopies(
  database: RelevoDatabase,
  page: PullResponse,
  areas: Profile['areas'],
): Promise<void> {
  const brought = answersInPage(page)
  const rows = await database.answers.bulkGet([...(await unsentAnswers(database))])
  const foreign = rows.flatMap((row) =>
    row?.answer === undefined || brought.has(row.id) || areas.includes(firstAreaOf(row.answer)) ? [] : [row.id],
  )
  await putMeta(database, 'foreignAnswers', foreign)
}

function answersInPage(page: PullResponse): ReadonlySet<AnswerId> {
  return new Set([...page.answers, ...(page.olderAnswers ?? [])].map(({ id }) => id))
}
