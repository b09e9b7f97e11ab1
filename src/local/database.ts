import { Dexie, type EntityTable, type Table, type Transaction } from 'dexie'
import type { Answer, HeldResult, OlderAnswer } from '#domain/answers/index.ts'
import type { FormSummary, FormTemplate, EditorForm, EditorSection } from '#domain/templates/index.ts'
import type { AnswerId, AreaPath, Instant, MutationId, Sha256, TemplateId, Author } from '#domain/kernel/index.ts'
import {
  convertProtocol,
  type SyncedArea,
  type OutboxEntry,
  type ProtocolSteps,
  type StoredReceipt,
  type Mutation,
} from '#domain/sync/index.ts'
import type { FileClaim, SubmitMutation } from '#domain/answering/index.ts'
import type { Draft } from './draft.ts'
import { fromEditRows, toEditPartRows, toEditRow } from './edit-rows.ts'
import type { TemplateEditBase, TemplateEditSummary } from './edit.ts'
import { buildDatabaseName } from './local.ts'

type TemplateRow = {
  readonly id: TemplateId
  readonly version: number
  /** 1 for the version that new answers use; a number because IndexedDB cannot index booleans */
  readonly current: 0 | 1
  readonly template: FormTemplate
}

/** An answer as this device knows it: its own submission, the server's copy, or both. */
export type AnswerRow = {
  readonly id: AnswerId
  readonly template: TemplateId
  readonly version: number
  /** creation time; lists are sorted by this time */
  readonly at: Instant
  readonly submit?: SubmitMutation
  readonly answer?: Answer
  /** set when the user opens an old answer: first 'just now', then the server time of the next pull */
  readonly opened?: Instant | 'just now'
}

/** An outbox entry with its indexed columns. */
export type OutboxRow = {
  readonly order: number
  readonly id: MutationId
  readonly answer: AnswerId
  /** never `sending`: entries being sent are in `claims` */
  readonly state: OutboxEntry['state']['kind']
  readonly entry: OutboxEntry
}

/** An entry that is being sent. */
export type ClaimedEntry = {
  readonly order: number
  readonly id: MutationId
  readonly answer: AnswerId
  readonly hasFiles: boolean
}
/**
 * A batch that a runner is sending. The row is deleted with its last entry, or when the next runner finds it abandoned.
 */
type ClaimRow = { readonly id?: number; readonly since: number; readonly entries: readonly ClaimedEntry[] }

/** The receipts of one push as one row, indexed by each answer in it. */
export type ReceivedRow = {
  readonly id?: number
  readonly answers: readonly AnswerId[]
  readonly receipts: readonly StoredReceipt[]
}

/**
 * Received mutations of one push, stored in case the server is restored from an older backup (sent.ts). One row per
 * push, because each row and index costs a browser more than the mutations themselves.
 */
export type SentRow = {
  readonly id?: number
  /** number of answers in these mutations */
  readonly size: number
  /** server time of the latest receipt of these mutations */
  readonly at: Instant
  readonly mutations: readonly SentMutation[]
}

export type SentMutation = {
  /** former order in the outbox, which the mutation gets again if it is returned to the outbox */
  readonly order: number
  readonly mutation: Mutation
}

/** The outcome of a held answer. It can arrive before the receipt does, if the reply to the push was lost. */
type HeldOutcomeRow = HeldResult

/**
 * File bytes in a separate table, so that counting or listing files does not read them. Uses ArrayBuffer, because
 * WebKit has lost Blobs.
 */
export type BlobRow = { readonly sha256: BlobKey; readonly data: ArrayBuffer }
/** Key of a stored piece: the file's hash for the first piece, the hash with a number for each further piece. */
export type BlobKey = Sha256 | `${Sha256}:${number}`

/**
 * A reference from a draft, an entry or a received mutation to a file. Bytes are deleted in the transaction that
 * deletes the last reference to them.
 */
type FileReferenceRow = FileClaim & { readonly owner: FileOwner }
export type FileOwner = `draft:${AnswerId}` | `outbox:${MutationId}` | `sent:${MutationId}`

/** The URL at which a started upload resumes. */
type UploadRow = { readonly sha256: Sha256; readonly url: string }

/** A template edit without its sections, so that a keystroke writes little. */
export type EditRow = TemplateEditSummary & {
  readonly head: Omit<EditorForm, 'secciones'>
  readonly sections: readonly string[]
}
/** Large parts of an edit, by key: its base, the form that was sent without a reply, and each section. */
export type EditPartRow =
  | { readonly edit: TemplateId; readonly part: 'base'; readonly base: TemplateEditBase }
  | { readonly edit: TemplateId; readonly part: 'sent'; readonly sent: EditorForm }
  | { readonly edit: TemplateId; readonly part: `section:${string}`; readonly section: EditorSection }

type MetaRow = { readonly key: string; readonly value: unknown }

/** The row type of each table. Changes with `TABLES_VERSION`; schemas of stored rows are in tests/support/frozen. */
export type TableRowTypes = {
  readonly templates: TemplateRow
  readonly areas: SyncedArea
  readonly meta: MetaRow
  readonly answers: AnswerRow
  readonly olderAnswers: OlderAnswer
  readonly forms: FormSummary
  readonly drafts: Draft
  readonly outbox: OutboxRow
  readonly claims: ClaimRow
  readonly received: ReceivedRow
  readonly sent: SentRow
  readonly fates: HeldOutcomeRow
  readonly blobs: BlobRow
  readonly needs: FileReferenceRow
  readonly uploads: UploadRow
  readonly edits: EditRow
  readonly editParts: EditPartRow
}

type TableOf<Name extends keyof TableRowTypes, K> = Table<TableRowTypes[Name], K>

export type RelevoDatabase = Dexie & {
  readonly templates: TableOf<'templates', [TemplateId, number]>
  readonly areas: TableOf<'areas', AreaPath>
  readonly meta: TableOf<'meta', string>
  readonly answers: TableOf<'answers', AnswerId>
  readonly olderAnswers: TableOf<'olderAnswers', AnswerId>
  readonly forms: TableOf<'forms', TemplateId>
  readonly drafts: TableOf<'drafts', AnswerId>
  readonly outbox: EntityTable<TableRowTypes['outbox'], 'order'>
  readonly claims: TableOf<'claims', number>
  readonly received: TableOf<'received', number>
  readonly sent: TableOf<'sent', number>
  readonly fates: TableOf<'fates', AnswerId>
  readonly blobs: TableOf<'blobs', BlobKey>
  readonly needs: TableOf<'needs', [FileOwner, Sha256]>
  readonly uploads: TableOf<'uploads', Sha256>
  readonly edits: TableOf<'edits', TemplateId>
  readonly editParts: TableOf<'editParts', [TemplateId, EditPartRow['part']]>
}

/**
 * Schema version. Increase it by one with each change of tables, rows or protocol; frozen-tables.test.ts checks this.
 */
export const TABLES_VERSION = 1

export const TABLES = {
  templates: '[id+version], id, current',
  areas: 'path',
  meta: 'key',
  forms: 'id',
  answers: 'id, [template+version], [template+at], at',
  olderAnswers: 'id, [template+fechaCreacion]',
  drafts: 'id, updatedAt',
  // `[state+order]` also serves queries by `state` alone.
  outbox: '++order, &id, answer, [state+order]',
  // A batch is one row: in `claims` while it is being sent, in `received` once the server has received it.
  claims: '++id',
  received: '++id, *answers',
  sent: '++id, at, size',
  fates: 'answer',
  blobs: 'sha256',
  needs: '[owner+sha256], owner, sha256',
  uploads: 'sha256',
  edits: 'id, updatedAt',
  editParts: '[edit+part], edit',
} as const satisfies Readonly<Record<keyof TableRowTypes, string>>

/** Migration of rows of tables older than `version`, written by an app of protocol `from`. */
type Upgrade = { readonly version: number; readonly from: number }
const UPGRADES: readonly Upgrade[] = []

/**
 * Storage that tests and the simulator inject, so that each of their devices has separate data. Default: the browser's.
 */
export type StorageOptions = {
  readonly indexedDB?: IDBFactory
  readonly IDBKeyRange?: typeof IDBKeyRange
  /** made-up earlier versions and protocols, for tests */
  readonly earlier?: { readonly upgrades: readonly Upgrade[]; readonly steps: ProtocolSteps }
}

export function createDatabase(account: Author, { earlier, ...storage }: StorageOptions): RelevoDatabase {
  // Dexie runs live queries only if an IndexedDB existed when it was loaded.
  if (storage.indexedDB !== undefined) Dexie.dependencies.indexedDB ??= storage.indexedDB
  const database = new Dexie(buildDatabaseName(account), {
    ...storage,
    // "Saved" is shown after `complete`, so `complete` must mean "on the disk". Dexie passes this option to every
    // IDBDatabase.transaction(); save-answer.test.ts checks that.
    chromeTransactionDurability: 'strict',
    // Dexie's cache shows writes before their commit, and databases of the same name share it, so reads could be wrong.
    cache: 'disabled',
  }) as RelevoDatabase
  database.version(TABLES_VERSION).stores(TABLES)
  // Dexie compares the declared version with the existing tables. Only the newest version and versions that rewrite
  // rows are declared, because Dexie parses each at every opening. Omitting a table from a version deletes its rows.
  for (const { version, from } of [...UPGRADES, ...(earlier?.upgrades ?? [])]) {
    database
      .version(version)
      .stores(TABLES)
      .upgrade((transaction) => upgradeStored(transaction, from, earlier?.steps))
  }
  return database
}

/** Returns whether the tables on disk are newer than this app knows. Dexie multiplies its versions by ten. */
export function isDatabaseNewer(database: RelevoDatabase): boolean {
  return Math.floor(database.backendDB().version / 10) > TABLES_VERSION
}

/** Problem codes that only mean this app or the server is too old: the entry is retried after an update. */
const OUTDATED_APP_CODES = new Set(['request.unsupported-protocol', 'request.malformed'])

/**
 * Migrates stored work of an earlier app to the next protocol (entries, sent mutations, submitted answers, drafts,
 * edits), in the transaction that updates the tables. Even a frozen entry may be rewritten: the server treats the old
 * form of the message the same way, and the id stays the same.
 * @param from protocol of the app that wrote these tables
 */
async function upgradeStored(transaction: Transaction, from: number, earlier?: ProtocolSteps): Promise<void> {
  const words = { to: from + 1, earlier }
  const outbox = transaction.table<OutboxRow>('outbox')
  const rows = (await outbox.toArray()).map((row) => {
    const mutation = convertProtocol('mutation', row.entry.mutation, from, words) as Mutation
    const entry = retryQuarantined({ ...row.entry, mutation })
    return { ...row, state: entry.state.kind, entry }
  })
  await outbox.bulkPut(rows)
  const sent = transaction.table<SentRow>('sent')
  const kept = (await sent.toArray()).map((row) => {
    const mutations = row.mutations.map(({ order, mutation }) => {
      return { order, mutation: convertProtocol('mutation', mutation, from, words) as Mutation }
    })
    return { ...row, mutations }
  })
  await sent.bulkPut(kept)
  const answers = transaction.table<AnswerRow>('answers')
  const known = (await answers.toArray()).flatMap((row) => {
    const submit = convertProtocol('mutation', row.submit, from, words) as AnswerRow['submit']
    return submit === undefined || submit === row.submit ? [] : [{ ...row, submit }]
  })
  await answers.bulkPut(known)
  const drafts = transaction.table<Draft>('drafts')
  await drafts.bulkPut((await drafts.toArray()).map((draft) => convertProtocol('draft', draft, from, words) as Draft))
  await upgradeEdits(transaction, (edit) => convertProtocol('edit', edit, from, words))
}

async function upgradeEdits(transaction: Transaction, convert: (edit: unknown) => unknown): Promise<void> {
  const [edits, parts] = [transaction.table<EditRow>('edits'), transaction.table<EditPartRow>('editParts')]
  for (const row of await edits.toArray()) {
    const ownCollection = parts.where('edit').equals(row.id)
    const edit = fromEditRows(row, await ownCollection.toArray())
    const templateEdit = convert(edit) as typeof edit
    if (templateEdit === edit) continue
    await ownCollection.delete()
    await edits.put(toEditRow(templateEdit))
    await parts.bulkPut([...toEditPartRows(templateEdit)])
  }
}

function retryQuarantined(entry: OutboxEntry): OutboxEntry {
  const aside = entry.state.kind === 'quarantined' && OUTDATED_APP_CODES.has(entry.state.problem.code)
  return aside ? { ...entry, attempts: 0, state: { kind: 'waiting', notBefore: 0 } } : entry
}
