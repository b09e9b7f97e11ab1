import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openLocal } from './local.ts'
import { listOutbox } from './outbox.ts'
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
  const entry = { id, answer, mutation, files: [], savedAt: at, attempts: 0, frozen: false, state: { kind: 'waiting', notBefore: 0 } }
  await first.table('answers').add({ id: answer, template, version, at, submit: mutation })
  await first.table('outbox').add({ id, answer, state: 'waiting', entry })
  const local = openLocal(AUTHOR_PROFILE.id, { indexedDB, IDBKeyRange })
  expect((await listOutbox(local)).map((waiting) => waiting.mutation)).toEqual([mutation])
  expect(await loadAnswer(local, answer)).toMatchObject({ submit: mutation, delivery: { kind: 'saved' } })
  expect(first.isOpen()).toBe(false)
  local.close()
})
