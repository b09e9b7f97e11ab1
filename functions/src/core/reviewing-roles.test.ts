import { describe, expect, it } from 'vitest'
import { listQuestionColumns } from '#domain/answering/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { ROLES } from '#domain/users/index.ts'
import type { Answer, AnswerListItem } from '#domain/answers/index.ts'
import { keys, remove, set, type Unit, unitForKeys } from '#domain/store/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { nothing } from '#tests/support/builders/changes.ts'
import { DNI, PHOTO_OF_ALL } from '#tests/support/builders/reviewing.ts'
import { DEVICE, hashOf } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { allows, DEEDS, lists, reachOf, type Deed } from '#tests/support/reviewing-roles.ts'
import { deedTo, stageFor, type Stage } from '#tests/support/server/reviewing-stage.ts'

/** A request to the server, which is allowed if its reply contains this answer. */
type Request = (answer: Answer) => readonly [method: string, path: string, body?: unknown]

/** Requests for a form's answers: the answer is in the reply or not. */
const LISTS: Readonly<Record<string, Request>> = {
  'the list': ({ idPlantilla }) => ['GET', `/api/answers?template=${idPlantilla}`],
  'the map': ({ idPlantilla }) => ['GET', `/api/map/answers?template=${idPlantilla}`],
  'the export': ({ idPlantilla }) => ['POST', '/api/generateCsv', { data: { formData: { id: idPlantilla } } }],
}

const SIGHTS: Readonly<Record<string, Request>> = {
  'the answer': ({ id }) => ['GET', `/api/answers/${id}`],
  'its history': ({ id }) => ['GET', `/api/answers/${id}/versions`],
  'a version of it': ({ id }) => ['GET', `/api/answers/${id}/versions/1`],
  'its incident': ({ id }) => ['GET', `/api/answers/${id}/incident`],
  'its photo': ({ id }) => ['GET', `/api/answers/${id}/files/${hashOf(PHOTO_OF_ALL)}`],
  'its PDF': ({ id }) => ['POST', '/api/generatePdfv3', { data: { answerId: id } }],
  'a PDF of several': ({ id }) => ['POST', '/api/generatePdfv3', { data: { answerId: [id] } }],
}

/** All except `sendCopy`, which changes nothing, create a new version. */
const CHANGES: Readonly<Record<string, readonly [Deed, (answer: Answer) => Mutation]>> = {
  'a copy by e-mail': [
    'read',
    (answer) => deedTo(answer, 'answer.sendCopy', { to: ['ana@example.org'], subject: '', body: '', language: 'es' }),
  ],
  completing: [
    'complete',
    (answer) => deedTo(answer, 'answer.edit', { correction: filling('0/0', null, 'Bar'), signatures: [] }),
  ],
  'a change of state': ['state', (answer) => deedTo(answer, 'answer.changeState', { from: 0, to: 1 })],
  'a correction': [
    'correct',
    (answer) => deedTo(answer, 'answer.correct', { correction: filling('0/1', '4', '5'), resolves: [] }),
  ],
  'asking the citizen': [
    'ask',
    (answer) =>
      deedTo(answer, 'answer.requestChanges', {
        comment: '',
        answers: ['0/1'],
        images: [],
        documents: [],
        sections: [],
      }),
  ],
  deleting: ['delete', (answer) => deedTo(answer, 'answer.delete', {})],
}

function filling(at: string, seen: string | null, respuesta: string) {
  return { ...nothing, values: [{ at, seen: seen === null ? null : { respuesta: seen }, value: { respuesta } }] }
}

const statusesOf = async ({ world, cookie }: Stage, [method, path, body]: ReturnType<Request>) => {
  const response = await world.ask(method, path, { cookie, ...(body === undefined ? {} : { body }) })
  return { status: response.status, text: await response.text() }
}

describe.each(ROLES)('%s, as the table of reviewing says', (role) => {
  it('finds answers in lists, on maps and in exports', async () => {
    const stage = await stageFor(role)
    for (const { place, whose, answer } of stage.answers) {
      const allowed = lists(role, place, whose)
      for (const [name, request] of Object.entries(LISTS)) {
        const { status, text } = await statusesOf(stage, request(answer))
        expect([place, whose, name, text.includes(answer.id)]).toEqual([place, whose, name, allowed])
        if (!allowed) expect([200, 403, 404]).toContain(status)
      }
    }
  })

  it('reads in columns of a list what was answered to those of the list, and to no other', async () => {
    const stage = await stageFor(role)
    for (const { place, whose, answer } of stage.answers) {
      const key =
        listQuestionColumns(answer.secciones).find(({ question }) => question.titulo === 'Empleados')?.key ?? ''
      const path = `/api/answers?template=${answer.idPlantilla}&columns=${key}`
      const { status, text } = await statusesOf(stage, ['GET', path])
      const { answers = [] } = JSON.parse(text) as {
        readonly answers?: readonly Pick<AnswerListItem, 'id' | 'cells'>[]
      }
      const cell = answers.find(({ id }) => id === answer.id)?.cells?.[key]
      const allowed = lists(role, place, whose)
      expect([place, whose, cell?.parts]).toEqual([place, whose, allowed ? ['4'] : undefined])
      if (!allowed) expect([200, 403, 404]).toContain(status)
    }
  })

  it('finds them by their recipient', async () => {
    const stage = await stageFor(role)
    const pages: string[] = []
    let after = ''
    do {
      const { status, text } = await statusesOf(stage, ['GET', `/api/recipients?kind=dni&number=${DNI}${after}`])
      expect(status).toBe(reachOf(role, 'find') === '-' ? 403 : 200)
      pages.push(text)
      const { next } = JSON.parse(text) as { readonly next?: string }
      after = next === undefined ? '' : `&after=${encodeURIComponent(next)}`
    } while (after !== '')
    for (const { place, whose, answer } of stage.answers)
      expect([place, whose, pages.join().includes(answer.id)]).toEqual([
        place,
        whose,
        allows(role, 'find', place, whose),
      ])
  })

  it('sees them, with history, photos, incident and PDF', async () => {
    const stage = await stageFor(role)
    for (const { place, whose, answer } of stage.answers) {
      const allowed = allows(role, 'read', place, whose)
      for (const [name, request] of Object.entries(SIGHTS)) {
        const { status, text } = await statusesOf(stage, request(answer))
        expect([place, whose, name, status === 200]).toEqual([place, whose, name, allowed])
        if (allowed) continue
        expect([403, 404]).toContain(status)
        expect(text).not.toContain(answer.codigoMunicipio)
      }
    }
    expect(stage.world.log).toEqual([])
  })

  it.each(Object.entries(CHANGES))('may do this to them: %s', async (_, [deed, made]) => {
    const stage = await stageFor(role)
    const { world, cookie } = stage
    for (const { place, whose, answer } of stage.answers) {
      const mutation = made(answer)
      const body = { protocol: 1, device: DEVICE, account: 'rosa', mutations: [mutation] }
      const reply = await world.ask('POST', '/api/sync/push', { cookie, body })
      const { results } = (await reply.json()) as { readonly results: readonly { readonly status: string }[] }
      const allowed = allows(role, deed, place, whose)
      expect([place, whose, results[0]?.status]).toEqual([place, whose, allowed ? 'applied' : 'rejected'])
      const now = await world.store.get(keys.answer(answer.id))
      if (!allowed) expect(now).toEqual(answer)
      else if (mutation.kind !== 'answer.sendCopy') expect(now).not.toEqual(answer)
    }
  })

  it('brings back what was deleted', async () => {
    const { world, cookie, answers } = await stageFor(role)
    // Answers from the portal are never deleted.
    for (const { place, whose, answer } of answers.filter((one) => one.place !== 'portal')) {
      await world.store.commit(deletionOf(answer))
      const allowed = allows(role, 'restore', place, whose)
      const list = await (await world.ask('GET', '/api/deleted', { cookie })).text()
      expect([place, whose, list.includes(answer.id)]).toEqual([place, whose, allowed])
      const { status } = await world.ask('POST', `/api/deleted/${answer.id}/restore`, { cookie })
      expect([place, whose, status === 200]).toEqual([place, whose, allowed])
      if (!allowed) expect([403, 404]).toContain(status)
      expect((await world.store.get(keys.answer(answer.id))) !== undefined).toBe(allowed)
    }
  })
})

/** A deletion by a user with the right. */
function deletionOf(answer: Answer): Unit<void> {
  const { id, version, idPlantilla, titulo, codigoMunicipio, authorId, areas, areaInfo, municipioInfo } = answer
  const facts = { id, version, idPlantilla, titulo, codigoMunicipio, authorId, areas, areaInfo, municipioInfo }
  const by = { email: '', username: 'ada' }
  const municipality = municipalityOfDocument(answer)
  return unitForKeys<void>([], () => ({
    result: undefined,
    writes: [
      remove(keys.answer(id)),
      set(keys.answerVersion(id, version), answer),
      set(keys.deletedAnswer(id), { ...facts, municipality, by, name: '', at: NOW }),
    ],
  }))
}

it('of the table each deed is allowed to someone and refused to someone, and each is asked for above', () => {
  for (const deed of DEEDS) expect(new Set(ROLES.map((role) => reachOf(role, deed))).size).toBeGreaterThan(1)
  const asked = Object.values(CHANGES).map(([deed]) => deed)
  expect(DEEDS.filter((deed) => !asked.includes(deed))).toEqual(['find', 'restore'])
})
