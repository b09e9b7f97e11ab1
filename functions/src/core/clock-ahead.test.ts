import { describe, expect, it } from 'vitest'
import { templateIdSchema, userIdSchema } from '#domain/kernel/index.ts'
import { computeArrivalStatus, storedDeviceReportSchema } from '#domain/devices/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import type { Job } from '#domain/jobs/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, cookieOf, type World } from '#tests/support/server/world.ts'
import { claimJobUnit } from '#domain/jobs/judge/index.ts'
import { runDueJobs } from './jobs/run-due.ts'
import { issuePasswordToken } from './sessions/password.ts'
import { sweepExpired } from './sweep.ts'
import { createSweeps } from './sweeps.ts'
import { DEFAULT_TUNING } from './tuning.ts'

/** Data are stored while the server's clock is a year ahead: after its correction, nothing may last that year. */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

async function yearAhead(world: World, act: () => Promise<unknown>): Promise<void> {
  world.clock.now += YEAR
  await act()
  world.clock.now -= YEAR
}
const login = (world: World, password: string) =>
  world.ask('POST', '/api/session', { body: { email: 'ines', password } })

describe('a clock that was a year ahead and has been put right', () => {
  it.each([YEAR, HOUR, 10 * MINUTE])('locks no one out of an account until then (%i ms)', async (ahead) => {
    const world = await buildWorld()
    world.clock.now += ahead
    for (let guess = 0; guess < 60; guess += 1) {
      const reply = await login(world, 'wrong')
      world.clock.now += Number(reply.headers.get('retry-after') ?? 0) * 1000
    }
    world.clock.now -= ahead
    const waits = Number((await login(world, 'correct horse battery')).headers.get('retry-after') ?? 0) * 1000
    expect(waits).toBeLessThanOrEqual(DEFAULT_TUNING.longestDelay)
    world.clock.now += waits
    expect((await login(world, 'correct horse battery')).status).toBe(200)
  })

  it('does not pace the public until then', async () => {
    const world = await buildWorld()
    const form = buildPlainTemplate({ id: templateIdSchema.parse('farolas') }, { opcionales: { publico: true } })
    await world.put(keys.template(form.id), form)
    await world.put(keys.templateVersion(form.id, 1), form)
    const push = (from: number) => {
      const mutations = Array.from({ length: 100 }, (_, n) =>
        buildPlainSubmit(from + n, 'una nota', { author: 'public', template: 'farolas' }),
      )
      return world.ask('POST', '/api/sync/push', {
        body: { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'public', mutations },
      })
    }
    await yearAhead(world, () => push(1))
    expect((await push(101)).status).toBe(200)
  })

  it('lets a session continue, be replaced daily, and end a month after its last use', async () => {
    const world = await buildWorld()
    let cookie = ''
    await yearAhead(world, async () => (cookie = await world.signIn('ines')))
    const ask = () => world.ask('GET', '/api/session', { cookie })
    expect((await ask()).status).toBe(200)
    world.clock.now += 25 * HOUR
    const fresh = cookieOf(await ask())
    expect(fresh).not.toBe('')
    const [idle, old] = [fresh, cookie]
    expect((await world.ask('GET', '/api/session', { cookie: idle })).status).toBe(200)
    world.clock.now += 2 * MINUTE
    expect(await codeOf(await world.ask('GET', '/api/session', { cookie: old }))).toBe('session.required')
    world.clock.now += DEFAULT_TUNING.sessionIdle
    expect((await world.ask('GET', '/api/session', { cookie: idle })).status).toBe(401)
  })

  it('ends an id that was replaced in the meantime after its grace', async () => {
    const world = await buildWorld()
    const old = await world.signIn('ines')
    world.clock.now += 2 * DAY
    const fresh = cookieOf(await world.ask('GET', '/api/session', { cookie: old }))
    world.clock.now += 10 * HOUR
    await world.ask('GET', '/api/session', { cookie: fresh })
    world.clock.now -= 10 * HOUR
    expect((await world.ask('GET', '/api/session', { cookie: fresh })).status).toBe(200)
    await world.ask('GET', '/api/session', { cookie: old })
    world.clock.now += 2 * DEFAULT_TUNING.rotationGrace
    expect((await world.ask('GET', '/api/session', { cookie: old })).status).toBe(401)
  })

  it('keeps no one-time link good until then', async () => {
    const world = await buildWorld()
    let token = ''
    await yearAhead(
      world,
      async () => (token = await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), HOUR)),
    )
    expect(
      await codeOf(await world.ask('POST', '/api/password', { body: { token, password: 'ten characters' } })),
    ).toBe('session.token-invalid')
  })

  it('takes down what a device reports, and does not say of a line from then that everything has arrived', async () => {
    const world = await buildWorld()
    const deviceReport = buildReport()
    const report = async () =>
      world.ask('POST', '/api/sync/pull', { cookie: await world.signIn('ines'), body: deviceReport })
    const line = async () =>
      storedDeviceReportSchema.strip().parse(await world.store.get(keys.device(DEVICE, userIdSchema.parse('ines'))))
    await yearAhead(world, report)
    const serverTime = new Date(world.clock.now).toISOString() as never
    expect(computeArrivalStatus({ serverTime, devices: [await line()], complete: true })).toMatchObject({
      until: null,
      reporting: 0,
      silent: [{ userId: 'ines' }],
    })
    await report()
    expect((await line()).seenAt).toBe(serverTime)
  })

  it('tries again automatically what was to happen in another system', async () => {
    const world = await buildWorld()
    const id = 'incident.create~x'
    const job: Job = {
      id,
      kind: 'incident.create',
      payload: { answer: buildPlainSubmit(1).answer },
      municipality: 'm' as never,
      state: 'waiting',
      attempts: 0,
      dueAt: new Date(world.clock.now).toISOString() as never,
    }
    await world.put(keys.job(id), job)
    await yearAhead(world, () =>
      world.store.commit(claimJobUnit(id, new Date(world.clock.now).toISOString() as never, DEFAULT_TUNING)),
    )
    const connectors = { tells: { 'incident.create': async () => ({ ok: true, value: { id: 'i' } }) as const } }
    expect(await runDueJobs({ ...world.ports, connectors }, world.clock.now)).toBe(1)
    expect(await world.store.get(keys.job(id))).toMatchObject({ state: 'done' })
  })

  it('leaves nothing lying for longer than anything is given', async () => {
    const world = await buildWorld()
    const collections = ['websession', 'tokens', 'throttles', 'files', 'imagenes'] as const
    const count = async () => Promise.all(collections.map((collection) => world.store.count({ collection })))
    const sweep = async () => {
      for (const { run } of createSweeps(world.ports)) await run()
    }
    await yearAhead(world, async () => {
      await world.signIn('ines')
      await login(world, 'wrong')
      await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), HOUR)
      const expiresAt = new Date(world.clock.now + DAY).toISOString()
      await world.put('files/ines~a', { sha256: 'a'.repeat(64), bytes: 1, type: 'image/png', expiresAt })
      await world.put(`imagenes/nota~${'b'.repeat(64)}`, {
        template: 'nota',
        sha256: 'b'.repeat(64),
        saved: false,
        author: 'ines',
        expiresAt,
      })
    })
    const before = await count()
    expect(before.every((one) => one > 0)).toBe(true)
    expect(await sweepExpired(world.ports)).toBe(0)
    expect(await count()).toEqual(before)
    world.clock.now += 31 * DAY
    await sweep()
    expect(await count()).toEqual(collections.map(() => 0))
  })
})
