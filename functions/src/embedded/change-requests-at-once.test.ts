import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { computeRequestStatus } from '#domain/corrections/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { generateMutationId, ok } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { mutationSchema } from '#domain/sync/index.ts'
import type { Connectors, Store } from '#core/ports.ts'
import { buildAnsweredDesk, storedOn } from '#tests/support/builders/changes.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { bytesFor, CLOCK, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildTemplate } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'
import { openSqliteStore } from './sqlite/store.ts'

const PEOPLE = Array.from({ length: 12 }, (_, index) => `supervisor-${String(index).padStart(2, '0')}`)
const opcionales = {
  citizenAssociationFromCitizenPortal: true,
  incidentes: true,
  digitalSignature: true,
  signatureEditableAnswer: true,
}
const stored = { ...storedOn(buildAnsweredDesk()), templateVersion: 2 }
const key = keys.answer(stored.id)
const portal: Connectors = {
  citizenPortal: {
    sendExternalMessage: async () => ok({ id: '1' }),
    updateStateCitizenPortalFormData: async () => ok({ id: '1' }),
  },
  revisionPage: () => 'https://forms.example.org/ciudadano/revision/x',
}
let store: Store
let world: World
let cookies: ReadonlyMap<string, string>
let lastId = 900

beforeEach(async () => {
  store = openSqliteStore(':memory:')
  world = await buildWorld({}, store, portal)
  for (const { key: at, document } of buildVersionWrites(buildTemplate({ version: 2 }, { opcionales })))
    await world.put(at, document)
  const signedIn = new Map<string, string>()
  for (const name of PEOPLE) {
    await addPerson(world.put, buildUser(name, 'ROLE_SUPERVISOR_CORRECTOR', [AREA]))
    signedIn.set(name, await world.signIn(name))
  }
  cookies = signedIn
  const answer: Answer = {
    ...stored,
    opcionales: { ...stored.opcionales, ...opcionales },
    datosCiudadano: citizenSchema.parse({ id: 'c1', nombre: 'Ana', apellido: 'Torres' }),
    portalCiudadanoData: { idRespuestaMG: 'mg-1' },
  }
  await world.put(key, answer)
})
afterEach(() => store.close?.())

/**
 * Each person's request, based on the first version, all at once. @returns their results and the answer's final state
 */
async function allAtOnce(facts: (index: number) => object) {
  const results = await Promise.all(
    PEOPLE.map(async (author, index) => {
      const { id: answer, idPlantilla: template, templateVersion: version } = stored
      const envelope = {
        id: generateMutationId(bytesFor((lastId += 1))),
        author,
        device: DEVICE,
        clock: CLOCK,
        offset: 0,
      }
      const marks = { comment: '', answers: [], images: [], documents: [], sections: [] }
      const mutation = mutationSchema.parse({
        ...envelope,
        kind: 'answer.requestChanges',
        answer,
        template,
        version,
        base: stored.version,
        files: [],
        ...marks,
        ...facts(index),
      })
      const body = { protocol: 1, device: DEVICE, account: author, mutations: [mutation] }
      const response = await world.ask('POST', '/api/sync/push', { cookie: there(cookies.get(author)), body })
      expect(response.status).toBe(200)
      const {
        results: [result],
      } = (await response.json()) as { results: [{ status: string; problem?: { code: string } }] }
      return result.problem?.code ?? result.status
    }),
  )
  return { results, answer: there(await store.get(key)) }
}
const countJobs = () => store.count({ collection: 'jobs' })

describe('requests for changes of one answer, all at once', () => {
  it('are all kept, each once and each in a version of its own, and none takes a mark from another', async () => {
    const { results, answer } = await allAtOnce((index) => ({
      answers: [index % 2 === 0 ? '0/0' : '0/1'],
      comment: `n ${index}`,
    }))
    expect(results).toEqual(PEOPLE.map(() => 'applied'))
    expect(answer.version).toBe(stored.version + PEOPLE.length)
    expect(answer.requestsForChanges.map(({ comment }) => comment).toSorted()).toEqual(
      PEOPLE.map((_, index) => `n ${index}`).toSorted(),
    )
    const marked = answer.requestsForChanges.at(-1)?.changesRequested.answers.map(({ order }) => order)
    // In the order in which the requests arrived.
    expect(marked?.toSorted()).toEqual([0, 1])
    expect(computeRequestStatus(answer)).toBe('review')
    for (let version = stored.version; version < answer.version; version += 1)
      expect(await store.get(keys.answerVersion(stored.id, version))).toBeDefined()
    expect(await countJobs()).toBe(2 * PEOPLE.length)
  })

  it('end once: one has seen its state, the others are notified that nothing is asked any more, and nothing of theirs is stored', async () => {
    const asked = await allAtOnce((index) => ({ answers: ['0/0'], comment: `n ${index}` }))
    const before = await countJobs()
    const requests = asked.answer.requestsForChanges.length
    const { results, answer } = await allAtOnce(() => ({
      base: asked.answer.version,
      ends: { requests, revised: false },
    }))
    expect(results.toSorted()).toEqual(['applied', ...PEOPLE.slice(1).map(() => 'answer.nothing-asked')].toSorted())
    expect([answer.version, answer.requestsForChanges.length]).toEqual([asked.answer.version + 1, requests + 1])
    expect(computeRequestStatus(answer)).toBe('approved')
    expect(await countJobs()).toBeLessThanOrEqual(before + 2)
  })
})
