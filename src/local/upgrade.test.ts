import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { mutationSchema, type Mutation } from '#domain/sync/index.ts'
import { buildMove, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openLocal } from './local.ts'
import { listOutbox, outboxSummary } from './outbox.ts'
import { loadAnswer } from './reads.ts'

/** The tables as the first app made them; they never change again. */
const FIRST = {
  templates: '[id+version], id, current',
  areas: 'path',
  meta: 'key',
  answers: 'id, [template+version], [template+at], at',
  drafts: 'id, updatedAt',
  outbox: '++order, &id, answer, [state+order], state',
  receipts: 'id, answer',
  blobs: 'sha256',
  needs: '[owner+sha256], owner, sha256',
  uploads: 'sha256',
}

it('an update takes over what the first app has saved and not sent, also while that app is open in another tab', async () => {
  const indexedDB = new IDBFactory()
  const first = new Dexie(`relevo-${AUTHOR_PROFILE.id}`, { indexedDB, IDBKeyRange })
  first.version(1).stores(FIRST)
  await first.open()
  const mutation = buildPlainSubmit(1, 'before the update')
  const at = toInstant(0)
  const { id, answer, template, version } = mutation
  const entry = {
    id,
    answer,
    mutation,
    files: [],
    savedAt: at,
    attempts: 0,
    frozen: false,
    state: { kind: 'waiting', notBefore: 0 },
  }
  await first.table('answers').add({ id: answer, template, version, at, submit: mutation })
  await first.table('outbox').add({ id, answer, state: 'waiting', entry })
  const local = openLocal(AUTHOR_PROFILE.id, { indexedDB, IDBKeyRange })
  expect((await listOutbox(local)).map((waiting) => waiting.mutation)).toEqual([{ ...mutation, offset: null }])
  expect(await loadAnswer(local, answer)).toMatchObject({ submit: { id }, delivery: { kind: 'saved' } })
  expect(first.isOpen()).toBe(false)
  local.close()
})

/** Today's tables as an app of an earlier protocol left them: the same, with less in the version. */
async function leftBehind(version: number, rows: readonly { readonly mutation: unknown; readonly state: object }[]) {
  const indexedDB = new IDBFactory()
  const old = new Dexie(`relevo-${AUTHOR_PROFILE.id}`, { indexedDB, IDBKeyRange })
  old.version(1).stores(FIRST)
  if (version > 1) old.version(version).stores({ fates: 'answer', outbox: '++order, &id, answer, [state+order]' })
  await old.open()
  for (const { mutation, state } of rows) {
    const { id, answer, template, version: filledWith } = mutation as Mutation
    const entry = { id, answer, mutation, files: [], savedAt: toInstant(0), attempts: 3, frozen: true, state }
    await old.table('outbox').add({ id, answer, state: (state as { kind: string }).kind, entry })
    await old.table('answers').put({ id: answer, template, version: filledWith, at: toInstant(0), submit: mutation })
  }
  old.close()
  return openLocal(AUTHOR_PROFILE.id, { indexedDB, IDBKeyRange })
}

it('an update takes over the receipts, and what an earlier app had under way waits again', async () => {
  const indexedDB = new IDBFactory()
  const first = new Dexie(`relevo-${AUTHOR_PROFILE.id}`, { indexedDB, IDBKeyRange })
  first.version(1).stores(FIRST)
  await first.open()
  const [sending, received, at] = [buildPlainSubmit(2, 'under way'), buildPlainSubmit(3, 'arrived'), toInstant(0)]
  const { id, answer, template, version } = sending
  const state = { kind: 'sending', since: 0 }
  await first.table('outbox').add({
    id,
    answer,
    state: 'sending',
    entry: { id, answer, mutation: sending, files: [], savedAt: at, attempts: 0, frozen: true, state },
  })
  const receipt = {
    id: received.id,
    answer: received.answer,
    status: 'applied',
    version: 1,
    code: 'VIS1',
    receivedAt: at,
    receipt: [],
  }
  await first.table('receipts').add({ id: received.id, answer: received.answer, receipt })
  await first.table('answers').add({ id: received.answer, template, version, at, submit: received })
  first.close()
  const local = openLocal(AUTHOR_PROFILE.id, { indexedDB, IDBKeyRange })
  expect((await listOutbox(local)).map((entry) => [entry.id, entry.state.kind])).toEqual([[id, 'waiting']])
  expect(await outboxSummary(local)).toMatchObject({ waiting: 1, sending: 0 })
  expect(await loadAnswer(local, received.answer)).toMatchObject({ delivery: { kind: 'received', code: 'VIS1' } })
  local.close()
})

/** What each version changed in the tables, as the apps that brought it declared it. */
const STEPS: readonly Readonly<Record<string, string | null>>[] = [
  FIRST,
  { fates: 'answer', outbox: '++order, &id, answer, [state+order]' },
  {},
  {},
  { edits: 'id, updatedAt', editParts: '[edit+part], edit' },
  { claims: '++id', received: '++id, *mutations, *answers', receipts: null },
  {},
]

/** The tables on this disk, with their keys and indexes. */
function tablesOn(indexedDB: IDBFactory): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(`relevo-${AUTHOR_PROFILE.id}`)
    request.onerror = () => reject(request.error ?? new Error('Not opened'))
    request.onsuccess = () => {
      const database = request.result
      const names = [...database.objectStoreNames].sort()
      const transaction = database.transaction(names)
      const tables = names.map((name) => {
        const store = transaction.objectStore(name)
        const indexes = [...store.indexNames]
          .sort()
          .map((index) => store.index(index))
          .map(({ name: index, keyPath, unique, multiEntry }) => ({ index, keyPath, unique, multiEntry }))
        return { name, keyPath: store.keyPath, autoIncrement: store.autoIncrement, indexes }
      })
      database.close()
      resolve({ version: database.version, tables })
    }
  })
}

it.each(STEPS.map((_, index) => index + 1))(
  'an update from version %i ends with the same tables as a new device, and loses no row',
  async (version) => {
    const [indexedDB, fresh] = [new IDBFactory(), new IDBFactory()]
    const old = new Dexie(`relevo-${AUTHOR_PROFILE.id}`, { indexedDB, IDBKeyRange })
    for (const [index, change] of STEPS.slice(0, version).entries()) old.version(index + 1).stores(change)
    await old.open()
    await old.table('blobs').add({ sha256: 'x', data: new ArrayBuffer(3) })
    if (version < 6)
      for (let number = 0; number < 250; number += 1)
        await old
          .table('receipts')
          .add({ id: `${number}`, answer: `${number}`, receipt: { id: `${number}`, answer: `${number}` } })
    old.close()
    for (const disk of [indexedDB, fresh]) {
      const local = openLocal(AUTHOR_PROFILE.id, { indexedDB: disk, IDBKeyRange })
      await listOutbox(local)
      const receipts = (await local.database.received.toArray()).flatMap((row) => row.receipts)
      expect([receipts.length, await local.database.blobs.count()]).toEqual(
        disk === fresh ? [0, 0] : [version < 6 ? 250 : 0, 1],
      )
      local.close()
    }
    expect(await tablesOn(indexedDB)).toEqual(await tablesOn(fresh))
  },
)

const waiting = { kind: 'waiting', notBefore: 0 }
const aside = (code: string) => ({ kind: 'quarantined', problem: { code }, at: toInstant(0) })

describe('what an app of an earlier protocol has saved and not sent', () => {
  const submit = buildPlainSubmit(1, 'old', { offset: 0 })
  const decision = (resolves: unknown) => ({
    ...buildMove(2),
    kind: 'answer.correct',
    from: undefined,
    to: undefined,
    correction: { values: [], conditions: [], rows: [] },
    resolves,
  })
  const old = decision([submit.id])
  const today = { ...decision([{ mutation: submit.id, at: null }]) }

  it.each([
    [1, 1, null],
    [2, 1, null],
    [3, 2, 0],
  ])(
    'in tables of version %i (protocol %i) says the same in the words of today',
    async (version, _protocol, offset) => {
      const local = await leftBehind(version, [
        { mutation: submit, state: waiting },
        { mutation: old, state: waiting },
      ])
      expect((await listOutbox(local)).map((entry) => entry.mutation)).toEqual([
        { ...submit, offset },
        { ...today, offset },
      ])
      expect(await loadAnswer(local, submit.answer)).toMatchObject({ submit: { id: submit.id, offset } })
      for (const { mutation } of await listOutbox(local))
        expect(mutationSchema.safeParse(JSON.parse(JSON.stringify(mutation))).success).toBe(true)
      local.close()
    },
  )

  it('and was set aside for its age is tried again; what was refused for another reason is not', async () => {
    const other = buildPlainSubmit(5, 'forbidden', { offset: 0 })
    const local = await leftBehind(2, [
      { mutation: submit, state: aside('request.unsupported-protocol') },
      { mutation: other, state: aside('access.forbidden') },
    ])
    expect((await listOutbox(local)).map(({ attempts, state }) => [attempts, state.kind])).toEqual([
      [0, 'waiting'],
      [3, 'quarantined'],
    ])
    expect(await outboxSummary(local)).toMatchObject({ waiting: 1, quarantined: 1 })
    local.close()
  })
})
