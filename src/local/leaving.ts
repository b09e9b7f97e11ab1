import { firstAreaOf } from '#domain/documents/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import type { Profile, PullResponse } from '#domain/sync/index.ts'
import type { RelevoDatabase } from './database.ts'
import { metaOf, putMeta } from './meta.ts'
import { unsentAnswers } from './outbox-reads.ts'

/**
 * In the transaction of a page: answers that leave this device go, those with unsent work after it. The server reports
 * once that one is gone, and never what another scope no longer reads. What the page brings stays, even where it left.
 */
export async function dropLeaving(
  database: RelevoDatabase,
  page: PullResponse,
  unsent: ReadonlySet<AnswerId>,
): Promise<void> {
  const brought = broughtBy(page)
  const leave = async (key: 'goneAnswers' | 'foreignAnswers', told: readonly AnswerId[], drafted: boolean) => {
    const all = [...((await metaOf(database, key)) ?? []), ...told]
    if (all.length === 0) return
    const leaving = [...new Set(all)].filter((id) => !brought.has(id))
    const kept = drafted ? new Set([...unsent, ...(await database.drafts.toCollection().primaryKeys())]) : unsent
    await database.answers.bulkDelete(leaving.filter((id) => !kept.has(id)))
    await database.olderAnswers.bulkDelete(leaving)
    const waiting = leaving.filter((id) => kept.has(id))
    await putMeta(database, key, waiting)
  }
  await leave('goneAnswers', page.goneAnswers, false)
  await leave('foreignAnswers', [], true)
}

/** In a transaction that changed the scope: other areas' copies leave with their unsent work; readers reopen them. */
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
