import { remove, keys } from '#domain/store/index.ts'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { deadJobsSchema, jobSchema } from '#domain/jobs/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import type { JobResult, Connectors } from '../ports.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { claimJobUnit, recordJobSuccessUnit, recordJobFailureUnit } from '#domain/jobs/judge/index.ts'
import { runDueJobs } from './run-due.ts'

const MINUTE = 60_000
const tuning = { ...DEFAULT_TUNING, jobAttempts: 4 }
const DOWN: JobResult = { ok: false, problem: { code: 'network.unreachable' } }
const submit = buildPlainSubmit(1)
const ID = `incident.create~${submit.answer}`

/** A management system that accepts each key once and can be made to fail. */
function incidents() {
  const state = {
    calls: [] as string[],
    known: new Map<string, string>(),
    fail: (): JobResult | undefined => undefined,
  }
  const connectors: Connectors = {
    tells: {
      'incident.create': async (_answer, key) => {
        state.calls.push(key)
        const failed = state.fail()
        if (failed !== undefined) return failed
        if (!state.known.has(key)) state.known.set(key, `inc-${state.known.size + 1}`)
        return { ok: true, value: { id: state.known.get(key) ?? '' } }
      },
    },
  }
  return { state, connectors }
}

/** A world in which ines has answered a form that creates incidents. */
async function answered(connectors?: Connectors, opcionales: object = { incidentes: true }): Promise<World> {
  const world = await buildWorld({}, undefined, connectors)
  const template = buildPlainTemplate({}, { opcionales })
  await world.put(keys.template(template.id), template)
  await world.put(keys.templateVersion(template.id, template.version), template)
  await push(world)
  return world
}
async function push(world: World): Promise<unknown> {
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
  return (await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })).json()
}
const jobIn = async (world: World) => await world.store.get(keys.job(ID))
const run = (world: World) => runDueJobs(world.ports, world.clock.now, tuning)
const incidentOf = async (world: World) => (await world.store.get(keys.answer(submit.answer)))?.muniCore?.idIncidente

describe('a side effect', () => {
  it('is queued by the commit that stores the answer, once however often it is sent, and ties the answer to its incident', async () => {
    const { state, connectors } = incidents()
    const world = await answered(connectors)
    expect(jobSchema.parse(await jobIn(world))).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(await run(world)).toBe(1)
    await push(world)
    expect([await run(world), (await jobIn(world))?.state, await incidentOf(world), state.calls]).toEqual([
      0,
      'done',
      'inc-1',
      [ID],
    ])
    expect(await world.store.get(keys.answer(submit.answer))).toMatchObject({ version: 1, codigoMunicipio: 'VIS1' })
  })

  it.each([
    ['the form creates no incidents', () => answered(incidents().connectors, {})],
    ['no system is connected', () => answered()],
    ['another system is connected', () => answered({})],
  ])('is not queued when %s', async (_when, build) => {
    const world = await build()
    expect([await jobIn(world), await run(world)]).toEqual([undefined, 0])
  })

  it('of a held answer waits for its acceptance', async () => {
    const { state, connectors } = incidents()
    const world = await answered(connectors, { incidentes: true, limitResponses: true })
    const other = buildPlainSubmit(2)
    const full = buildPlainTemplate({}, { opcionales: { incidentes: true, limitResponses: true }, responsesCount: 1 })
    await world.put(keys.template(full.id), full)
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [other] }
    await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
    await run(world)
    expect(state.calls).toEqual([ID])
    await world.ask('POST', `/api/held/${other.answer}/accept`, { cookie: await world.signIn('sofia') })
    await run(world)
    expect(state.calls).toEqual([ID, `incident.create~${other.answer}`])
  })

  it('of an answer that was deleted in the meantime is nothing to do', async () => {
    const { state, connectors } = incidents()
    const world = await answered(connectors)
    await world.store.commit({
      keysFor: () => [],
      decide: () => ({ result: 0, writes: [remove(keys.answer(submit.answer))] }),
    })
    await run(world)
    expect([(await jobIn(world))?.state, state.calls, await incidentOf(world)]).toEqual(['done', [], undefined])
  })
})

describe('a job that fails', () => {
  it('is tried again later and later, and happens once the other system is back', async () => {
    const { state, connectors } = incidents()
    const world = await answered(connectors)
    state.fail = () => DOWN
    await run(world)
    expect(await jobIn(world)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      lastProblem: { code: 'network.unreachable' },
    })
    const shown = async (user: string) =>
      deadJobsSchema.parse(
        await (await world.ask('GET', '/api/jobs/dead', { cookie: await world.signIn(user) })).json(),
      )
    // Shown while it is retried, to those who administer its municipality.
    expect((await shown('sofia')).jobs).toMatchObject([{ id: ID, state: 'waiting', attempts: 1 }])
    expect((await shown('uma')).jobs).toEqual([])
    expect(await run(world)).toBe(0)
    world.clock.now += MINUTE
    await run(world)
    const waits = Date.parse((await jobIn(world))?.dueAt ?? '') - world.clock.now
    expect([waits >= 5_000, waits <= 10_000]).toEqual([true, true])
    state.fail = () => undefined
    world.clock.now += MINUTE
    await run(world)
    expect([(await jobIn(world))?.state, (await jobIn(world))?.lastProblem, await incidentOf(world)]).toEqual([
      'done',
      undefined,
      'inc-1',
    ])
  })

  it.each([
    ['too often', () => DOWN, 4],
    ['for good', (): JobResult => ({ ...DOWN, isFinal: true }) as JobResult, 1],
    [
      'by throwing',
      (): JobResult => {
        throw new Error('a fault of the client')
      },
      4,
    ],
  ])('%s is dead: shown to those who administer, and tried again when they say so', async (_how, fail, attempts) => {
    const { state, connectors } = incidents()
    const world = await answered(connectors)
    state.fail = fail
    for (let round = 0; round < 10; round += 1) {
      await run(world)
      world.clock.now += 60 * MINUTE
    }
    expect(state.calls).toHaveLength(attempts)
    const shown = async (user: string) =>
      deadJobsSchema.parse(
        await (await world.ask('GET', '/api/jobs/dead', { cookie: await world.signIn(user) })).json(),
      ).jobs
    expect([(await shown('sofia')).map(({ id }) => id), await shown('uma')]).toEqual([[ID], []])
    state.fail = () => undefined
    const retry = async (user: string, id = ID) =>
      world.ask('POST', `/api/jobs/${id}/retry`, { cookie: await world.signIn(user) })
    expect(await codeOf(await retry('uma'))).toBe('request.not-found')
    for (const id of ['x', '..', `incident.create~${'a'.repeat(400)}`])
      expect((await retry('sofia', encodeURIComponent(id))).status).toBe(404)
    expect((await retry('sofia')).status).toBe(200)
    await run(world)
    expect([(await jobIn(world))?.state, await incidentOf(world), await shown('sofia')]).toEqual(['done', 'inc-1', []])
    expect(await (await retry('sofia')).json()).toMatchObject({ job: { state: 'done' } })
  })
})

describe('a server that dies', () => {
  it('between the other system’s reply and its own note asks again with the same key, and there is one incident', async () => {
    const { state, connectors } = incidents()
    const world = await answered(connectors)
    const { commit } = world.store
    let commits = 0
    const dying = {
      ...world.ports,
      store: {
        ...world.store,
        commit: ((unit) => ((commits += 1) === 2 ? Promise.reject(new Error('died')) : commit(unit))) as typeof commit,
      },
    }
    await expect(runDueJobs(dying, world.clock.now, tuning)).rejects.toThrow('died')
    expect([await run(world), state.calls.length]).toEqual([0, 1])
    world.clock.now += tuning.jobLease
    await run(world)
    expect([state.calls, state.known.size, await incidentOf(world), (await jobIn(world))?.state]).toEqual([
      [ID, ID],
      1,
      'inc-1',
      'done',
    ])
  })

  it('for a while, and comes back: what its late attempt says changes nothing that was done since', async () => {
    const world = await answered(incidents().connectors)
    const late: ((attempt: JobResult) => void)[] = []
    const slow: Connectors = {
      tells: { 'incident.create': () => new Promise((resolve) => void late.push(resolve)) },
    }
    const begin = async () => {
      const running = runDueJobs({ ...world.ports, connectors: slow }, world.clock.now, tuning)
      await expect.poll(() => late.length).toBe(1)
      const [reply] = late.splice(0)
      return async (attempt: JobResult) => {
        reply?.(attempt)
        await running
      }
    }
    const first = await begin()
    world.clock.now += tuning.jobLease
    const second = await begin()
    // The first attempt has long expired; the second is still running.
    await first({ ...DOWN, isFinal: true } as JobResult)
    expect(await jobIn(world)).toMatchObject({ state: 'waiting', attempts: 2 })
    await second({ ok: true, value: { id: 'inc-1' } })
    expect([(await jobIn(world))?.state, await incidentOf(world)]).toEqual(['done', 'inc-1'])
  })

  it('and says twice that it is done notes the first', async () => {
    const { connectors } = incidents()
    const world = await answered(connectors)
    const taken = await world.store.commit(claimJobUnit(ID, toInstant(world.clock.now), tuning))
    if (taken === undefined) throw new Error('not due')
    await world.store.commit(recordJobSuccessUnit(taken, 'inc-1'))
    await world.store.commit(recordJobSuccessUnit(taken, 'inc-2'))
    expect(await incidentOf(world)).toBe('inc-1')
    const failure = { problem: { code: 'network.unreachable' }, isFinal: true } as const
    await world.store.commit(
      recordJobFailureUnit(taken, failure, { now: toInstant(world.clock.now), random: 0 }, tuning),
    )
    expect((await jobIn(world))?.state).toBe('done')
  })

  it('each time over the same job stops doing so', async () => {
    const { state, connectors } = incidents()
    const world = await answered(connectors)
    const { commit } = world.store
    for (let death = 0; death < 10; death += 1) {
      let commits = 0
      const dying = {
        ...world.ports,
        store: {
          ...world.store,
          commit: ((unit) =>
            (commits += 1) === 2 ? Promise.reject(new Error('died')) : commit(unit)) as typeof commit,
        },
      }
      await runDueJobs(dying, world.clock.now, tuning).catch(() => {})
      world.clock.now += tuning.jobLease
    }
    expect([state.calls.length, (await jobIn(world))?.state]).toEqual([tuning.jobAttempts, 'dead'])
  })

  it('not, but runs twice: a job is carried out by one of them', async () => {
    const { state, connectors } = incidents()
    const world = await answered(connectors)
    await Promise.all([run(world), run(world), run(world)])
    expect(state.calls).toEqual([ID])
  })
})
