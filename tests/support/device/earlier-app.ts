import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import type { Author } from '#domain/kernel/index.ts'
import type { Mutation, PushRequest } from '#domain/sync/index.ts'
import { releaseOwnersFiles } from '#local/files.ts'
import { type Draft, openLocal, type StorageOptions, type TemplateEdit } from '#local/index.ts'

/**
 * A fictional app, older than any release: it has the tables of version 0.5 and speaks protocol 0, with other names for
 * a moment, a beginning and a title. It lets every version test the upgrade from an earlier one.
 */
export const EARLIER_PROTOCOL = 0

type Fields = Readonly<Record<string, unknown>>
const renamed =
  (from: string, to: string) =>
  (fields: Fields): Fields => {
    const { [from]: value, ...rest } = fields
    return from in fields ? { ...rest, [to]: value } : fields
  }
const renamedForms =
  (from: string, to: string) =>
  (edit: Fields): Fields => ({
    ...edit,
    form: renamed(from, to)(edit['form'] as Fields),
    sent: edit['sent'] === null ? null : renamed(from, to)(edit['sent'] as Fields),
  })

/** The parts of today's app and server that know about it. */
export const EARLIER_APP = {
  upgrades: [{ version: 1, from: EARLIER_PROTOCOL }],
  steps: {
    [EARLIER_PROTOCOL]: {
      mutation: renamed('moment', 'clock'),
      draft: renamed('begun', 'startedAt'),
      edit: renamedForms('title', 'titulo'),
    },
  },
} as const satisfies StorageOptions['earlier']

/** Messages in its format, written independently of the product and its conversions. */
export const inEarlierWords = {
  mutation: ({ clock: moment, ...rest }: Mutation): unknown => ({ ...rest, moment }),
  draft: ({ startedAt: begun, ...rest }: Draft): unknown => ({ ...rest, begun }),
  form: ({ titulo: title, ...rest }: Omit<TemplateEdit['form'], 'secciones'>): unknown => ({ ...rest, title }),
  /** the body of a push as it would send it */
  push: (body: string): string => {
    const request = JSON.parse(body) as PushRequest
    const mutations = request.mutations.map((one) => inEarlierWords.mutation(one as Mutation))
    return JSON.stringify({ ...request, protocol: EARLIER_PROTOCOL, mutations })
  },
}

/** Its tables: one index that no longer exists, and without one added since. */
const TABLES = {
  templates: '[id+version], id, current',
  areas: 'path',
  meta: 'key',
  forms: 'id',
  answers: 'id, [template+version], at',
  olderAnswers: 'id, [template+fechaCreacion]',
  drafts: 'id, updatedAt',
  outbox: '++order, &id, answer, [state+order], state',
  claims: '++id',
  received: '++id, *mutations, *answers',
  fates: 'answer',
  blobs: 'sha256',
  needs: '[owner+sha256], owner, sha256',
  uploads: 'sha256',
  edits: 'id, updatedAt',
  editParts: '[edit+part], edit',
}
type TableName = keyof typeof TABLES

const WORDS: { readonly [T in TableName]?: (row: never) => unknown } = {
  outbox: (row: { readonly entry: { readonly mutation: Mutation } }) => ({
    ...row,
    entry: { ...row.entry, mutation: inEarlierWords.mutation(row.entry.mutation) },
  }),
  answers: (row: { readonly submit?: Mutation }) =>
    row.submit === undefined ? row : { ...row, submit: inEarlierWords.mutation(row.submit) },
  drafts: inEarlierWords.draft,
  edits: (row: { readonly head: TemplateEdit['form'] }) => ({ ...row, head: inEarlierWords.form(row.head) }),
  editParts: (row: { readonly sent?: TemplateEdit['form'] }) =>
    row.sent === undefined ? row : { ...row, sent: inEarlierWords.form(row.sent) },
}

/** Today's app, or a later one, which can upgrade the earlier one. */
export function openUpgraded(account: Author, indexedDB: IDBFactory) {
  return openLocal(account, { indexedDB, IDBKeyRange, earlier: EARLIER_APP })
}

/** The earlier app's own database, empty. */
export async function openEarlier(account: Author, indexedDB: IDBFactory): Promise<Dexie> {
  const earlier = new Dexie(`relevo-${account}`, { indexedDB, IDBKeyRange })
  earlier.version(0.5).stores(TABLES)
  return earlier.open()
}

/**
 * Converts the disk to the earlier app's database, with the same work in it. Requires that no process has the database
 * open.
 * @param remove deletes today's database
 */
export async function ageDatabase(account: Author, indexedDB: IDBFactory, remove: () => unknown): Promise<void> {
  const today = openUpgraded(account, indexedDB)
  await today.database.open()
  const kept = new Map<TableName, readonly unknown[]>()
  // It keeps nothing of what it has sent, and so none of its files.
  const owners = (await today.database.needs.toArray()).map(({ owner }) => owner)
  await releaseOwnersFiles(
    today.database,
    owners.filter((owner) => owner.startsWith('sent:')),
  )
  for (const table of Object.keys(TABLES) as TableName[]) kept.set(table, await today.database.table(table).toArray())
  today.close()
  await remove()
  const earlier = await openEarlier(account, indexedDB)
  for (const [table, rows] of kept)
    await earlier.table(table).bulkPut(rows.map((row) => WORDS[table]?.(row as never) ?? row))
  earlier.close()
}
