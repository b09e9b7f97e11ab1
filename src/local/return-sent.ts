import {
  MAX_EARLIER_CODES,
  parseAddress,
  toInstant,
  type Address,
  type AnswerId,
  type Instant,
  type MutationId,
  type Sha256,
} from '#domain/kernel/index.ts'
import { buildRestoreReport, type RestoreReport, type MissingFile } from '#domain/devices/index.ts'
import { retryQuarantinedEntry, type Mutation } from '#domain/sync/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { buildReceivedRow } from './claims.ts'
import { SENT_TABLES } from './clear-sent.ts'
import type { RelevoDatabase, SentMutation } from './database.ts'
import { runRead, runWriteOrThrow, type Local } from './local.ts'
import { readMetaInTransaction, writeMetaInTransaction, type Meta } from './meta.ts'
import { withEntry } from './outbox-rows.ts'
import { createOutboxEntry, rememberAnswer, toOutboxColumns } from './save-answer.ts'
import { deleteSentMutations, listSentMutations, toSentOwner } from './sent.ts'
import { retireVersions, TEMPLATE_TABLES } from './templates.ts'

export type SentMutationRef = Pick<Mutation, 'id' | 'answer' | 'kind'>

/** Mutations to compare with the server, oldest first, and the cursor of the last pull. */
export type UncheckedMutations = { readonly kept: readonly SentMutationRef[]; readonly cursor: string | undefined }

/**
 * Returns the mutations to compare with the server: all stored mutations after a pull that started from the beginning,
 * or, after a wait, the changes whose answers the server lacked. Undefined if there is nothing to ask.
 * @param now device clock, milliseconds
 */
export function listUncheckedMutations(local: Local, now: number): Promise<UncheckedMutations | undefined> {
  return runRead(local, ['sent', 'meta'], async (database) => {
    const isWhole = (await readMetaInTransaction(database, 'restoreCheck')) === true
    const { ids, askedAt, wait } = (await readMetaInTransaction(database, 'awaited')) ?? NO_AWAITED_MUTATIONS
    if (!isWhole && (ids.length === 0 || Math.abs(now - askedAt) < wait)) return undefined
    const kept = (await listSentMutations(database)).map(({ mutation: { id, answer, kind } }) => ({ id, answer, kind }))
    const awaited = new Set(ids)
    const cursor = await readMetaInTransaction(database, 'cursor')
    return { kept: isWhole ? kept : kept.filter(({ id }) => awaited.has(id)), cursor }
  })
}

/** Minimum and maximum wait before the server is asked again about changes whose answers it lacks, milliseconds. */
const [MIN_WAIT_MS, MAX_WAIT_MS] = [60_000, 24 * 60 * 60 * 1000]
const NOTHING = { at: toInstant(0), answers: 0, changes: 0 }
const NO_AWAITED_MUTATIONS: Meta['awaited'] = { ids: [], askedAt: 0, wait: 0 }

/** The server's reply about stored mutations. */
export type ServerComparison = {
  readonly lacking: ReadonlySet<MutationId>
  readonly gone: ReadonlySet<MutationId>
  /** server time */
  readonly at: Instant
  /** device clock, milliseconds */
  readonly now: number
  /** cursor when the server was asked */
  readonly cursor: string | undefined
}

/**
 * Returns the mutations that a restored server lacks to the outbox, with the same ids and in the former order, so that
 * they are sent before later work on the same answers. Work that the server refused because it lacked the answer waits
 * again. Changes of unknown answers wait, because another device may return these answers. Deletes stored mutations
 * that must not be sent again, and those of forms that the account no longer has. Runs in one transaction, so that
 * another tab or a crash never leaves it half done. Does nothing if another runner has pulled since the server was
 * asked, because the reply may describe an earlier state of the server.
 */
export async function requeueSentMutations(
  local: Local,
  { lacking, gone, at, now, cursor }: ServerComparison,
): Promise<void> {
  const tables = [...new Set([...SENT_TABLES, ...TEMPLATE_TABLES, 'received'] as const)]
  await runWriteOrThrow(local, tables, async (database) => {
    if ((await readMetaInTransaction(database, 'cursor')) !== cursor) return
    const [forms, codes] = [new Set(await database.forms.toCollection().primaryKeys()), await readCodes(database)]
    const mustReturn = ({ id }: Mutation): boolean => lacking.has(id) && !gone.has(id)
    const sent = await listSentMutations(database)
    const returning = sent.filter(({ mutation }) => mustReturn(mutation))
    const missing: MissingFile[] = []
    for (const kept of returning) {
      const code = codes.get(kept.mutation.answer) ?? ''
      missing.push(...(await returnMutation(database, kept, code)))
    }
    await forgetReceipts(database, new Set(returning.map(({ mutation: { id } }) => id)))
    await retryRefused(database, new Set(returning.map(({ mutation: { answer } }) => answer)))
    const awaited = new Set(
      listAwaited(sent, gone)
        .filter(({ template }) => forms.has(template))
        .map(({ id }) => id),
    )
    const isDropped = ({ id, template }: Mutation): boolean =>
      (gone.has(id) && !awaited.has(id)) || !forms.has(template)
    await deleteSentMutations(
      database,
      await database.sent.toArray(),
      (mutation) => mustReturn(mutation) || isDropped(mutation),
    )
    const formsOfSentWork = sent.flatMap(({ mutation: { template } }) => (forms.has(template) ? [] : [template]))
    await retireVersions(database, new Set(formsOfSentWork))
    await putAwaited(database, [...awaited], now)
    if (returning.length > 0)
      await writeMetaInTransaction(database, 'broughtBack', await countReturned(database, { at, returning, missing }))
    await writeMetaInTransaction(database, 'restoreCheck', undefined)
  })
}

type Returning = {
  readonly at: Instant
  readonly returning: readonly SentMutation[]
  readonly missing: readonly MissingFile[]
}

/** Counts what was returned to the outbox since the last restore of the server. */
async function countReturned(database: RelevoDatabase, { at, returning, missing }: Returning): Promise<RestoreReport> {
  const isFirst = (await readMetaInTransaction(database, 'restoreCheck')) === true
  const before =
    (isFirst ? undefined : await readMetaInTransaction(database, 'broughtBack')) ?? buildRestoreReport(NOTHING, [])
  const returnedSubmissions = returning.filter(({ mutation }) => mutation.kind === 'answer.submit').length
  const [answers, changes] = [
    before.answers + returnedSubmissions,
    before.changes + returning.length - returnedSubmissions,
  ]
  const built = buildRestoreReport({ at, answers, changes }, [...before.missing, ...missing])
  return { ...built, missingCount: before.missingCount + missing.length }
}

/**
 * Lists the changes of answers that the server lacks, except changes of the user's own answers that were deleted since.
 */
function listAwaited(sent: readonly SentMutation[], gone: ReadonlySet<MutationId>): readonly Mutation[] {
  const left = sent.map(({ mutation }) => mutation).filter(({ id }) => gone.has(id))
  const ended = new Set(left.flatMap(({ kind, answer }) => (kind === 'answer.submit' ? [answer] : [])))
  return left.filter(({ answer }) => !ended.has(answer))
}

async function putAwaited(database: RelevoDatabase, ids: readonly MutationId[], now: number): Promise<void> {
  const { wait } = (await readMetaInTransaction(database, 'awaited')) ?? NO_AWAITED_MUTATIONS
  const next = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, 2 * wait))
  await writeMetaInTransaction(database, 'awaited', ids.length === 0 ? undefined : { ids, askedAt: now, wait: next })
}

/** @returns the mutation's files whose bytes are no longer on this device */
async function returnMutation(
  database: RelevoDatabase,
  { order, mutation: kept }: SentMutation,
  code: string,
): Promise<readonly MissingFile[]> {
  const { id, answer } = kept
  const mutation = withAssignedCode(kept, code)
  await database.outbox.put({ order, ...toOutboxColumns(createOutboxEntry(mutation, mutation.clock)) })
  await rememberAnswer(database, mutation)
  const owner = `outbox:${id}` as const
  const needs = await database.needs.where('owner').equals(toSentOwner(id)).toArray()
  await database.needs.bulkPut(needs.map((need) => ({ ...need, owner })))
  const here = new Set(needs.map(({ sha256 }) => sha256))
  const lost = mutation.files.filter(({ sha256 }) => !here.has(sha256))
  if (lost.length === 0) return []
  const template = (await database.templates.get([mutation.template, mutation.version]))?.template
  return lost.map(({ sha256, name }) => ({ answer, code, question: titleOf(template, mutation, sha256), name }))
}

/**
 * Adds the code that the server had assigned before it was restored, because people may search for the answer by it.
 */
function withAssignedCode(mutation: Mutation, code: string): Mutation {
  if (mutation.kind !== 'answer.submit') return mutation
  const codes = [...new Set([...(mutation.returned?.codes ?? []), ...(code === '' ? [] : [code])])]
  return { ...mutation, returned: { codes: codes.slice(-MAX_EARLIER_CODES) } }
}

/** Returns the title of the question that a file belongs to; empty for a signature or an unknown form. */
function titleOf(template: FormTemplate | undefined, mutation: Mutation, sha256: Sha256): string {
  const [address] = listValues(mutation).find(([, value]) => Object.values(value).includes(sha256)) ?? []
  if (address === undefined) return ''
  const { section, question, condition } = parseAddress(address)
  const found = template?.secciones.find(({ orden }) => orden === section)
  const questions =
    condition === null ? found?.preguntas : found?.conditions.find(({ order }) => order === condition)?.questions
  return questions?.find(({ orden }) => orden === question)?.titulo ?? ''
}

function listValues(mutation: Mutation): readonly (readonly [Address, object])[] {
  if (mutation.kind === 'answer.submit') return Object.entries(mutation.content.values) as [Address, object][]
  if (!('correction' in mutation)) return []
  return mutation.correction.values.flatMap(({ at, value }) => (value === null ? [] : [[at, value] as const]))
}

/** Returns the first code that each answer received. */
async function readCodes(database: RelevoDatabase): Promise<ReadonlyMap<AnswerId, string>> {
  const codes = new Map<AnswerId, string>()
  for (const { receipts } of await database.received.toArray())
    for (const receipt of receipts)
      if ('code' in receipt) codes.set(receipt.answer, codes.get(receipt.answer) ?? receipt.code)
  return codes
}

/** Deletes the receipts of mutations that the restored server no longer has. */
async function forgetReceipts(database: RelevoDatabase, ids: ReadonlySet<MutationId>): Promise<void> {
  for (const { id, receipts } of await database.received.toArray()) {
    const left = receipts.filter((receipt) => !ids.has(receipt.id))
    if (id === undefined || left.length === receipts.length) continue
    if (left.length === 0) await database.received.delete(id)
    else await database.received.put({ id, ...buildReceivedRow(left) })
  }
}

async function retryRefused(database: RelevoDatabase, answers: ReadonlySet<AnswerId>): Promise<void> {
  const rows = await database.outbox
    .where('answer')
    .anyOf([...answers])
    .toArray()
  const refused = rows.filter(
    ({ entry: { state } }) => state.kind === 'quarantined' && state.problem.code === 'answer.missing',
  )
  await database.outbox.bulkPut(refused.map((row) => withEntry(row, retryQuarantinedEntry(row.entry))))
}
