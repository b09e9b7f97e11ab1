import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { SubjectSimilarity, AnswerSubject } from '#domain/answering/index.ts'
import { type Answer, answerSchema } from '#domain/answers/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { authorSchema, toInstant } from '#domain/kernel/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildPair, START } from '#tests/support/device/device.ts'
import { type Local, saveAnswer } from '#local/index.ts'
import { findFormerAnswer } from './copy-last.tsx'
import { receivePage } from '#tests/support/device/pages.ts'

const note = buildPlainTemplate()
const DAY = 24 * 60 * 60 * 1000
const about = (dni: string, direccion: string): AnswerSubject => ({
  citizen: citizenSchema.parse({ dni }),
  location: { direccion },
})
const ROSA = about('30111222', 'San Martín 100')
const look = (local: Local, subject: AnswerSubject = ROSA) => findFormerAnswer(local, note.id, subject)

async function pulled(local: Local, answers: Answer[] = []): Promise<void> {
  const gone = { goneTemplates: [], goneAnswers: [] }
  const facts = { serverTime: toInstant(START), cursor: 'c', scope: 's', reset: false, more: false }
  await receivePage(local, { templates: [note], answers, ...gone, ...facts })
}

/** @param days age in days */
async function saved(local: Local, seed: number, days: number, { location, citizen }: AnswerSubject): Promise<void> {
  const header = { citizen, location, signatures: [] }
  const mutation = buildPlainSubmit(seed, `note ${seed}`, {
    header,
    clock: toInstant(START - days * DAY),
    author: local.account,
  })
  expect(await saveAnswer(local, { mutation })).toMatchObject({ ok: true })
}

function answerOf(seed: number, change: object = {}): Answer {
  const { id: idPlantilla, areas, areaInfo, municipioInfo, opcionales, titulo, secciones } = note
  const { answer: id } = buildPlainSubmit(seed)
  const at = toInstant(START - DAY)
  const same = { areas, areaInfo, municipioInfo, opcionales, titulo, formTitle: titulo, idPlantilla }
  const facts = { codigoMunicipio: `VIS${seed}`, fechaCreacion: at, lastUpdate: at, receivedAt: at, creadoPor: 'ines' }
  const own = { id, electronicSignature: id, authorId: 'ines', version: 1, templateVersion: 1 }
  const answered = secciones.map((section) => ({
    ...section,
    preguntas: section.preguntas.map((question) => ({ ...question, respuesta: `note ${seed}` })),
  }))
  const subject = { datosCiudadano: ROSA.citizen, ubicacion: ROSA.location }
  return answerSchema.parse({ ...same, ...facts, ...own, ...subject, secciones: answered, ...change })
}

describe('the answer of before', () => {
  it('is the youngest about both person and place, and without one the youngest about either', async () => {
    const { local } = buildPair().device
    await pulled(local)
    await saved(local, 1, 9, ROSA)
    await saved(local, 2, 5, about('30111222', 'Belgrano 7'))
    await saved(local, 3, 1, about('20999888', 'Mitre 3'))
    const both: SubjectSimilarity = { person: true, place: true }
    expect(await look(local)).toMatchObject({ likeness: both, content: { values: { '0/0': { respuesta: 'note 1' } } } })
    expect(await look(local, about('30111222', 'Colón 1'))).toMatchObject({
      likeness: { person: true, place: false },
      content: { values: { '0/0': { respuesta: 'note 2' } } },
    })
    expect(await look(local, about('1', 'Mitre 3'))).toMatchObject({ likeness: { person: false, place: true } })
    expect(await look(local, about('1', 'Colón 1'))).toBeNull()
    expect(await look(local, {})).toBeNull()
  })

  it('may have come from the server, with the form that it was given to', async () => {
    const { local } = buildPair().device
    await pulled(local, [answerOf(1)])
    expect(await look(local)).toMatchObject({
      template: { id: note.id, version: 1 },
      content: { values: { '0/0': { respuesta: 'note 1' } } },
    })
  })

  it('is not one of a colleague that is here for work', async () => {
    const { local } = buildPair().device
    await pulled(local, [answerOf(1, { authorId: 'bruno' })])
    expect(await look(local)).toBeNull()
  })

  it('is nothing of anyone who else uses this device', async () => {
    const indexedDB = new IDBFactory()
    const one = buildPair({ indexedDB }).device.local
    const other = buildPair({ indexedDB, account: authorSchema.parse('bruno') }).device.local
    await pulled(one)
    await pulled(other)
    await saved(one, 1, 1, ROSA)
    expect(await look(one)).not.toBeNull()
    expect(await look(other)).toBeNull()
  })

  it('is none of another form, nor one without its form here', async () => {
    const { local } = buildPair().device
    await saved(local, 1, 1, ROSA)
    expect(await look(local)).toBeNull()
    await pulled(local)
    expect(await look(local)).not.toBeNull()
    expect(await findFormerAnswer(local, 'another' as typeof note.id, ROSA)).toBeNull()
  })
})
