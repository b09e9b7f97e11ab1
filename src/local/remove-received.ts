import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { mustWrite, type Local } from './local.ts'
import { putMeta } from './meta.ts'
import { unsentAnswers } from './outbox-reads.ts'
import { retireVersions } from './templates.ts'

/** Tables with documents of the server, and those that say which of them stay. */
export const SERVERS_TABLES = [
  'templates',
  'forms',
  'areas',
  'meta',
  'answers',
  'olderAnswers',
  'drafts',
  'outbox',
  'received',
] as const

/**
 * The account signs out of a device not its own: what came from the server goes, with the account's name and areas.
 * Work stays: drafts, edits, what is unsent with its answers and forms, own held answers, and that an answer has
 * arrived and what became of it, but nothing of its content.
 */
export async function removeReceived(local: Local): Promise<void> {
  await mustWrite(local, SERVERS_TABLES, async (database) => {
    await dropServersDocuments(database)
    await database.areas.clear()
    for (const key of [
      'cursor',
      'scope',
      'pulledAt',
      'profile',
      'accountProblem',
      'firstPullFailed',
      'citizens',
      'desk',
    ] as const)
      await putMeta(database, key, undefined)
    await putMeta(database, 'removed', true)
  })
}

/**
 * A changed scope: what came from the server goes, as some of it may no longer be seen. Own unsent work stays, and own
 * held work: a withdrawn area is what holds it, and its author must still see what becomes of it.
 */
export async function dropServersDocuments(database: RelevoDatabase): Promise<void> {
  await dropFigures(database)
  const kept = new Set([...(await unsentAnswers(database)), ...(await heldAnswers(database))])
  const ids = await database.answers.toCollection().primaryKeys()
  await database.answers.bulkDelete(ids.filter((id) => !kept.has(id)))
  await database.olderAnswers.clear()
  const templates = await database.templates.orderBy('id').uniqueKeys()
  await retireVersions(database, new Set(templates as TemplateId[]))
}

/** Figures, and what they are counted of, may be of what is gone. */
export async function dropFigures(database: RelevoDatabase): Promise<void> {
  await putMeta(database, 'figures', undefined)
  await putMeta(database, 'statisticsColumns', undefined)
}

/** Own answers held on arrival, without a server's copy: what this device saved is all that there is to show. */
async function heldAnswers(database: RelevoDatabase): Promise<readonly AnswerId[]> {
  const received = (await database.received.toArray()).flatMap(({ receipts }) => receipts)
  const held = received.filter(({ status }) => status === 'held')
  const rows = await database.answers.bulkGet(held.map(({ answer }) => answer))
  return rows.flatMap((row) => (row?.submit !== undefined && row.answer === undefined ? [row.id] : []))
}
