import { toInstant, toMilliseconds, type AnswerId, type Author, type Instant } from '#domain/kernel/index.ts'
import {
  isStoredInFull,
  isWithinDays,
  summariseOlderAnswer,
  findOwnAnswersDays,
  type OlderAnswer,
} from '#domain/answers/index.ts'
import { getFirstArea } from '#domain/places/index.ts'
import type { PullResponse, Profile } from '#domain/sync/index.ts'
import { deleteExpiredCitizens } from './citizens.ts'
import type { RelevoDatabase } from './database.ts'
import { ERASURE_TABLES, erasePerson } from './erase-person.ts'
import { runWriteOrThrow, type Local } from './local.ts'
import { readMetaInTransaction, writeMetaInTransaction } from './meta.ts'
import { listUnsentAnswers } from './outbox-reads.ts'
import { SENT_TABLES } from './clear-sent.ts'
import { dropOldSentMutations, dropInaccessibleSentMutations } from './sent.ts'
import { dropFigures, dropServerDocuments, SERVER_TABLES } from './remove-received.ts'
import { putTemplates, retireVersions } from './templates.ts'

const TABLES = [...new Set([...SERVER_TABLES, ...SENT_TABLES, 'fates'] as const)]

const DAY = 24 * 60 * 60 * 1000

/**
 * Stores one page of a pull and its cursor in one transaction: after a failure the whole page is requested again. Never
 * deletes unsent work, except of answers erased with a person's data, nor a template version that a draft, an outbox
 * entry or a cached answer uses.
 * @param now device clock, milliseconds; used for data that this device dates itself
 * @returns false, and stores nothing, when the account has signed out in the meantime and its received data was deleted
 */
export function applyPull(local: Local, page: PullResponse, now: number): Promise<boolean> {
  const erased = page.erasedAnswers ?? []
  return runWriteOrThrow(local, erased.length === 0 ? TABLES : [...TABLES, ...ERASURE_TABLES], async (database) => {
    if ((await readMetaInTransaction(database, 'removed')) === true) return false
    if (page.reset) {
      await dropServerDocuments(database)
      await recordPullStart(database)
    }
    if (page.goneAnswers.length + page.goneTemplates.length > 0) await dropFigures(database)
    if (erased.length > 0) await erasePerson(database, erased)
    await storeAnswers(database, page)
    await dropInaccessibleSentMutations(database, page.goneAnswers)
    await database.fates.bulkPut(page.held ?? [])
    await retireVersions(database, new Set(page.goneTemplates))
    await putTemplates(database, page.templates)
    // If an area is removed from the account, its scope changes, which causes a reset.
    if (page.reset) await database.areas.clear()
    await database.areas.bulkPut([...(page.areas ?? [])])
    if (page.profile !== undefined) {
      await writeMetaInTransaction(database, 'profile', page.profile)
      if (page.reset) await markForeignCopies(database, page, page.profile.areas)
      await deleteExpiredCitizens(database, page.profile, now)
    }
    await writeMetaInTransaction(database, 'cursor', page.cursor)
    await writeMetaInTransaction(database, 'scope', page.scope)
    if (page.more) return true
    await deleteOldAnswers(database, page.serverTime, local.account)
    await dropOldSentMutations(
      database,
      page.serverTime,
      findOwnAnswersDays(await readMetaInTransaction(database, 'profile')),
    )
    return true
  })
}

/**
 * Records that the server may have been restored from a backup: that is one reason why a pull starts from the
 * beginning.
 */
async function recordPullStart(database: RelevoDatabase): Promise<void> {
  if ((await database.sent.count()) === 0) return
  await writeMetaInTransaction(database, 'restoreCheck', true)
  await writeMetaInTransaction(database, 'awaited', undefined)
}

async function storeAnswers(database: RelevoDatabase, page: PullResponse): Promise<void> {
  const unsent = await listUnsentAnswers(database)
  const known = new Map((await database.answers.bulkGet(page.answers.map(({ id }) => id))).map((row) => [row?.id, row]))
  await database.answers.bulkPut(
    page.answers.map((answer) => {
      const own = known.get(answer.id)?.submit
      const row = {
        id: answer.id,
        template: answer.idPlantilla,
        version: answer.templateVersion,
        at: answer.fechaCreacion,
        answer,
      }
      return own !== undefined && unsent.has(answer.id) ? { ...row, submit: own } : row
    }),
  )
  await database.olderAnswers.bulkDelete(page.answers.map(({ id }) => id))
  await storeOlderAnswers(database, page.olderAnswers ?? [], unsent)
  await removeLeavingAnswers(database, page, unsent)
}

/** Stores these answers as summaries. Answers with unsent work stay stored in full until that work is sent. */
async function storeOlderAnswers(
  database: RelevoDatabase,
  older: readonly OlderAnswer[],
  unsent: ReadonlySet<AnswerId>,
): Promise<void> {
  await database.olderAnswers.bulkPut([...older])
  await database.answers.bulkDelete(older.flatMap(({ id }) => (unsent.has(id) ? [] : [id])))
}

/**
 * Replaces old answers with summaries. Keeps an answer in full if it was opened recently, has unsent work or a draft,
 * or has no server copy yet.
 */
async function deleteOldAnswers(database: RelevoDatabase, now: Instant, account: Author): Promise<void> {
  const days = findOwnAnswersDays(await readMetaInTransaction(database, 'profile'))
  const since = toInstant(toMilliseconds(now) - days * DAY)
  const rows = await database.answers.where('at').belowOrEqual(since).toArray()
  if (rows.length === 0) return
  const unsent = await listUnsentAnswers(database)
  const drafted = new Set(await database.drafts.toCollection().primaryKeys())
  const copies = rows.flatMap((row) =>
    row.answer === undefined || unsent.has(row.id) || drafted.has(row.id)
      ? []
      : [{ ...row, older: summariseOlderAnswer(row.answer) }],
  )
  const recentlyOpenedCopies = copies.filter((row) => row.opened === 'just now')
  await database.answers.bulkUpdate(recentlyOpenedCopies.map(({ id }) => ({ key: id, changes: { opened: now } })))
  const old = copies.filter(
    ({ opened: instant = null, older }) =>
      instant !== 'just now' &&
      !isStoredInFull(older, now, days) &&
      (instant === null || !isWithinDays(instant, now, days)),
  )
  const known = await database.olderAnswers.bulkGet(old.map(({ id }) => id))
  // A summary that is already stored is newer. Answers of other authors were stored only for working on them, and get
  // no summary.
  await database.olderAnswers.bulkPut(
    old.flatMap(({ older, answer }, index) =>
      known[index] === undefined && answer?.authorId === account ? [older] : [],
    ),
  )
  await database.answers.bulkDelete(old.map(({ id }) => id))
}

/**
 * Deletes the answers that a pull removes from this device, in the transaction of a page. An answer with unsent work is
 * deleted after that work is sent; an answer of an area that the account lost also waits for its drafts. Their ids are
 * stored until then, because the server reports a deleted answer only once, and an answer outside the account's areas
 * never. Answers contained in the page are not deleted.
 */
async function removeLeavingAnswers(
  database: RelevoDatabase,
  page: PullResponse,
  unsent: ReadonlySet<AnswerId>,
): Promise<void> {
  const brought = listAnswersInPage(page)
  const leave = async (key: 'goneAnswers' | 'foreignAnswers', more: readonly AnswerId[], waitsForDraft: boolean) => {
    const all = [...((await readMetaInTransaction(database, key)) ?? []), ...more]
    if (all.length === 0) return
    const leavingIds = [...new Set(all)].filter((id) => !brought.has(id))
    const drafted = waitsForDraft ? await database.drafts.toCollection().primaryKeys() : []
    const keptAnswerIds = new Set([...unsent, ...drafted])
    await database.answers.bulkDelete(leavingIds.filter((id) => !keptAnswerIds.has(id)))
    await database.olderAnswers.bulkDelete(leavingIds)
    const waiting = leavingIds.filter((id) => keptAnswerIds.has(id))
    await writeMetaInTransaction(database, key, waiting)
  }
  await leave('goneAnswers', page.goneAnswers, false)
  await leave('foreignAnswers', [], true)
}

/**
 * Records copies of answers outside the account's areas that are kept for unsent work, so that they are deleted after
 * it is sent. Runs in the transaction that changes the scope.
 */
async function markForeignCopies(database: RelevoDatabase, page: PullResponse, areas: Profile['areas']): Promise<void> {
  const brought = listAnswersInPage(page)
  const rows = await database.answers.bulkGet([...(await listUnsentAnswers(database))])
  const foreign = rows.flatMap((row) =>
    row?.answer === undefined || brought.has(row.id) || areas.includes(getFirstArea(row.answer)) ? [] : [row.id],
  )
  await writeMetaInTransaction(database, 'foreignAnswers', foreign)
}

function listAnswersInPage(page: PullResponse): ReadonlySet<AnswerId> {
  return new Set([...page.answers, ...(page.olderAnswers ?? [])].map(({ id }) => id))
}
