import type { AnswerId, TemplateId } from '#domain/kernel/index.ts'
import type { RelevoDatabase } from './database.ts'
import { runWriteOrThrow, type Local } from './local.ts'
import { putMeta } from './meta.ts'
import { unsentAnswers } from './outbox-reads.ts'
import { clearSent, SENT_TABLES } from './clear-sent.ts'
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
 * Deletes received data when the account signs out of a shared device, with the account's name and areas. Keeps work:
 * drafts, edits, unsent entries with their answers and forms, own held answers, and the delivery state of received
 * answers without their content.
 */
export async function removeReceived(local: Local): Promise<void> {
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
    ] as const)
      await putMeta(database, key, undefined)
    await putMeta(database, 'removed', true)
    await clearSent(database)
  })
}

/**
 * Deletes received data after a change of scope, because some of it may no longer be visible. Keeps own unsent and held
 * work: a withdrawn area is a reason to hold an answer, and its author must still see its outcome.
 */
export async function dropServerDocuments(database: RelevoDatabase): Promise<void> {
  await dropFigures(database)
  const keptAnswerIds = new Set([...(await unsentAnswers(database)), ...(await listHeldAnswers(database))])
  const ids = await database.answers.toCollection().primaryKeys()
  await database.answers.bulkDelete(ids.filter((id) => !keptAnswerIds.has(id)))
  await database.olderAnswers.clear()
  const templates = await database.templates.orderBy('id').uniqueKeys()
  await retireVersions(database, new Set(templates as TemplateId[]))
}

/** Deletes figures and their columns, which may include deleted answers. */
export async function dropFigures(database: RelevoDatabase): Promise<void> {
  await putMeta(database, 'figures', undefined)
  await putMeta(database, 'statisticsColumns', undefined)
}

/** Returns own answers held on arrival without a server copy: this device's submission is all there is to show. */
async function listHeldAnswers(database: RelevoDatabase): Promise<readonly AnswerId[]> {
  const received = (await database.received.toArray()).flatMap(({ receipts }) => receipts)
  const held = received.filter(({ status }) => status === 'held')
  const rows = await database.answers.bulkGet(held.map(({ answer }) => answer))
  return rows.flatMap((row) => (row?.submit !== undefined && row.answer === undefined ? [row.id] : []))
}
