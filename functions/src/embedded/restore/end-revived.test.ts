import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openMemoryFiles, openMemoryStore } from '#tests/support/memory/index.ts'
import { quietLog, watchStore } from '#core/index.ts'
import type { Store } from '#core/ports.ts'
import { keys, remove, set, unitForKeys, type Key, type StoredDocument, type Write } from '#domain/store/index.ts'
import { answerIdSchema, toInstant } from '#domain/kernel/index.ts'
import { answerOf } from '#tests/support/device/pages.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { endRevivedGrants, markDatabaseAndJournalHourly } from './end-revived.ts'
import { openEndedGrantsJournal } from './journal.ts'

const NO_NUMBERS = { isAhead: async () => false, continueAbove: async () => undefined }
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relevo-ended-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const file = () => join(folder, 'ended')
const [SESSION, OTHER, LINK] = [keys.session('a'), keys.session('b'), 'tokens/x' as Key<StoredDocument>]
const TOKEN = keys.apiToken('t1')
const [INES, LUIS] = [keys.credentials('ines'), keys.credentials('luis')]

/** Starts the server over a store. */
async function started(database: Store) {
  const journal = openEndedGrantsJournal(file(), Date.now, quietLog)
  const store = watchStore(database, {
    isWanted: () => true,
    wrote: (committed) => journal.note(committed),
  })
  const ports = { store, files: openMemoryFiles(Date.now), clock: Date.now, log: quietLog }
  const wasPutBack = await endRevivedGrants(ports, journal, NO_NUMBERS)
  const stop = markDatabaseAndJournalHourly(ports, journal)
  const write = (...writes: Write[]) => store.commit(unitForKeys([], () => ({ result: true, writes })))
  return { store, write, wasPutBack, stop }
}
const of = (document: object) => document as StoredDocument
/** A backup with two sessions, a link, a token and two passwords. */
async function backup(): Promise<Store> {
  const store = openMemoryStore()
  const { write, wasPutBack } = await started(store)
  expect(wasPutBack).toBe(false)
  await fill(write)
  return store
}
async function fill(write: (...writes: Write[]) => Promise<unknown>): Promise<void> {
  await write(
    set(SESSION, of({ userId: 'ines', active: true, epoch: 0 }) as never),
    set(OTHER, of({ userId: 'luis', active: true, epoch: 0 }) as never),
    set(LINK, of({ kind: 'password' })),
    set(TOKEN, of({ id: 't1', municipality: MUNICIPALITY }) as never),
    set(keys.tokenRegister(MUNICIPALITY as never), { tokens: ['t1', 't2'] } as never),
    set(INES, { passwordHash: 'old', epoch: 0 }),
    set(LUIS, { passwordHash: 'his', epoch: 0 }),
  )
}
const has = async (store: Store, key: Key) => (await store.get(key)) !== undefined

it('a start like any other ends nothing', async () => {
  const store = await backup()
  expect((await started(store)).wasPutBack).toBe(false)
  expect([await has(store, SESSION), await has(store, TOKEN), (await store.get(INES))?.passwordHash]).toEqual([
    true,
    true,
    'old',
  ])
})

it('sessions, tokens and passwords that were ended stay ended when a backup is put back', async () => {
  const store = await backup()
  const { write } = await started(store)
  await write(set(SESSION, of({ userId: 'ines', active: false, epoch: 0 }) as never), remove(TOKEN))
  await write(set(INES, { passwordHash: 'new', epoch: 1 }))
  const restored = openMemoryStore()
  await fill((...writes) => restored.commit(unitForKeys([], () => ({ result: true, writes }))))
  expect((await started(restored)).wasPutBack).toBe(true)
  for (const key of [SESSION, OTHER, LINK, TOKEN]) expect(await has(restored, key)).toBe(false)
  expect(await restored.get(keys.tokenRegister(MUNICIPALITY as never))).toEqual({ tokens: ['t2'] })
  const ines = await restored.get(INES)
  expect([ines?.passwordHash, ines?.epoch]).toEqual(['', 2])
  expect(await restored.get(LUIS)).toEqual({ passwordHash: 'his', epoch: 0 })
  // Only once.
  expect((await started(restored)).wasPutBack).toBe(false)
})

/** Like a copy of the file. */
async function copyOf(store: Store): Promise<Store> {
  const copy = openMemoryStore()
  const names = [
    SESSION,
    OTHER,
    LINK,
    TOKEN,
    INES,
    LUIS,
    keys.tokenRegister(MUNICIPALITY as never),
    'settings/ended-journal',
  ]
  const found = await store.getMany(names as Key[])
  const writes = names.flatMap((name) => {
    const document = found.get(name as Key)
    return document === undefined ? [] : [set(name as Key<StoredDocument>, document)]
  })
  await copy.commit(unitForKeys([], () => ({ result: true, writes })))
  return copy
}

describe('a backup that nothing contradicts, because sessions have only taken new ids since', () => {
  it('is noticed when it was made while the server ran and put back after it was stopped', async () => {
    const { store, stop } = await started(await backup())
    const copy = await copyOf(store)
    await stop()
    expect((await started(copy)).wasPutBack).toBe(true)
    for (const key of [SESSION, OTHER, LINK]) expect(await has(copy, key)).toBe(false)
    expect([await has(copy, TOKEN), (await copy.get(INES))?.passwordHash]).toEqual([true, 'old'])
    expect((await started(copy)).wasPutBack).toBe(false)
  })

  it('is noticed after an hour, too, when the server was not stopped but died', async () => {
    vi.useFakeTimers()
    try {
      const { store } = await started(await backup())
      const copy = await copyOf(store)
      await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
      expect((await started(copy)).wasPutBack).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('a folder that was stopped and moved with what has ended is none', async () => {
    const { store, stop } = await started(await backup())
    await stop()
    expect((await started(await copyOf(store))).wasPutBack).toBe(false)
  })
})

it('a start that died while it was ending what was revived is finished by the next one', async () => {
  const store = await backup()
  rmSync(file())
  // Opened, without any other action.
  openEndedGrantsJournal(file(), Date.now, quietLog)
  expect((await started(store)).wasPutBack).toBe(true)
  for (const key of [SESSION, OTHER, LINK, TOKEN]) expect(await has(store, key)).toBe(false)
})

it('where an older file of what has ended was put back, too, unless the machine has died between both marks', async () => {
  const store = await backup()
  const older = readFileSync(file())
  await started(store)
  writeFileSync(file(), older)
  expect((await started(store)).wasPutBack).toBe(false)
  await started(store)
  writeFileSync(file(), older)
  expect((await started(store)).wasPutBack).toBe(true)
  for (const key of [SESSION, OTHER, LINK, TOKEN]) expect(await has(store, key)).toBe(false)
})

it('where what has ended was not kept, all sessions, links and tokens end', async () => {
  const store = await backup()
  rmSync(file())
  expect((await started(store)).wasPutBack).toBe(true)
  for (const key of [SESSION, OTHER, LINK, TOKEN]) expect(await has(store, key)).toBe(false)
  expect((await store.get(INES))?.passwordHash).toBe('old')
})

describe('an answer erased for a person', () => {
  const id = answerIdSchema.parse('A'.repeat(26))
  const answer = { ...answerOf(1), id }
  const put = (store: Store, ...writes: Write[]) => store.commit(unitForKeys([], () => ({ result: 0, writes })))

  it('is erased again when a backup of before is restored, with its versions', async () => {
    const store = openMemoryStore()
    const { write } = await started(store)
    await write(set(keys.erased(id), { id, at: toInstant(0), reach: ['*'] }))
    const restored = openMemoryStore()
    await put(restored, set(keys.answer(id), { ...answer, version: 2 }), set(keys.answerVersion(id, 1), answer))
    expect((await started(restored)).wasPutBack).toBe(true)
    for (const key of [keys.answer(id), keys.answerVersion(id, 1), keys.answerVersion(id, 2), keys.deletedAnswer(id)])
      expect(await has(restored, key)).toBe(false)
    expect(await has(restored, keys.erased(id))).toBe(true)
    // Only once, and recorded for the next backup.
    expect((await started(restored)).wasPutBack).toBe(false)
    const older = openMemoryStore()
    await put(older, set(keys.answer(id), answer))
    await started(older)
    expect(await has(older, keys.answer(id))).toBe(false)
  })
})
