import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it } from 'vitest'
import { createEmptyValues } from '#domain/answers/index.ts'
import { generateAnswerId, templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { mutationSchema } from '#domain/sync/index.ts'
import { toEditorForm, updateForm } from '#domain/templates/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit, bytesFor, CLOCK } from '#tests/support/builders/submit.ts'
import { ageDatabase, openEarlier, openUpgraded } from '#tests/support/device/earlier-app.ts'
import { capture } from '#tests/support/device/device.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import type { Draft } from './draft.ts'
import { attachFileToDraft, loadDraft, saveDraft } from './drafts.ts'
import type { TemplateEdit } from './edit.ts'
import { loadTemplateEdit, saveTemplateEdit } from './edits.ts'
import { loadFile } from './files.ts'
import type { Local } from './local.ts'
import { openLocal } from './open-local.ts'
import { claimEntries, markQuarantined } from './outbox.ts'
import { listOutbox, readOutboxSummary } from './outbox-reads.ts'
import { loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'

const ACCOUNT = AUTHOR_PROFILE.id
const [photo, sketch] = [capture('a photo'), capture('a sketch')]
const wanted = {
  now: 0,
  limit: 10,
  characters: 1e6,
  kind: 'fresh' as const,
  except: new Set<never>(),
  hurry: true,
}
const mutation = buildPlainSubmit(1, 'before the update', { files: [photo.claim] })

let indexedDB: IDBFactory
beforeEach(() => {
  indexedDB = new IDBFactory()
})

/** Does some work, downgrades the disk to an earlier app's, and opens it with the next app. */
async function updated(work: (local: Local) => Promise<unknown>): Promise<Local> {
  const before = openUpgraded(ACCOUNT, indexedDB)
  await work(before)
  before.close()
  await ageDatabase(ACCOUNT, indexedDB, () => new Dexie(`relevo-${ACCOUNT}`, { indexedDB, IDBKeyRange }).delete())
  return openUpgraded(ACCOUNT, indexedDB)
}

/** The tables on a disk, with their keys and indexes. */
function tablesOn(disk: IDBFactory): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = disk.open(`relevo-${ACCOUNT}`)
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

describe('an update of the app', () => {
  it('takes over what was saved and not sent, with its files, in the words of today', async () => {
    const local = await updated((before) => saveAnswer(before, { mutation, files: [photo] }))
    expect((await listOutbox(local)).map((entry) => entry.mutation)).toEqual([mutation])
    expect(mutationSchema.safeParse((await listOutbox(local))[0]?.mutation).success).toBe(true)
    expect(await loadAnswer(local, mutation.answer)).toMatchObject({ submit: mutation, delivery: { kind: 'saved' } })
    expect(await loadFile(local, photo.claim)).toEqual(photo.data)
  })

  it('takes over drafts and what is attached to them', async () => {
    const draft: Draft = {
      id: generateAnswerId(bytesFor(77)),
      template: templateIdSchema.parse('nota'),
      version: 1,
      header: { signatures: [] },
      content: createEmptyValues(),
      startedAt: CLOCK,
      updatedAt: CLOCK,
    }
    const local = await updated(async (before) => {
      await saveDraft(before, draft)
      await attachFileToDraft(before, draft.id, sketch)
    })
    expect(await loadDraft(local, draft.id)).toEqual({ draft, files: [sketch.claim] })
    expect(await loadFile(local, sketch.claim)).toEqual(sketch.data)
  })

  it('takes over the edits of forms: what they began from, their state and what was sent', async () => {
    let count = 0
    const template = templateOf([section(0, [question(0)]), section(1, [])])
    const opened = toEditorForm(template, () => `k${(count += 1)}`)
    const edit: TemplateEdit = {
      id: templateIdSchema.parse('comercios'),
      base: { template, kept: null, opened },
      form: updateForm(opened, { titulo: 'Otro título' }),
      sent: updateForm(opened, { titulo: 'Otro' }),
      startedAt: toInstant(0),
      updatedAt: toInstant(1),
    }
    const unsent = { ...edit, id: templateIdSchema.parse('nuevo'), base: null, sent: null }
    const local = await updated(async (before) => {
      await saveTemplateEdit(before, edit)
      await saveTemplateEdit(before, unsent)
    })
    expect(await loadTemplateEdit(local, edit.id)).toEqual(edit)
    expect(await loadTemplateEdit(local, unsent.id)).toEqual(unsent)
  })

  it('takes over what is under way and what has arrived', async () => {
    const local = await updated(async (before) => {
      await saveAnswer(before, { mutation, files: [photo] })
      await claimEntries(before, wanted)
      await before.database.received.add({ answers: [], receipts: [] })
    })
    expect(await local.database.received.count()).toBe(1)
    expect(await readOutboxSummary(local)).toMatchObject({ waiting: 0, sending: 1 })
  })

  it('tries again what was set aside for its age, and nothing that was refused for another reason', async () => {
    const other = buildPlainSubmit(5, 'forbidden')
    const local = await updated(async (before) => {
      await saveAnswer(before, { mutation, files: [photo] })
      await saveAnswer(before, { mutation: other })
      await markQuarantined(before, mutation.id, { code: 'request.unsupported-protocol' }, toInstant(0))
      await markQuarantined(before, other.id, { code: 'access.forbidden' }, toInstant(0))
    })
    expect((await listOutbox(local)).map(({ state }) => state.kind)).toEqual(['waiting', 'quarantined'])
    expect(await readOutboxSummary(local)).toMatchObject({ waiting: 1, quarantined: 1 })
  })

  it('ends with the same tables as a new device, also while the earlier app is open in another tab', async () => {
    const earlier = await openEarlier(ACCOUNT, indexedDB)
    const fresh = new IDBFactory()
    for (const disk of [indexedDB, fresh]) {
      const local = openUpgraded(ACCOUNT, disk)
      expect(await listOutbox(local)).toEqual([])
      local.close()
    }
    expect(earlier.isOpen()).toBe(false)
    expect(await tablesOn(indexedDB)).toEqual(await tablesOn(fresh))
    const released = openLocal(ACCOUNT, { indexedDB: fresh, IDBKeyRange })
    expect(await listOutbox(released)).toEqual([])
    released.close()
  })
})
