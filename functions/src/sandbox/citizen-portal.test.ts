import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildCitizenPageLinks } from '#connectors/citizen-pages.ts'
import { connectSystems } from '#connectors/connect.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { Answer, DeletedAnswer } from '#domain/answers/index.ts'
import { citizenIdSchema, toInstant } from '#domain/kernel/index.ts'
import { createMutationUnit } from '#domain/answers/judge/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import { keys, remove, set, unitForKeys } from '#domain/store/index.ts'
import { deadJobsSchema } from '#domain/jobs/index.ts'
import type { Mutation } from '#domain/sync/index.ts'
import { startSandbox, type Sandbox } from './start.ts'
import { buildAnsweredDesk, change, edit, storedOn, submit } from '#tests/support/builders/changes.ts'
import { DEVICE } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { findSupportedJobs } from '#core/jobs/handlers.ts'
import { runDueJobs } from '#core/jobs/run-due.ts'
import type { Connectors } from '#core/ports.ts'
import { permitOf } from '#tests/support/builders/permits.ts'

/** The citizen portal over real HTTP: what it receives when a citizen is asked to correct, exactly once. */
const MINUTE = 60_000
const HOME = 'https://forms.example.org'
const tuning = { ...DEFAULT_TUNING, jobAttempts: 3 }
const ANSWERED = storedOn(buildAnsweredDesk())
const CITIZEN = citizenIdSchema.parse('c1')
let sandbox: Sandbox
let world: World
afterEach(() => sandbox.close())

let patience = 10_000
const deps = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  timeout: () => AbortSignal.timeout(patience),
  failed: () => {},
}
const key = keys.answer(submit.answer)
const stored = async (): Promise<Answer> => there(await world.store.get(key))
const [INCIDENT, RECORD] = ['inc-1', 'mg-1']

let portal: Connectors
/** An answer of a citizen that came through the portal, with its incident. */
beforeEach(async () => {
  sandbox = await startSandbox()
  patience = 10_000
  const pages = buildCitizenPageLinks(() => HOME, { revision: (id) => `/ciudadano/revision/${id}` })
  portal = { ...connectSystems(deps, { citizenPortal: sandbox.addresses.citizenPortal }), ...pages }
  world = await buildWorld({}, openMemoryStore(), portal)
  await place({})
})

/** @param facts changed fields of the answer */
async function place(facts: Partial<Answer>): Promise<void> {
  const { opcionales, ...answer } = ANSWERED
  await world.put(key, {
    ...answer,
    opcionales: { ...opcionales, citizenAssociationFromCitizenPortal: true, incidentes: true },
    datosCiudadano: citizenSchema.parse({ id: CITIZEN, nombre: 'Ana', apellido: 'Torres' }),
    municipioInfo: { nombre: 'Villa Serena', idMuniCore: 21 },
    muniCore: { idIncidente: INCIDENT },
    portalCiudadanoData: { idRespuestaMG: RECORD },
    ...facts,
  })
}

const nobody = { answers: [], images: [], documents: [], sections: [] }
const ask = (facts: object = {}) =>
  change('answer.requestChanges', { comment: 'Falta el nombre', ...nobody, answers: ['0/0'], ...facts }, 'sofia')

async function push(mutation: Mutation): Promise<void> {
  const body = { protocol: 1, device: DEVICE, account: 'sofia', mutations: [mutation] }
  const reply = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('sofia'), body })
  expect(await reply.json()).toMatchObject({ results: [{ status: 'applied' }] })
}
async function revise(): Promise<void> {
  const mutation = change(
    'answer.revise',
    {
      correction: edit('0/0', { respuesta: 'Bar El Puente' }, { respuesta: 'Bar Nuevo' }),
    },
    'public',
  )
  const unit = createMutationUnit(mutation, { author: mutation.author, permits: [permitOf(CITIZEN, mutation)] }, NOW)
  const done = await world.store.commit(withJobs(unit, findSupportedJobs(world.ports.connectors), NOW))
  expect(done).toMatchObject({ status: 'applied' })
}
const run = () => runDueJobs(world.ports, world.clock.now, tuning)
const messages = () => sandbox.portal.messages
const states = () => sandbox.portal.statesOf(RECORD)
const dead = async () => {
  const reply = await world.ask('GET', '/api/jobs/dead', { cookie: await world.signIn('sofia') })
  return deadJobsSchema.parse(await reply.json()).jobs
}

describe('a first answer', () => {
  /** As on arrival: version 1, without a change. */
  async function arrives(): Promise<void> {
    const { changedBy: _, ...answer } = await stored()
    const unit = unitForKeys([key], () => ({ result: true, writes: [set(key, { ...answer, version: 1 })] }))
    await world.store.commit(withJobs(unit, findSupportedJobs(world.ports.connectors), NOW))
  }

  it('marks its record as answered, whatever becomes of the reply', async () => {
    sandbox.portal.loseReply()
    await arrives()
    await run()
    world.clock.now += MINUTE
    await run()
    // Setting the same state again changes nothing.
    expect([...new Set(states())]).toEqual(['Completado'])
    expect(await world.store.count({ collection: 'jobs', where: { kind: 'citizen.state' } })).toBe(0)
  })

  it('waits for a portal that is away, and is a failed task where it knows no such record', async () => {
    sandbox.misbehave('failing')
    await arrives()
    await run()
    expect(states()).toEqual([])
    sandbox.misbehave(undefined)
    world.clock.now += MINUTE
    await run()
    expect(states()).toEqual(['Completado'])
    await place({ portalCiudadanoData: { idRespuestaMG: 'desconocido-1' } })
    await arrives()
    await run()
    expect(await dead()).toMatchObject([{ kind: 'citizen.state', lastProblem: { code: 'portal.refused' } }])
  })

  it('without a record says nothing to the portal', async () => {
    await place({ portalCiudadanoData: {} })
    await arrives()
    expect([await run(), states()]).toEqual([0, []])
  })
})

describe('a request for changes', () => {
  it('reaches the citizen and the portal once, with the payload of the specification, however often it is sent', async () => {
    const request = ask()
    await push(request)
    expect([messages().length, await run()]).toEqual([0, 2])
    await push(request)
    expect(await run()).toBe(0)
    expect(messages()).toEqual([
      {
        message: expect.stringMatching(
          /^Estimado\/a Ana Torres: Observación general: Falta el nombre\n\n.*\n- Nombre$/,
        ),
        formData: {
          incidenteId: INCIDENT,
          urlFormulario: `${HOME}/ciudadano/revision/${submit.answer}`,
          username: 'sofia',
          municipioId: 21,
        },
      },
    ])
    expect(states()).toEqual(['Subsanar'])
    expect(await stored()).toMatchObject({ version: 2, requestsForChanges: [{ messageSent: true }] })
  })

  it('that was carried out, and the reply lost, is sent again under its key, and reaches the citizen once', async () => {
    await push(ask())
    sandbox.portal.loseReply()
    await run()
    expect((await stored()).requestsForChanges[0]?.messageSent).toBeUndefined()
    world.clock.now += MINUTE
    await run()
    expect([messages().length, (await stored()).requestsForChanges[0]?.messageSent]).toEqual([1, true])
  })

  it.each(['silence', 'failing', 'html', 'cut', 'redirect'] as const)(
    'goes out when the portal is back from %s',
    async (how) => {
      await push(ask())
      patience = 300
      sandbox.misbehave(how)
      await run()
      expect(messages()).toEqual([])
      patience = 10_000
      sandbox.misbehave(undefined)
      world.clock.now += MINUTE
      await run()
      expect([messages().length, states()]).toEqual([1, ['Subsanar']])
    },
  )

  it('leads to no page that is not there: it waits for the page, and goes out then', async () => {
    const { revisionPage: _, ...without } = portal
    const closed = { ...world.ports, connectors: { ...without, ...buildCitizenPageLinks(() => HOME, {}) } }
    await push(ask())
    for (let look = 0; look < 50; look += 1) {
      world.clock.now += MINUTE
      await runDueJobs(closed, world.clock.now, DEFAULT_TUNING)
    }
    expect([messages(), states()]).toEqual([[], ['Subsanar']])
    await run()
    expect(messages()).toHaveLength(1)
  })

  it('waits for the incident that it goes by', async () => {
    await place({ muniCore: {} })
    await push(ask())
    await run()
    expect(messages()).toEqual([])
    await world.put(key, { ...(await stored()), muniCore: { idIncidente: INCIDENT } })
    world.clock.now += MINUTE
    await run()
    expect(messages()).toHaveLength(1)
  })

  it('that the portal refuses is a failed task with its reason, and is tried again when someone says so', async () => {
    await place({ muniCore: { idIncidente: 'desconocido' } })
    await push(ask())
    await run()
    const [job] = await dead()
    expect(job).toMatchObject({ kind: 'citizen.message', lastProblem: { code: 'portal.refused' } })
    await world.put(key, { ...(await stored()), muniCore: { idIncidente: INCIDENT } })
    const retry = `/api/jobs/${encodeURIComponent(there(job).id)}/retry`
    expect((await world.ask('POST', retry, { cookie: await world.signIn('sofia') })).status).toBe(200)
    await run()
    expect([messages().length, await dead()]).toEqual([1, []])
  })

  it('that was taken back before it went out reaches no one', async () => {
    await push(ask())
    await push(ask({ ...nobody, comment: '', ends: { requests: 1, revised: false } }))
    await run()
    expect([messages(), states().at(-1)]).toEqual([[], 'Completado'])
  })

  it('of an answer that was deleted before it went out reaches the citizen when the answer is back', async () => {
    await push(ask())
    const answer = await stored()
    const gone = { at: toInstant(world.clock.now), areas: answer.areas } as Partial<DeletedAnswer>
    const writes = [remove(key), set(keys.deletedAnswer(answer.id), gone as DeletedAnswer)]
    await world.store.commit(unitForKeys([], () => ({ result: true, writes })))
    await run()
    world.clock.now += 30 * MINUTE
    await run()
    expect(messages()).toEqual([])
    await world.put(key, answer)
    world.clock.now += 60 * MINUTE
    await run()
    expect([messages().length, (await stored()).requestsForChanges[0]?.messageSent]).toEqual([1, true])
  })

  it('and another that comes before it went out are one message, of both', async () => {
    await push(ask())
    await push(ask({ answers: ['0/1'] }))
    await run()
    expect(messages()).toHaveLength(1)
    expect(messages()[0]?.message.split('\n- ')).toHaveLength(3)
  })

  it('whose revision came before the portal heard of it leaves the portal at what holds', async () => {
    await push(ask())
    sandbox.misbehave('failing')
    await run()
    sandbox.misbehave(undefined)
    await revise()
    await run()
    world.clock.now += MINUTE
    await run()
    expect([messages(), states().at(-1)]).toEqual([[], 'Completado'])
  })
})

it('sets nothing off where no portal is connected', async () => {
  const mutation = ask()
  await world.store.commit(
    withJobs(createMutationUnit(mutation, { author: mutation.author }, NOW), findSupportedJobs({}), NOW),
  )
  expect([(await stored()).requestsForChanges.length, await run()]).toEqual([1, 0])
})
