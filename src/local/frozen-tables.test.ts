import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createEmptyValues } from '#domain/answers/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { addressSchema, generateAnswerId, templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { toEditorForm, updateForm } from '#domain/templates/index.ts'
import { condition, question, section } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit, bytesFor, claimFor, CLOCK } from '#tests/support/builders/submit.ts'
import { buildTemplate } from '#tests/support/builders/template.ts'
import { buildPair, capture, saveOne, type TestDevice } from '#tests/support/device/device.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { removeReceivedData } from './remove-received.ts'
import { DEVICE_FACTS, DEVICE_ROWS, SENT_ONLY_FACTS } from '#tests/support/frozen/device-rows.ts'
import { readFrozen } from '#tests/support/frozen/frozen.ts'
import { tableShapes } from '#tests/support/frozen/shapes.ts'
import { TABLES, TABLES_VERSION } from './database.ts'
import type { Draft } from './draft.ts'
import { attachLongFileToDraft, attachFileToDraft, saveDraft } from './drafts.ts'
import { saveTemplateEdit } from './edits.ts'
import { LONG_FILE_BYTES } from './files.ts'
import { rememberOpenForm } from './open-form.ts'
import { writeListColumns } from './list-columns.ts'
import { writeMeta } from './meta.ts'
import { claimEntries, confirmFileSent, markQuarantined, rememberUploadUrl } from './outbox.ts'
import { saveAnswer } from './save-answer.ts'

/**
 * An app's stored data are read by its next version: protocol-version.test.ts detects changed rows; this file detects
 * when the frozen shapes differ from the stored ones.
 */
const FROZEN = `src/local/frozen/tables-${TABLES_VERSION}.json`
const ROW_TABLES = Object.keys(DEVICE_ROWS) as readonly (keyof typeof DEVICE_ROWS)[]

/** A device in use, with rows of every kind in every table. */
async function workedOn(): Promise<TestDevice> {
  const { device, server } = buildPair()
  server.pages = () => ({ templates: [buildTemplate()] })
  const { local } = device
  const note = templateIdSchema.parse('nota')
  await saveOne(local, 1)
  await device.run()
  const photo = capture('a photo')
  const withPhoto = buildPlainSubmit(2, 'with a photo', { files: [photo.claim] })
  await saveAnswer(local, { mutation: withPhoto, files: [photo] })
  await confirmFileSent(local, withPhoto.id, photo.claim.sha256)
  await rememberUploadUrl(local, photo.claim.sha256, '/api/uploads/1')
  const refused = buildPlainSubmit(3)
  await saveAnswer(local, { mutation: refused })
  await markQuarantined(local, refused.id, { code: 'access.forbidden' }, toInstant(0))
  await saveOne(local, 4)
  const wanted = { now: 0, limit: 1, characters: 1e6, kind: 'fresh' as const, except: new Set<never>(), hurry: true }
  await claimEntries(local, wanted)

  const draft: Draft = {
    id: generateAnswerId(bytesFor(77)),
    template: note,
    version: 1,
    header: { identifier: 'tree-7', state: 1, signatures: [] },
    content: { ...createEmptyValues(), values: { [addressSchema.parse('0/0')]: { respuesta: 'half a se' } } },
    signing: [{ indexSignature: 0, title: 'Owner', firstName: 'Ana', lastName: 'Paz' }],
    at: addressSchema.parse('0/0'),
    startedAt: CLOCK,
    updatedAt: CLOCK,
  }
  expect(await saveDraft(local, draft)).toMatchObject({ ok: true })
  await attachFileToDraft(local, draft.id, capture('a sketch'))
  const film = new Uint8Array(LONG_FILE_BYTES + 1)
  await attachLongFileToDraft(local, draft.id, {
    claim: claimFor(film, 'video/mp4', 'film.mp4'),
    source: new Blob([film]),
  })
  await rememberOpenForm(local, { template: note, draft: draft.id })
  await writeListColumns(local, note, ['1abc'])
  await writeMeta(local, 'accountProblem', { code: 'municipality.blocked' })
  await writeMeta(local, 'failures', [1, 2])
  await writeMeta(local, 'goneAnswers', [draft.id])
  const { path: municipality } = AUTHOR_PROFILE.municipality
  await writeMeta(local, 'citizens', [
    { municipality, number: '30111222', citizen: citizenSchema.parse({ dni: '30111222' }), at: 1 },
  ])

  let count = 0
  const newKey = () => `k${(count += 1)}`
  const items = [
    { type: 'text', orden: 0, content: 'I, ', style: 'bold' },
    {
      type: 'input',
      orden: 1,
      name: 'name',
      tipoPregunta: QUESTION_TYPE.SELECT,
      opciones: [{ orden: 0, texto: 'Ana' }],
    },
    { type: 'break', orden: 2 },
  ]
  const template = buildTemplate(
    {},
    {
      estados: {
        disponibles: [
          { id: 0, nombre: 'Open', transiciones: [1] },
          { id: 1, nombre: 'Done' },
        ],
        inicial: 0,
      },
      secciones: [
        section(0, [question(0, { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: items })]),
        section(1, [], { conditionalSection: true, conditions: [condition(0, [question(0)])] }),
      ],
    },
  )
  const opened = toEditorForm(template, newKey)
  const moments = { startedAt: toInstant(0), updatedAt: toInstant(1) }
  const form = updateForm(opened, { titulo: 'Otro' })
  await saveTemplateEdit(local, {
    id: template.id,
    base: { template, kept: null, opened },
    form,
    sent: form,
    ...moments,
  })
  return device
}

describe('what is frozen of the tables', () => {
  let device: TestDevice
  beforeAll(async () => {
    device = await workedOn()
  })

  it.each(ROW_TABLES)('is what is stored: %s', async (name) => {
    const rows = await device.local.database.table<unknown>(name).toArray()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(z.array(DEVICE_ROWS[name]).parse([row])).toEqual([row])
  })

  it('is what is stored: single facts, by their keys', async () => {
    const rows = await device.local.database.meta.toArray()
    expect(rows.length).toBeGreaterThan(5)
    for (const { key, value } of rows)
      expect({ [key]: DEVICE_FACTS[key as keyof typeof DEVICE_FACTS].parse(value) }).toEqual({ [key]: value })
  })

  it('has every table', () => {
    expect([...ROW_TABLES, ...SENT_ONLY_FACTS, 'meta'].toSorted()).toEqual(Object.keys(TABLES).toSorted())
  })

  const rows = { ...DEVICE_ROWS }
  const { drafts, outbox, needs, editParts } = rows
  const { uploads: _, ...without } = rows
  it.each([
    [
      'a field more in a draft',
      tableShapes(TABLES, { ...rows, drafts: drafts.extend({ pinned: z.boolean().optional() }) }),
    ],
    [
      'a field of an attachment that may be missing now',
      tableShapes(TABLES, { ...rows, needs: needs.partial({ name: true }) }),
    ],
    [
      'a number that is a text in the outbox',
      tableShapes(TABLES, { ...rows, outbox: outbox.extend({ order: z.string() }) }),
    ],
    [
      'a part of an edit that is no more',
      tableShapes(TABLES, { ...rows, editParts: z.union(editParts.options.slice(1)) }),
    ],
    ['a table that is no more', tableShapes(TABLES, without)],
    ['an index that is no more', tableShapes({ ...TABLES, drafts: 'id' })],
    ['a fact in another unit', tableShapes(TABLES, rows, { ...DEVICE_FACTS, pulledAt: z.iso.datetime() })],
  ])('shows %s', (_, changed) => {
    const { released: _released, ...frozen } = readFrozen(FROZEN)
    expect(tableShapes()).toEqual(frozen)
    expect(changed).not.toEqual(frozen)
  })
})

it('keeps only own work when the user signs out: each other table is emptied', async () => {
  const { local } = await workedOn()
  const { database } = local
  const filled = async () => {
    const counts = await Promise.all(
      database.tables.map(async ({ name }) => ({ name, count: await database.table(name).count() })),
    )
    return counts
      .filter(({ count }) => count > 0)
      .map(({ name }) => name)
      .toSorted()
  }
  const work = ['answers', 'blobs', 'claims', 'drafts', 'editParts', 'edits', 'needs', 'outbox', 'received', 'uploads']
  expect(await filled()).toEqual([...work, 'forms', 'meta', 'sent', 'templates'].toSorted())
  await removeReceivedData(local)
  expect(await filled()).toEqual([...work, 'meta'].toSorted())
})
