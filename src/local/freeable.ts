import type { AnswerId, Result } from '#domain/kernel/index.ts'
import { summariseOlderAnswer } from '#domain/answers/index.ts'
import { runRead, runWrite, type Local } from './local.ts'
import { listOutbox } from './outbox-reads.ts'
import { clearSentWork, SENT_TABLES } from './clear-sent.ts'
import { listLocalAnswers, type LocalAnswer } from './reads.ts'

/** Number of items and their approximate bytes. */
export type StorageShare = { readonly count: number; readonly bytes: number }

/** Storage use of an account, by whether and how it can be freed. */
export type FreeableStorage = {
  /** copies of server data, and files stored in case the server is restored from a backup: may be deleted */
  readonly received: StorageShare
  /** drafts: the user can finish or discard them */
  readonly drafts: StorageShare
  /** answers refused by the server: the user can export and discard them */
  readonly refused: StorageShare
  /** answers waiting to be sent: deleted once received */
  readonly waiting: StorageShare
}

/** Number of rows that are measured; the sizes of the other rows are estimated from them. */
const MAX_MEASURED_ROWS = 40

export async function measureFreeableStorage(local: Local): Promise<FreeableStorage> {
  const [answers, outbox, drafts, kept] = await Promise.all([
    listLocalAnswers(local),
    listOutbox(local),
    measureDrafts(local),
    sumKeptBytes(local),
  ])
  const copies = answers.filter(isOnServer)
  const measured = copies
    .slice(0, MAX_MEASURED_ROWS)
    .map(({ submit, answer }) => JSON.stringify([submit, answer]).length)
  const each = measured.reduce((sum, value) => sum + value, 0) / Math.max(1, measured.length)
  const measureShare = (kinds: readonly string[]): StorageShare => {
    const entries = outbox.filter(({ state }) => kinds.includes(state.kind))
    return {
      count: entries.length,
      bytes: entries.reduce((sum, { files }) => sum + files.reduce((bytes, file) => bytes + file.bytes, 0), 0),
    }
  }
  return {
    received: { count: copies.length, bytes: kept + Math.round(each * copies.length) },
    drafts,
    refused: measureShare(['quarantined']),
    waiting: measureShare(['waiting', 'sending']),
  }
}

/**
 * Deletes copies of received answers, and stored work that was sent (`clearSentWork`). Keeps answers that wait, are
 * refused or held, or get an outbox entry in the meantime.
 * @returns the number of deleted answers
 */
export async function deleteReceivedCopies(local: Local): Promise<Result<number>> {
  const copies = (await listLocalAnswers(local)).filter(isOnServer)
  return runWrite(local, ['answers', 'olderAnswers', 'outbox', ...SENT_TABLES], async (database) => {
    await clearSentWork(database)
    const unsent = new Set((await database.outbox.orderBy('answer').uniqueKeys()) as AnswerId[])
    const deletedCopies = copies.filter(({ id }) => !unsent.has(id))
    await database.answers.bulkDelete(deletedCopies.map(({ id }) => id))
    await database.olderAnswers.bulkPut(
      deletedCopies.flatMap(({ answer }) =>
        answer === undefined || answer.authorId !== local.account ? [] : [summariseOlderAnswer(answer)],
      ),
    )
    return deletedCopies.length
  })
}

/**
 * Returns whether the server has this answer: it was received, or this is a server copy of an answer written elsewhere.
 */
function isOnServer({ delivery, entries, answer }: LocalAnswer): boolean {
  return entries.length === 0 && (delivery === undefined ? answer !== undefined : delivery.kind === 'received')
}

function measureDrafts(local: Local): Promise<StorageShare> {
  return runRead(local, ['drafts', 'needs'], async (database) => {
    const [count, needs] = await Promise.all([
      database.drafts.count(),
      database.needs.where('owner').startsWith('draft:').toArray(),
    ])
    return { count, bytes: needs.reduce((sum, need) => sum + need.bytes, 0) }
  })
}

function sumKeptBytes(local: Local): Promise<number> {
  return runRead(local, ['needs'], async (database) => {
    const needs = await database.needs.where('owner').startsWith('sent:').toArray()
    return needs.reduce((sum, need) => sum + need.bytes, 0)
  })
}
