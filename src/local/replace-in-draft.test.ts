import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmptyValues } from '#domain/answers/index.ts'
import { toAddress } from '#domain/kernel/index.ts'
import { buildPlainSubmit, CLOCK } from '#tests/support/builders/submit.ts'
import { buildPair, capture } from '#tests/support/device/device.ts'
import type { Draft } from './draft.ts'
import { attachFileToDraft, loadDraft, replaceFileInDraft, saveDraft } from './drafts.ts'
import { loadFile } from './files.ts'
import type { Local } from './local.ts'

afterEach(() => vi.restoreAllMocks())

const face = capture('a photo with a face')
const blurred = capture('the photo without it')
const here = toAddress({ section: 1, condition: null, row: null, question: 1 })
const there = toAddress({ section: 1, condition: null, row: null, question: 2 })
const { template, version, answer } = buildPlainSubmit(1)
const draftOf = (values: Draft['content']['values']): Draft => ({
  id: answer,
  template,
  version,
  header: { signatures: [] },
  content: { ...createEmptyValues(), values },
  startedAt: CLOCK,
  updatedAt: CLOCK,
})
const replace = (local: Local) =>
  replaceFileInDraft(local, answer, { address: here, field: 'imagen', old: face.claim.sha256 }, blurred)

/** The whole database of this device, every table, as one text. */
async function everything(local: Local): Promise<string> {
  const tables = await Promise.all(local.database.tables.map((table) => table.toArray()))
  const words = (value: unknown): unknown =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : (value as never)
  return JSON.stringify(tables, (_, value) => words(value))
}

async function withFace(values: Draft['content']['values']): Promise<Local> {
  const { local } = buildPair().device
  await saveDraft(local, draftOf(values))
  await attachFileToDraft(local, answer, face)
  return local
}

describe('a photo in the place of one that must not stay', () => {
  it('is in the draft, and of the other one nothing is left in any table', async () => {
    const local = await withFace({ [here]: { imagen: face.claim.sha256, respuesta: 'north side' } })
    expect(await everything(local)).toContain('a photo with a face')
    expect(await replace(local)).toEqual({ ok: true, value: undefined })
    const left = await everything(local)
    expect(left).not.toContain('a photo with a face')
    expect(left).not.toContain(face.claim.sha256)
    const { draft, files } = (await loadDraft(local, answer)) ?? {}
    expect(draft?.content.values).toEqual({ [here]: { imagen: blurred.claim.sha256, respuesta: 'north side' } })
    expect(files).toEqual([blurred.claim])
    expect(await loadFile(local, blurred.claim)).toEqual(blurred.data)
  })

  it('leaves a photo that another question names, too', async () => {
    const local = await withFace({ [here]: { imagen: face.claim.sha256 }, [there]: { imagen: face.claim.sha256 } })
    await replace(local)
    expect(await loadFile(local, face.claim)).toEqual(face.data)
    expect((await loadDraft(local, answer))?.draft.content.values[there]).toEqual({ imagen: face.claim.sha256 })
  })

  it('that is the same one stays', async () => {
    const local = await withFace({ [here]: { imagen: face.claim.sha256 } })
    await replaceFileInDraft(local, answer, { address: here, field: 'imagen', old: face.claim.sha256 }, face)
    expect(await loadFile(local, face.claim)).toEqual(face.data)
  })

  it('finds no room: everything is as it was, and the person keeps a photo', async () => {
    const local = await withFace({ [here]: { imagen: face.claim.sha256 } })
    const original = IDBObjectStore.prototype.put
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...values) {
      if (this.name === 'needs') throw new DOMException('no room', 'QuotaExceededError')
      return original.apply(this, values)
    })
    expect(await replace(local)).toMatchObject({ ok: false, problem: { code: 'device.storage-full' } })
    vi.restoreAllMocks()
    expect(await loadFile(local, face.claim)).toEqual(face.data)
    expect(await loadFile(local, blurred.claim)).toBeUndefined()
    expect((await loadDraft(local, answer))?.draft.content.values[here]).toEqual({ imagen: face.claim.sha256 })
  })
})
