import { IDBDatabase, IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { emptyValues } from '#domain/answering/index.ts'
import { toInstant, toMilliseconds } from '#domain/kernel/index.ts'
import { buildPlainSubmit, CLOCK } from '#tests/support/builders/submit.ts'
import { buildPair, capture, saveOne } from '#tests/support/device/device.ts'
import type { Draft } from './draft.ts'
import { attachToDraft, detachFromDraft, discardDraft, listDrafts, loadDraft, saveDraft } from './drafts.ts'
import { loadFile } from './files.ts'
import { listOutbox, outboxSummary } from './outbox.ts'
import { loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'

const photo = capture('a photo')
const { template, version, answer } = buildPlainSubmit(1)
const draft: Draft = { id: answer, template, version, header: { signatures: [] }, content: emptyValues(), startedAt: CLOCK, updatedAt: CLOCK }

afterEach(() => vi.restoreAllMocks())

const full = (): never => {
  throw new DOMException('no room', 'QuotaExceededError')
}

describe('saving an answer', () => {
  it('moves the draft and its attachments into the outbox, in one transaction that the disk has confirmed', async () => {
    // Dexie binds this function when it opens.
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const { device: { local } } = buildPair()
    await saveDraft(local, draft)
    await attachToDraft(local, draft.id, photo)
    begun.mockClear()
    const mutation = buildPlainSubmit(1, 'una nota', { files: [photo.claim] })
    expect(await saveAnswer(local, { mutation, draft: draft.id })).toEqual({ ok: true, value: undefined })
    expect(begun.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([['readwrite', { durability: 'strict' }]])
    expect(await listDrafts(local)).toEqual([])
    expect(await listOutbox(local)).toMatchObject([{ id: mutation.id, frozen: false, state: { kind: 'waiting' } }])
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
    expect((await loadAnswer(local, mutation.answer))?.delivery).toMatchObject({ kind: 'saved' })
  })

  it('is refused when another tab has taken a photo off the draft: nothing may be called saved whose bytes are nowhere', async () => {
    const { device: { local, tab } } = buildPair()
    await saveDraft(local, draft)
    await attachToDraft(local, draft.id, photo)
    await detachFromDraft(tab().local, draft.id, photo.claim.sha256)
    const mutation = buildPlainSubmit(1, 'una nota', { files: [photo.claim] })
    const saved = await saveAnswer(local, { mutation, draft: draft.id })
    expect(saved).toEqual({ ok: false, problem: { code: 'file.unreadable', details: { name: photo.claim.name } } })
    expect(await listOutbox(local)).toEqual([])
    expect(await listDrafts(local)).toHaveLength(1)
  })

  it.each(['outbox', 'blobs', 'answers'])('leaves nothing half saved when %s finds no room', async (table) => {
    const { device: { local } } = buildPair()
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
    expect(await outboxSummary(device.local)).toMatchObject({ waiting: 1 })
    await device.run()
    await saveAnswer(device.local, { mutation, files: [photo] })
    expect(await listOutbox(device.local)).toEqual([])
  })

  it('opens a connection again that the browser has closed, and tries once more', async () => {
    const { device: { local } } = buildPair()
    await saveDraft(local, draft)
    local.database.backendDB().close()
    expect(await saveAnswer(local, { mutation: buildPlainSubmit(1), draft: draft.id })).toMatchObject({ ok: true })
    expect(await listOutbox(local)).toHaveLength(1)
    local.database.close()
    expect(await listOutbox(local)).toHaveLength(1)
  })

  it('fails with a reason when storage stays closed', async () => {
    const { device: { local } } = buildPair()
    await saveDraft(local, draft)
    local.database.close()
    vi.spyOn(local.database, 'open').mockRejectedValue(new DOMException('closing', 'UnknownError'))
    expect(await saveAnswer(local, { mutation: buildPlainSubmit(1) })).toMatchObject({ ok: false, problem: { code: 'device.storage-failed' } })
  })
})

describe('a draft', () => {
  it('is there again with its attachments and its place, until somebody discards it', async () => {
    const { device } = buildPair()
    const at = '0/7' as NonNullable<Draft['at']>
    await attachToDraft(device.local, draft.id, photo)
    await saveDraft(device.local, { ...draft, at })
    const again = device.tab().local
    expect(await loadDraft(again, draft.id)).toEqual({ draft: { ...draft, at }, files: [photo.claim] })
    await discardDraft(again, draft.id)
    expect(await loadDraft(again, draft.id)).toBeUndefined()
    expect(await loadFile(again, photo.claim)).toBeUndefined()
  })

  it('does not come back by a journal that was late, and may begin anew afterwards', async () => {
    const { device: { local } } = buildPair()
    await saveDraft(local, draft)
    await saveAnswer(local, { mutation: buildPlainSubmit(1), draft: draft.id })
    await saveDraft(local, draft)
    expect(await listDrafts(local)).toEqual([])
    await saveDraft(local, { ...draft, startedAt: toInstant(toMilliseconds(CLOCK) + 1) })
    expect(await listDrafts(local)).toHaveLength(1)
  })

  it('that goes leaves a photo alone that an unsent answer needs, too', async () => {
    const { device: { local } } = buildPair()
    await attachToDraft(local, draft.id, photo)
    await saveOne(local, 2, [photo])
    await discardDraft(local, draft.id)
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
  })
})
