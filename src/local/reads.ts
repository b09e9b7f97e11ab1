import type { Answer, OlderAnswer } from '#domain/answers/index.ts'
import type { FormSummary, FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, Instant, TemplateId } from '#domain/kernel/index.ts'
import {
  computeDelivery,
  toReceiptDelivery,
  type SyncedArea,
  type DeliveryState,
  type OutboxEntry,
  type StoredReceipt,
} from '#domain/sync/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import { readSendingClaims } from './claims.ts'
import type { AnswerRow, RelevoDatabase } from './database.ts'
import { runRead, type Local } from './local.ts'

/**
 * Reads for screens. Each only reads, so that `useLiveQuery(() => listFormSummaries(local), [local])` of
 * dexie-react-hooks re-runs when a table that it has read changes in this page, another tab or a worker.
 */

/** Returns the summaries of the forms that may be answered now. */
export function listFormSummaries(local: Local): Promise<readonly FormSummary[]> {
  return runRead(local, ['forms'], (database) => database.forms.toArray())
}

/** Returns the forms that may be answered now, in their current version. */
export function listTemplates(local: Local): Promise<readonly FormTemplate[]> {
  return runRead(local, ['templates'], async (database) => {
    const rows = await database.templates.where('current').equals(1).toArray()
    return rows.map((row) => row.template)
  })
}

/** @param version the version that an answer was filled in with; default: the current version */
export function loadTemplate(local: Local, id: TemplateId, version?: number): Promise<FormTemplate | undefined> {
  return runRead(local, ['templates'], async (database) => {
    if (version !== undefined) return (await database.templates.get([id, version]))?.template
    const rows = await database.templates.where('id').equals(id).toArray()
    return rows.find((row) => row.current === 1)?.template
  })
}

export function listLocalAreas(local: Local): Promise<readonly SyncedArea[]> {
  return runRead(local, ['areas'], (database) => database.areas.toArray())
}

/** An answer with its delivery state. */
export type LocalAnswer = {
  readonly id: AnswerId
  readonly template: TemplateId
  readonly version: number
  readonly at: Instant
  /** this device's submission; missing if the server's copy is stored and no entry waits */
  readonly submit: SubmitMutation | undefined
  /** the server's copy */
  readonly answer: Answer | undefined
  readonly delivery: DeliveryState | undefined
  readonly entries: readonly OutboxEntry[]
  readonly receipts: readonly StoredReceipt[]
}

/**
 * Lists answers, newest first.
 * @param template restricts the list to this form
 */
export function listLocalAnswers(local: Local, template?: TemplateId): Promise<readonly LocalAnswer[]> {
  return runRead(local, ['answers', 'outbox', 'claims', 'received', 'fates'], async (database) => {
    const rows =
      template === undefined
        ? await database.answers.orderBy('at').reverse().toArray()
        : await database.answers
            .where('[template+at]')
            .between([template, ''], [template, '\uffff'])
            .reverse()
            .toArray()
    return withDelivery(database, rows)
  })
}

/** Lists summaries of the account's answers, newest first. An answer with unsent work is also stored in full. */
export function listOlderAnswers(local: Local, template: TemplateId): Promise<readonly OlderAnswer[]> {
  return runRead(local, ['olderAnswers'], (database) =>
    database.olderAnswers
      .where('[template+fechaCreacion]')
      .between([template, ''], [template, '\uffff'])
      .reverse()
      .toArray(),
  )
}

export function loadAnswer(local: Local, id: AnswerId): Promise<LocalAnswer | undefined> {
  return runRead(local, ['answers', 'outbox', 'claims', 'received', 'fates'], async (database) => {
    const row = await database.answers.get(id)
    if (row === undefined) return undefined
    const [answer] = await withDelivery(database, [row])
    return answer
  })
}

/** Counts the answers held by the server. Does not read them, because every screen shows the number. */
export function countHeldAnswers(local: Local): Promise<number> {
  return runRead(local, ['answers', 'outbox', 'received', 'fates'], async (database) => {
    const [rows, fates] = await Promise.all([database.received.toArray(), database.fates.toArray()])
    const fateOf = new Map(fates.map((fate) => [fate.answer, fate]))
    const receipts = rows
      .flatMap((row) => row.receipts)
      .filter((receipt) => toReceiptDelivery(receipt, fateOf.get(receipt.answer)).kind === 'held')
    if (receipts.length === 0) return 0
    const ids = [...new Set(receipts.map(({ answer }) => answer))]
    const [here, outbox] = await Promise.all([
      database.answers.where('id').anyOf(ids).primaryKeys(),
      database.outbox.where('answer').anyOf(ids).keys(),
    ])
    // Excludes answers with unsent work: screens show that work instead of the server's state.
    const unsent = new Set<unknown>(outbox)
    return here.filter((id) => !unsent.has(id)).length
  })
}

async function withDelivery(database: RelevoDatabase, rows: readonly AnswerRow[]): Promise<readonly LocalAnswer[]> {
  const ids = rows.map(({ id }) => id)
  const [outbox, claims, receipts, fates] = await Promise.all([
    database.outbox.where('answer').anyOf(ids).sortBy('order'),
    readSendingClaims(database),
    readReceipts(database, ids),
    // Reads all outcomes of held answers, because held answers are few.
    database.fates.toArray(),
  ])
  const entriesByAnswer = groupByAnswer(outbox.map(claims.shown))
  const receiptsByAnswer = groupByAnswer(receipts)
  const fateOf = new Map(fates.map((fate) => [fate.answer, fate]))
  return rows.map(({ id, template, version, at, submit, answer }) => {
    const entries = (entriesByAnswer.get(id) ?? []).map((row) => row.entry)
    const received = receiptsByAnswer.get(id) ?? []
    const delivery = computeDelivery(entries, received, fateOf.get(id))
    return { id, template, version, at, submit, answer, delivery, entries, receipts: received }
  })
}

/**
 * Maximum answers looked up one by one. For more, all rows are read, because a cursor that jumps between answers is
 * several times slower.
 */
const MAX_SINGLE_LOOKUPS = 10

async function readReceipts(database: RelevoDatabase, answers: readonly AnswerId[]): Promise<readonly StoredReceipt[]> {
  const { received } = database
  const rows = await (answers.length > MAX_SINGLE_LOOKUPS
    ? received.toArray()
    : received.where('answers').anyOf(answers).distinct().toArray())
  const requestedAnswerIds = new Set(answers)
  return rows.flatMap((row) => row.receipts.filter(({ answer }) => requestedAnswerIds.has(answer)))
}

function groupByAnswer<T extends { readonly answer: AnswerId }>(
  rows: readonly T[],
): ReadonlyMap<AnswerId, readonly T[]> {
  const groups = new Map<AnswerId, T[]>()
  for (const row of rows) {
    const group = groups.get(row.answer)
    if (group === undefined) groups.set(row.answer, [row])
    else group.push(row)
  }
  return groups
}
