import { describe, expect, it } from 'vitest'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { keys } from '#domain/store/index.ts'
import { question, section } from '#tests/support/builders/form-parts.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { addPerson, buildWorld, FOREIGN_MUNICIPALITY } from '#tests/support/server/world.ts'

/** The server refuses options that are not offered, whatever sent them; a stored form's options can be saved again. */
const [ID, COPY] = [templateIdOf('A'), templateIdOf('B')]
const asking = (...questions: readonly object[]) =>
  buildDraft({
    secciones: [
      section(
        0,
        questions.map((change, orden) => question(orden, change)),
      ),
    ],
  })
const VIDEO = { adjuntarVideo: true }
const COMBINED = { tipoPregunta: QUESTION_TYPE.COMBINED, combinedQuestions: [] }

async function world() {
  const built = await buildWorld()
  const offerVideo = (change: object) => built.put(MUNICIPALITY, buildMunicipality({ settings: change } as never))
  const offerCombined = (on: boolean) => built.put(keys.remoteConfig, { show_new_type_question: on })
  return { calls: templateCalls(built), store: built.store, put: built.put, offerVideo, offerCombined }
}

describe('without an offer', () => {
  it.each([
    ['a video', VIDEO, 'template.video-not-offered', 'adjuntarVideo'],
    ['a combined question', COMBINED, 'template.combined-not-offered', 'tipoPregunta'],
  ])(
    '%s is refused in a new form and in a stored one, at its question, and nothing is written',
    async (_, change, code, field) => {
      const { calls, store } = await world()
      const place = { kind: 'question', section: 0, condition: null, question: 1, field }
      const created = await calls.create('gil', ID, asking({}, change))
      expect(created).toMatchObject({ status: 422, code: 'template.invalid', problems: [{ code, place }] })
      expect(await store.get(keys.template(ID))).toBeUndefined()
      await calls.create('gil', COPY, asking({}))
      expect(await calls.save('gil', COPY, 1, asking({}, change))).toMatchObject({
        status: 422,
        problems: [{ code, place }],
      })
      expect(await store.get(keys.template(COPY))).toMatchObject({ version: 1 })
    },
  )
})

describe('with an offer', () => {
  it.each([
    ['the setting of the municipality', { videoAttachments: true }, 200],
    ['being named by it', { videoAttachmentUsernames: ['gil'] }, 200],
    ['another being named', { videoAttachmentUsernames: ['sofia'] }, 422],
  ])('a video is stored or not by %s', async (_, settings, status) => {
    const { calls, offerVideo } = await world()
    await offerVideo(settings)
    expect((await calls.create('gil', ID, asking(VIDEO))).status).toBe(status)
  })

  it('of the form’s municipality a video is stored there, and nowhere else, whatever the person’s own offers', async () => {
    const { calls, put, offerVideo } = await world()
    await put(FOREIGN_MUNICIPALITY, { ...buildMunicipality({ settings: {} }), path: FOREIGN_MUNICIPALITY })
    await addPerson(put, buildUser('gina', 'ROLE_GENERADOR', [FOREIGN_AREA, AREA]))
    await offerVideo({ videoAttachments: true })
    expect((await calls.create('gina', ID, asking(VIDEO))).status).toBe(200)
    expect(
      (await calls.create('gina', COPY, { ...asking(VIDEO), areas: [FOREIGN_AREA] })).problems?.map(({ code }) => code),
    ).toEqual(['template.video-not-offered'])
  })

  it('that ended, the form that has them can be saved and copied, and gets no more', async () => {
    const { calls, offerVideo, offerCombined } = await world()
    await offerVideo({ videoAttachments: true })
    await offerCombined(true)
    expect((await calls.create('gil', ID, asking(VIDEO, COMBINED))).status).toBe(200)
    await offerVideo({})
    await offerCombined(false)
    const reworded = asking({ ...VIDEO, titulo: 'Question 0, from the street' }, COMBINED)
    expect((await calls.save('gil', ID, 1, reworded)).template).toMatchObject({ version: 2 })
    expect(await calls.save('gil', ID, 2, asking(VIDEO, { ...COMBINED, ...VIDEO }))).toMatchObject({
      problems: [{ code: 'template.video-not-offered', place: { question: 1 } }],
    })
    expect((await calls.duplicate('sofia', ID, { id: COPY, area: AREA })).status).toBe(200)
    expect((await calls.save('gil', COPY, 1, reworded)).template).toMatchObject({ version: 2 })
  })
})
