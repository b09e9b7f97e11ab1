import { IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { createEmptyValues, summariseOlderAnswer } from '#domain/answers/index.ts'
import { CLOCK } from '#tests/support/builders/submit.ts'
import { buildPair, capture, saveOne } from '#tests/support/device/device.ts'
import { answerOf, note, page, receivePage } from '#tests/support/device/pages.ts'
import { createDatabase, TABLES } from './database.ts'
import { attachFileToDraft, saveDraft } from './drafts.ts'
import { writeMeta } from './meta.ts'
import { listLocalAnswers } from './reads.ts'
import { listOutbox } from './outbox-reads.ts'

it('a pull deletes copies, summaries, drafts, unsent and sent changes, files and looked-up citizens of an erased answer, and no other', async () => {
  const { device } = buildPair()
  const { local } = device
  const [copy, older, other] = [answerOf(1), answerOf(2), answerOf(3)]
  const named = { ...copy, creadoPor: 'Rosa Quispe' }
  await receivePage(local, page({ answers: [named, other], olderAnswers: [summariseOlderAnswer(older)] }))
  const photo = capture('a face')
  const unsent = await saveOne(local, 7, [photo])
  const draft = {
    id: copy.id,
    template: note.id,
    version: 1,
    header: { signatures: [] },
    startedAt: CLOCK,
    updatedAt: CLOCK,
    content: { ...createEmptyValues(), values: { '0/0': { respuesta: 'Rosa Quispe' } } },
    change: {
      kind: 'answer.correct',
      mutation: 'M'.repeat(26),
      base: 1,
      seen: { content: createEmptyValues() },
      decides: [],
    },
  }
  expect(await saveDraft(local, draft as never)).toMatchObject({ ok: true })
  expect(await attachFileToDraft(local, copy.id, capture('another face'))).toMatchObject({ ok: true })
  await writeMeta(local, 'citizens', [{ citizen: { apellido: 'Quispe' } }] as never)

  const database = createDatabase(local.account, { indexedDB: device.indexedDB, IDBKeyRange })
  const mutation = { id: 'S'.repeat(26), answer: copy.id, text: 'Quispe', files: [] }
  await database.sent.add({ size: 1, at: CLOCK, mutations: [{ order: 90, mutation }] } as never)

  await receivePage(local, page({ erasedAnswers: [copy.id, older.id, unsent.answer], goneAnswers: [copy.id] }))

  expect((await listLocalAnswers(local)).map(({ id }) => id)).toEqual([other.id])
  expect(await listOutbox(local)).toEqual([])
  const rows = await Promise.all(Object.keys(TABLES).map((name) => database.table(name).toArray()))
  expect(JSON.stringify(rows)).not.toMatch(/Quispe/u)
  for (const id of [copy.id, older.id]) expect(JSON.stringify(rows)).not.toContain(id)
  expect(await database.blobs.count()).toBe(0)
  database.close()
})
