import { describe, expect, it } from 'vitest'
import { answerSchema, type Answer, summariseOlderAnswer } from '#domain/answers/index.ts'
import { toInstant, type Instant } from '#domain/kernel/index.ts'
import type { PullResponse } from '#domain/sync/index.ts'
import { buildMove, buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildPair, saveOne, START } from '#tests/support/device/device.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { storeOpenedAnswer } from './copies.ts'
import { saveDraft } from './drafts.ts'
import { deleteReceivedCopies } from './freeable.ts'
import type { Local } from './local.ts'
import { removeReceivedData } from './remove-received.ts'
import { listLocalAnswers, listOlderAnswers, loadAnswer } from './reads.ts'
import { saveAnswer } from './save-answer.ts'
import { receivePage } from '#tests/support/device/pages.ts'

const DAY = 24 * 60 * 60 * 1000
const note = buildPlainTemplate()
const daysAgo = (days: number): Instant => toInstant(START - days * DAY)

/** @param days since it was created and last changed */
function answerOf(seed: number, days: number, change: object = {}): Answer {
  const { id: idPlantilla, areas, areaInfo, municipioInfo, opcionales, titulo } = note
  const { answer: id } = buildPlainSubmit(seed)
  const at = daysAgo(days)
  const same = { areas, areaInfo, municipioInfo, opcionales, titulo, formTitle: titulo, idPlantilla }
  const facts = { codigoMunicipio: `VIS${seed}`, fechaCreacion: at, lastUpdate: at, receivedAt: at, creadoPor: 'ines' }
  const own = { id, electronicSignature: id, authorId: 'ines', version: 1, templateVersion: 1, secciones: [] }
  return answerSchema.parse({ ...same, ...facts, ...own, ...change })
}

function pulled(local: Local, change: Partial<PullResponse> = {}, after = 0): Promise<boolean> {
  const gone = { templates: [], goneTemplates: [], answers: [], goneAnswers: [] }
  const facts = { serverTime: toInstant(START + after * DAY), cursor: 'c', scope: 's', reset: false, more: false }
  return receivePage(local, { ...gone, ...facts, ...change })
}

/** Codes of the answers stored in full, and of those stored as summaries. */
async function here(local: Local): Promise<{ readonly whole: readonly unknown[]; readonly older: readonly unknown[] }> {
  const [whole, older] = await Promise.all([listLocalAnswers(local), listOlderAnswers(local, note.id)])
  return {
    whole: whole.map(({ answer }) => answer?.codigoMunicipio ?? 'unsent'),
    older: older.map(({ codigoMunicipio }) => codigoMunicipio),
  }
}

describe('own answers of long ago', () => {
  it('are here as summaries, the youngest first, and gone when a pull says so', async () => {
    const { local } = buildPair().device
    await pulled(local, {
      answers: [answerOf(1, 3)],
      olderAnswers: [answerOf(2, 200), answerOf(3, 100)].map(summariseOlderAnswer),
    })
    expect(await here(local)).toEqual({ whole: ['VIS1'], older: ['VIS3', 'VIS2'] })
    await pulled(local, { goneAnswers: [answerOf(2, 200).id] })
    expect(await here(local)).toEqual({ whole: ['VIS1'], older: ['VIS3'] })
    await pulled(local, { reset: true })
    expect(await here(local)).toEqual({ whole: [], older: [] })
  })

  it('become summaries when they have grown old, by the days that the municipality wants', async () => {
    const { local } = buildPair().device
    await pulled(local, { answers: [answerOf(1, 80), answerOf(2, 20), answerOf(3, 79, { lastUpdate: daysAgo(2) })] })
    expect((await here(local)).older).toEqual([])
    await pulled(local, {}, 15)
    expect(await here(local)).toEqual({ whole: ['VIS2', 'VIS3'], older: ['VIS1'] })
    const { municipality } = AUTHOR_PROFILE
    await pulled(local, { profile: { ...AUTHOR_PROFILE, municipality: { ...municipality, ownAnswersDays: 10 } } }, 15)
    expect(await here(local)).toEqual({ whole: [], older: ['VIS2', 'VIS3', 'VIS1'] })
  })

  it('are whole again once they have changed', async () => {
    const { local } = buildPair().device
    await pulled(local, { olderAnswers: [summariseOlderAnswer(answerOf(1, 200))] })
    await pulled(local, { answers: [answerOf(1, 200, { lastUpdate: daysAgo(0) })] })
    expect(await here(local)).toEqual({ whole: ['VIS1'], older: [] })
  })

  it('are whole from when someone opens them, until they have grown old again', async () => {
    const { local } = buildPair().device
    const answer = answerOf(1, 200)
    await pulled(local, { olderAnswers: [summariseOlderAnswer(answer)] })
    expect(await storeOpenedAnswer(local, answer)).toMatchObject({ ok: true })
    expect(await here(local)).toEqual({ whole: ['VIS1'], older: [] })
    await pulled(local)
    await pulled(local, {}, 89)
    expect((await loadAnswer(local, answer.id))?.answer).toEqual(answer)
    await pulled(local, {}, 90)
    expect(await here(local)).toEqual({ whole: [], older: ['VIS1'] })
  })

  it('are kept only where a pull has brought them: not of others, and not what has gone in the meantime', async () => {
    const { local } = buildPair().device
    const answer = answerOf(1, 200)
    await storeOpenedAnswer(local, answer)
    await pulled(local, { olderAnswers: [summariseOlderAnswer(answer)] })
    await pulled(local, { goneAnswers: [answer.id] })
    await storeOpenedAnswer(local, answer)
    expect(await here(local)).toEqual({ whole: [], older: [] })
  })

  it('go with everything that was received when the account signs out of a shared device', async () => {
    const { local } = buildPair().device
    await pulled(local, { olderAnswers: [summariseOlderAnswer(answerOf(1, 200))] })
    await removeReceivedData(local)
    expect(await here(local)).toEqual({ whole: [], older: [] })
  })

  it('are what is left of copies that a person has removed', async () => {
    const { local } = buildPair().device
    await pulled(local, { answers: [answerOf(1, 3)] })
    await deleteReceivedCopies(local)
    expect(await here(local)).toEqual({ whole: [], older: ['VIS1'] })
  })
})

describe('whatever its age, an answer stays whole', () => {
  it('that is not sent', async () => {
    const { local } = buildPair().device
    const saved = await saveOne(local, 1)
    await pulled(local, {}, 400)
    expect(await loadAnswer(local, saved.answer)).toMatchObject({ submit: saved, delivery: { kind: 'saved' } })
  })

  it('that has a change to be sent, though the server calls it old; and then what the server says counts', async () => {
    const { local } = buildPair().device
    const answer = answerOf(1, 80)
    await pulled(local, { answers: [answer] })
    expect(await saveAnswer(local, { mutation: buildMove(2, { answer: answer.id }) })).toMatchObject({ ok: true })
    await pulled(local, { olderAnswers: [summariseOlderAnswer({ ...answer, codigoMunicipio: 'VIS1B' })] }, 20)
    expect(await here(local)).toEqual({ whole: ['VIS1'], older: ['VIS1B'] })
    await local.database.outbox.clear()
    await pulled(local, {}, 20)
    expect(await here(local)).toEqual({ whole: [], older: ['VIS1B'] })
  })

  it('that someone is at work on', async () => {
    const { local } = buildPair().device
    const answer = answerOf(1, 80)
    await pulled(local, { answers: [answer] })
    const { header, content, clock, template, version } = buildPlainSubmit(1)
    const moments = { startedAt: clock, updatedAt: clock }
    await saveDraft(local, { id: answer.id, template, version, header, content, ...moments })
    await pulled(local, {}, 400)
    expect((await here(local)).whole).toEqual(['VIS1'])
  })
})
