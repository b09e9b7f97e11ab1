import { Dexie, type EntityTable, type Table } from 'dexie'
import type { Answer, HeldFate, OlderAnswer } from '#domain/answers/index.ts'
import type { FormSummary, FormTemplate, EditorForm, EditorSection } from '#domain/templates/index.ts'
import type { AnswerId, AreaPath, Instant, MutationId, Sha256, TemplateId, Author } from '#domain/kernel/index.ts'
import type { AreaEntry, OutboxEntry, Steps, StoredReceipt } from '#domain/sync/index.ts'
import type { FileClaim, Submit } from '#domain/answering/index.ts'
import type { Draft } from './draft.ts'
import type { EditBase, EditSummary } from './edit.ts'
import { databaseName } from './local.ts'
import { upgradeStored } from './upgrade.ts'

export type TemplateRow = {
  readonly id: TemplateId
  readonly version: number
  /** 1 for the version that new answers use; IndexedDB cannot index booleans */
  readonly current: 0 | 1
  readonly template: FormTemplate
}

/** An answer as this device knows it: what it saved itself, what the server says, or both. */
export type AnswerRow = {
  readonly id: AnswerId
  readonly template: TemplateId
  readonly version: number
  /** when it was made; lists are sorted by it */
  readonly at: Instant
  readonly submit?: Submit
  readonly answer?: Answer
  /** of long ago, and fetched because the user opened it: when the next pull came, by the server's clock */
  readonly opened?: Instant | 'just now'
}

/** Columns that IndexedDB indexes, beside the entry itself. */
export type OutboxRow = {
  readonly order: number
  readonly id: MutationId
  readonly answer: AnswerId
  /** never `sending`: what is under way is in `claims` */
  readonly state: OutboxEntry['state']['kind']
  readonly entry: OutboxEntry
}

/** An entry that is under way. */
export type ClaimedEntry = {
  readonly order: number
  readonly id: MutationId
  readonly answer: AnswerId
  readonly hasFiles: boolean
}
/** One batch that a runner has taken; gone with its last entry, or when the next runner finds it left behind. */
export type ClaimRow = { readonly id?: number; readonly since: number; readonly entries: readonly ClaimedEntry[] }

/** What one push brought: its receipts in one row, found by each mutation and each answer that it names. */
export type ReceivedRow = {
  readonly id?: number
  readonly mutations: readonly MutationId[]
  readonly answers: readonly AnswerId[]
  readonly receipts: readonly StoredReceipt[]
}

/** What became of an answer that was held; it may come before its receipt does, when the reply to the push was lost. */
export type FateRow = HeldFate

/** The bytes alone, so that nothing that counts or lists files has to read them. ArrayBuffer: WebKit has lost Blobs. */
export type BlobRow = { readonly sha256: BlobKey; readonly data: ArrayBuffer }
/** A file's hash; of a long file the first piece, and the hash with a number for each further one. */
export type BlobKey = Sha256 | `${Sha256}:${number}`

/** One row for each thing that needs a file; bytes without a need are dropped in the same transaction. */
export type NeedRow = FileClaim & { readonly owner: Owner }
export type Owner = `draft:${AnswerId}` | `outbox:${MutationId}`

/** Where a started upload goes on. */
export type UploadRow = { readonly sha256: Sha256; readonly url: string }

/** An edit of a template without its sections, so that a keystroke writes little. */
export type EditRow = EditSummary & {
  readonly head: Omit<EditorForm, 'secciones'>
  readonly sections: readonly string[]
}
/** The long parts of an edit: what it began from, what was sent and not answered, and each section, by its key. */
export type EditPartRow =
  | { readonly edit: TemplateId; readonly part: 'base'; readonly base: EditBase }
  | { readonly edit: TemplateId; readonly part: 'sent'; readonly sent: EditorForm }
  | { readonly edit: TemplateId; readonly part: `section:${string}`; readonly section: EditorSection }

export type MetaRow = { readonly key: string; readonly value: unknown }

/** A row of each table, by name. Raised with `TABLES_VERSION`; schemas of what updates find: tests/support/frozen. */
export type RowsOf = {
  readonly templates: TemplateRow
  readonly areas: AreaEntry
  readonly meta: MetaRow
  readonly answers: AnswerRow
  readonly olderAnswers: OlderAnswer
  readonly forms: FormSummary
  readonly drafts: Draft
  readonly outbox: OutboxRow
  readonly claims: ClaimRow
  readonly received: ReceivedRow
  readonly fates: FateRow
  readonly blobs: BlobRow
  readonly needs: NeedRow
  readonly uploads: UploadRow
  readonly edits: EditRow
  readonly editParts: EditPartRow
}

type TableOf<Name extends keyof RowsOf, K> = Table<RowsOf[Name], K>

export type RelevoDatabase = Dexie & {
  readonly templates: TableOf<'templates', [TemplateId, number]>
  readonly areas: TableOf<'areas', AreaPath>
  readonly meta: TableOf<'meta', string>
  readonly answers: TableOf<'answers', AnswerId>
  readonly olderAnswers: TableOf<'olderAnswers', AnswerId>
  readonly forms: TableOf<'forms', TemplateId>
  readonly drafts: TableOf<'drafts', AnswerId>
  readonly outbox: EntityTable<RowsOf['outbox'], 'order'>
  readonly claims: TableOf<'claims', number>
  readonly received: TableOf<'received', number>
  readonly fates: TableOf<'fates', AnswerId>
  readonly blobs: TableOf<'blobs', BlobKey>
  readonly needs: TableOf<'needs', [Owner, Sha256]>
  readonly uploads: TableOf<'uploads', Sha256>
  readonly edits: TableOf<'edits', TemplateId>
  readonly editParts: TableOf<'editParts', [TemplateId, EditPartRow['part']]>
}

/** Raised by one with each change of tables or rows and with each protocol; frozen-tables.test.ts notices if not. */
export const TABLES_VERSION = 1

export const TABLES = {
  templates: '[id+version], id, current',
  areas: 'path',
  meta: 'key',
  forms: 'id',
  answers: 'id, [template+version], [template+at], at',
  olderAnswers: 'id, [template+fechaCreacion]',
  drafts: 'id, updatedAt',
  // `state` alone is the beginning of `[state+order]`: no index of its own.
  outbox: '++order, &id, answer, [state+order]',
  // A batch is one row: in `claims` while it is under way, in `received` when it has arrived.
  claims: '++id',
  received: '++id, *mutations, *answers',
  fates: 'answer',
  blobs: 'sha256',
  needs: '[owner+sha256], owner, sha256',
  uploads: 'sha256',
  edits: 'id, updatedAt',
  editParts: '[edit+part], edit',
} as const satisfies Readonly<Record<keyof RowsOf, string>>

/** Rows older than `version` are in an earlier protocol's words: it takes over what an app of protocol `from` left. */
type Upgrade = { readonly version: number; readonly from: number }
const UPGRADES: readonly Upgrade[] = []

/** Injected by tests and the simulator, where each device has storage of its own; else the browser's own. */
export type StorageOptions = {
  readonly indexedDB?: IDBFactory
  readonly IDBKeyRange?: typeof IDBKeyRange
  /** tests: earlier versions and protocols that never were */
  readonly earlier?: { readonly upgrades: readonly Upgrade[]; readonly steps: Steps }
}

export function createDatabase(account: Author, { earlier, ...storage }: StorageOptions): RelevoDatabase {
  const database = new Dexie(databaseName(account), {
    ...storage,
    // "Saved" on screen is said after `complete`, so `complete` has to mean "on the disk". Dexie hands this to every
    // IDBDatabase.transaction(); save-answer.test.ts checks that it arrives.
    chromeTransactionDurability: 'strict',
    // Dexie's cache shows writes before their commit, and databases of one name share it: both would lie.
    cache: 'disabled',
  }) as RelevoDatabase
  database.version(TABLES_VERSION).stores(TABLES)
  // Dexie compares the declared version with the tables it finds, so only versions that rewrite rows are declared, and
  // the newest: each is parsed at every opening. A table that a version leaves out is deleted with its rows.
  for (const { version, from } of [...UPGRADES, ...(earlier?.upgrades ?? [])]) {
    database
      .version(version)
      .stores(TABLES)
      .upgrade((transaction) => upgradeStored(transaction, from, earlier?.steps))
  }
  return database
}

/** The tables on disk have a newer shape than this app knows. Dexie multiplies its versions by ten. */
export function isNewer(database: RelevoDatabase): boolean {
  return Math.floor(database.backendDB().version / 10) > TABLES_VERSION
}
