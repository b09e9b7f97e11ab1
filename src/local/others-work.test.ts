import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { authorSchema, toInstant, type Author } from '#domain/kernel/index.ts'
import { quarantineEntry } from '#domain/sync/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildDatabaseName, listOutbox, openDevice, openLocal, saveAnswer, setCurrentAccount } from './index.ts'
import { rescheduleEntries } from './outbox.ts'
import { hasOtherAccountsWork } from './others-work.ts'

const [ANA, EVA] = ['ana', 'eva'].map((name) => authorSchema.parse(name)) as [Author, Author]

async function savedBy(author: Author, accounts: readonly Author[]) {
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange }
  const device = openDevice(storage.indexedDB)
  for (const account of accounts) await setCurrentAccount(device, account)
  const local = openLocal(author, storage)
  await saveAnswer(local, { mutation: buildPlainSubmit(1, 'una luz', { author }) })
  return { storage, local }
}

it('tells every account but its own that unsent work is here, and the sign-in page', async () => {
  const { storage } = await savedBy(EVA, [EVA, ANA])
  expect(await hasOtherAccountsWork(ANA, storage)).toBe(true)
  expect(await hasOtherAccountsWork(EVA, storage)).toBe(false)
  expect(await hasOtherAccountsWork(undefined, storage)).toBe(true)
})

it('looks at all accounts, also behind one whose database cannot be opened', async () => {
  const PIA = authorSchema.parse('adan') as Author
  const { storage } = await savedBy(EVA, [PIA, EVA, ANA])
  // A database of a later app version.
  await new Promise((resolve) => {
    storage.indexedDB.open(buildDatabaseName(PIA), 1_000_000).onsuccess = resolve
  })
  expect(await hasOtherAccountsWork(ANA, storage)).toBe(true)
})

it('counts refused work as unsent', async () => {
  const { storage, local } = await savedBy(EVA, [EVA, ANA])
  const [entry] = await listOutbox(local)
  if (entry === undefined) throw new Error('Nothing was saved')
  await rescheduleEntries(local, [quarantineEntry(entry, { code: 'template.missing' }, toInstant(0))])
  expect(await hasOtherAccountsWork(ANA, storage)).toBe(true)
})

it('says nothing where no other account has unsent work', async () => {
  const { storage } = await savedBy(EVA, [EVA])
  expect(await hasOtherAccountsWork(EVA, storage)).toBe(false)
})
