import { firstAreaOf } from '#domain/places/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { Profile, PullResponse } from '#domain/sync/index.ts'
import type { RelevoDatabase } from './database.ts'
import { metaOf, putMeta } from './meta.ts'
import { unsentAnswers } from './outbox-reads.ts'

/**
 * In the transaction of a page: removes the answers that leave this device, those with unsent work once it is sent; a
 * copy of another area also waits for a draft about it. They are remembered until then, because the server reports a
 * deleted answer once, and one outside of the account's areas never. What the page brings stays.
 */
export async function dropLeaving(
  database: RelevoDatabase,
  page: PullResponse,
  unsent: ReadonlySet<AnswerId>,
): Promise<void> {
  const brought = broughtBy(page)
  const leave = async (key: 'goneAnswers' | 'foreignAnswers', more: readonly AnswerId[], waitsForDraft: boolean) => {
    const all = [...((await metaOf(database, key)) ?? []), ...more]
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

/** In the transaction that has changed the scope: copies of other areas' answers, kept for unsent work, will leave. */
export async function markForeign(
  database: RelevoDatabase,
  page: PullResponse,
  areas: Profile['areas'],
): Promise<void> {
  const brought = broughtBy(page)
  const rows = await database.answers.bulkGet([...(await unsentAnswers(database))])
  const foreign = rows.flatMap((row) =>
    row?.answer === undefined || brought.has(row.id) || areas.includes(firstAreaOf(row.answer)) ? [] : [row.id],
  )
  await putMeta(database, 'foreignAnswers', foreign)
}

function broughtBy(page: PullResponse): ReadonlySet<AnswerId> {
  return new Set([...page.answers, ...(page.olderAnswers ?? [])].map(({ id }) => id))
}
