import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmptyValues } from '#domain/answers/index.ts'
import { type Address, toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { buildMove, buildPlainSubmit, CLOCK } from '#tests/support/builders/submit.ts'
import { buildPair, capture, saveOne } from '#tests/support/device/device.ts'
import type { Draft } from './draft.ts'
import { attachFileToDraft, deleteDraft, listDrafts, loadDraft, replaceFileInDraft, saveDraft } from './drafts.ts'
import { loadFile } from './files.ts'
import { listOutbox, readOutboxSummary } from './outbox-reads.ts'
import { loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'

const photo = capture('a photo')
const { template, version, answer } = buildPlainSubmit(1)
const draft: Draft = {
  id: answer,
  template,
  version,
  header: { signatures: [] },
  content: createEmptyValues(),
  startedAt: CLOCK,
  updatedAt: CLOCK,
}

afterEach(() => vi.restoreAllMocks())

const full = (): never => {
  throw new DOMException('no room', 'QuotaExceededError')
}

describe('saving an answer', () => {
  it('moves the draft and its attachments into the outbox, in one transaction that the disk has confirmed', async () => {
    // Dexie binds this function when it opens.
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const {
      device: { local },
    } = buildPair()
    await saveDraft(local, draft)
    await attachFileToDraft(local, draft.id, photo)
    begun.mockClear()
    const mutation = buildPlainSubmit(1, 'una nota', { files: [photo.claim] })
    expect(await saveAnswer(local, { mutation, draft: draft.id })).toEqual({ ok: true, value: undefined })
    expect(begun.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([
      ['readwrite', { durability: 'strict' }],
    ])
    expect(await listDrafts(local)).toEqual([])
    expect(await listOutbox(local)).toMatchObject([{ id: mutation.id, frozen: false, state: { kind: 'waiting' } }])
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
    expect((await loadAnswer(local, mutation.answer))?.delivery).toMatchObject({ kind: 'saved' })
  })

  it('is refused when another tab has put another photo in the place of one: nothing may be called saved whose bytes are nowhere', async () => {
    const {
      device: { local, tab },
    } = buildPair()
    await saveDraft(local, draft)
    await attachFileToDraft(local, draft.id, photo)
    const place = { address: '0/0' as Address, field: 'imagen' } as const
    await replaceFileInDraft(tab().local, draft.id, { ...place, old: photo.claim.sha256 }, capture('blurred'))
    const mutation = buildPlainSubmit(1, 'una nota', { files: [photo.claim] })
    const saved = await saveAnswer(local, { mutation, draft: draft.id })
    expect(saved).toEqual({ ok: false, problem: { code: 'file.unreadable', details: { name: photo.claim.name } } })
    expect(await listOutbox(local)).toEqual([])
    expect(await listDrafts(local)).toHaveLength(1)
  })

  it.each(['outbox', 'blobs', 'answers'])('leaves nothing half saved when %s finds no room', async (table) => {
    const {
      device: { local },
    } = buildPair()
    await saveDraft(local, draft)
    const original = IDBObjectStore.prototype.put
    const originalAdd = IDBObjectStore.prototype.add
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
      return this.name === table ? full() : original.apply(this, values)
    })
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...values) {
      return this.name === table ? full() : originalAdd.apply(this, values)
    })
    const mutation = buildPlainSubmit(1, 'una nota', { files: [photo.claim] })
    const saved = await saveAnswer(local, { mutation, files: [photo], draft: draft.id })
    expect(saved).toEqual({ ok: false, problem: { code: 'device.storage-full' } })
    vi.restoreAllMocks()
    expect(await listOutbox(local)).toEqual([])
    expect(await loadFile(local, photo.claim)).toBeUndefined()
    expect(await loadAnswer(local, mutation.answer)).toBeUndefined()
    expect(await listDrafts(local)).toHaveLength(1)
  })

  it('changes nothing when it is asked for again, before and after the answer was received', async () => {
    const { device } = buildPair()
    const mutation = await saveOne(device.local, 1, [photo])
    await saveOne(device.local, 1, [photo])
    expect(await readOutboxSummary(device.local)).toMatchObject({ waiting: 1 })
    await device.run()
    await saveAnswer(device.local, { mutation, files: [photo] })
    expect(await listOutbox(device.local)).toEqual([])
  })

  it('makes one draft one answer, whichever of two windows saves first', async () => {
    const {
      device: { local, tab },
    } = buildPair()
    const other = tab().local
    await saveDraft(local, draft)
    await attachFileToDraft(local, draft.id, photo)
    const windows = [local, other].map((at, index) => ({
      at,
      mutation: buildPlainSubmit(index + 1, `window ${index}`, { answer, files: [photo.claim] }),
    }))
    const saved = await Promise.all(windows.map(({ at, mutation }) => saveAnswer(at, { mutation, draft: draft.id })))
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(saved.filter(({ ok }) => !ok)).toEqual([{ ok: false, problem: { code: 'answer.saved-elsewhere' } }])
    const first = windows[saved.findIndex(({ ok }) => ok)]
    expect((await listOutbox(local)).map(({ id }) => id)).toEqual([first?.mutation.id])
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
  })

  it('of a draft that another window has saved and sent is refused, too', async () => {
    const { device, server } = buildPair()
    const { local } = device
    await saveDraft(local, draft)
    await saveAnswer(local, { mutation: buildPlainSubmit(1), draft: draft.id })
    await device.run()
    const again = await saveAnswer(device.tab().local, {
      mutation: buildPlainSubmit(2, 'again', { answer }),
      draft: draft.id,
    })
    expect(again).toEqual({ ok: false, problem: { code: 'answer.saved-elsewhere' } })
    await device.run()
    expect([server.answers.size, await listOutbox(local)]).toEqual([1, []])
  })

  it('takes the draft of a change along, so that a second window cannot send it again; a change without a draft stands by itself', async () => {
    const {
      device: { local, tab },
    } = buildPair()
    await saveDraft(local, draft)
    const [first, second, third] = [buildMove(1, { answer }), buildMove(2, { answer }), buildMove(3, { answer })]
    expect(await saveAnswer(local, { mutation: first, draft: draft.id })).toMatchObject({ ok: true })
    expect(await saveAnswer(tab().local, { mutation: second, draft: draft.id })).toEqual({
      ok: false,
      problem: { code: 'answer.saved-elsewhere' },
    })
    expect(await saveAnswer(local, { mutation: third })).toMatchObject({ ok: true })
    expect((await listOutbox(local)).map(({ id }) => id)).toEqual([first.id, third.id])
  })

  it('opens a connection again that the browser has closed, and tries once more', async () => {
    const {
      device: { local },
    } = buildPair()
    await saveDraft(local, draft)
    local.database.backendDB().close()
    expect(await saveAnswer(local, { mutation: buildPlainSubmit(1), draft: draft.id })).toMatchObject({ ok: true })
    expect(await listOutbox(local)).toHaveLength(1)
    local.database.close()
    expect(await listOutbox(local)).toHaveLength(1)
  })

  it('fails with a reason when storage stays closed', async () => {
    const {
      device: { local },
    } = buildPair()
    await saveDraft(local, draft)
    local.database.close()
    vi.spyOn(local.database, 'open').mockRejectedValue(new DOMException('closing', 'UnknownError'))
    expect(await saveAnswer(local, { mutation: buildPlainSubmit(1) })).toMatchObject({
      ok: false,
      problem: { code: 'device.storage-failed' },
    })
  })
})

describe('a draft', () => {
  it('is there again with its attachments and its place, until someone discards it', async () => {
    const { device } = buildPair()
    const at = '0/7' as NonNullable<Draft['at']>
    await attachFileToDraft(device.local, draft.id, photo)
    await saveDraft(device.local, { ...draft, at })
    const again = device.tab().local
    expect(await loadDraft(again, draft.id)).toEqual({ draft: { ...draft, at }, files: [photo.claim] })
    await deleteDraft(again, draft.id)
    expect(await loadDraft(again, draft.id)).toBeUndefined()
    expect(await loadFile(again, photo.claim)).toBeUndefined()
  })

  it('does not come back by a journal that was late, and may begin again afterwards', async () => {
    const {
      device: { local },
    } = buildPair()
    await saveDraft(local, draft)
    await saveAnswer(local, { mutation: buildPlainSubmit(1), draft: draft.id })
    expect(await saveDraft(local, draft)).toEqual({ ok: false, problem: { code: 'answer.saved-elsewhere' } })
    expect(await attachFileToDraft(local, draft.id, photo)).toEqual({
      ok: false,
      problem: { code: 'answer.saved-elsewhere' },
    })
    expect(await listDrafts(local)).toEqual([])
    expect(await loadFile(local, photo.claim)).toBeUndefined()
    await saveDraft(local, { ...draft, startedAt: toInstant(toMilliseconds(CLOCK) + 1) })
    expect(await listDrafts(local)).toHaveLength(1)
  })

  it('that goes leaves a photo alone that an unsent answer needs, too', async () => {
    const {
      device: { local },
    } = buildPair()
    await attachFileToDraft(local, draft.id, photo)
    await saveOne(local, 2, [photo])
    await deleteDraft(local, draft.id)
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
  })
})
