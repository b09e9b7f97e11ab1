import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { runWriteOrThrow, type Local } from './local.ts'
import { writeMetaInTransaction } from './meta.ts'
import { listUnsentAnswers } from './outbox-reads.ts'
import { clearSentWork, SENT_TABLES } from './clear-sent.ts'
import { retireVersions } from './templates.ts'

/** Tables with server data, and tables that determine which server data is kept. */
export const SERVER_TABLES = [
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
 * Deletes received data, including the account's name and areas, so that the next user of the device does not find it.
 * Keeps the account's work: drafts, edits, unsent entries with their answers and forms, its own held answers, and the
 * delivery state of received answers without their content.
 */
export async function removeReceivedData(local: Local): Promise<void> {
  await runWriteOrThrow(local, [...new Set([...SERVER_TABLES, ...SENT_TABLES])], async (database) => {
    await dropServerDocuments(database)
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
      'restoreCheck',
      'awaited',
      'broughtBack',
      'listViews',
    ] as const)
      await writeMetaInTransaction(database, key, undefined)
    await writeMetaInTransaction(database, 'removed', true)
    await clearSentWork(database)
  })
}

/**
 * Deletes received answers, forms and figures, because the account may no longer be allowed to see some of them. Keeps
 * the account's unsent and held work: an answer may be held because the area was withdrawn, and its author must still
 * see the outcome.
 */
export async function dropServerDocuments(database: RelevoDatabase): Promise<void> {
  await dropFigures(database)
  const keptAnswerIds = new Set([...(await listUnsentAnswers(database)), ...(await listHeldAnswers(database))])
  const ids = await database.answers.toCollection().primaryKeys()
  await database.answers.bulkDelete(ids.filter((id) => !keptAnswerIds.has(id)))
  await database.olderAnswers.clear()
  const templates = await database.templates.orderBy('id').uniqueKeys()
  await retireVersions(database, new Set(templates as TemplateId[]))
}

/** Deletes stored figures and their columns, because they may count answers that were deleted. */
export async function dropFigures(database: RelevoDatabase): Promise<void> {
  await writeMetaInTransaction(database, 'figures', undefined)
  await writeMetaInTransaction(database, 'statisticsColumns', undefined)
}

/** Returns the account's held answers without a server copy: screens can show only this device's submission of them. */
async function listHeldAnswers(database: RelevoDatabase): Promise<readonly AnswerId[]> {
  const received = (await database.received.toArray()).flatMap(({ receipts }) => receipts)
  const held = received.filter(({ status }) => status === 'held')
  const rows = await database.answers.bulkGet(held.map(({ answer }) => answer))
  return rows.flatMap((row) => (row?.submit !== undefined && row.answer === undefined ? [row.id] : []))
}
