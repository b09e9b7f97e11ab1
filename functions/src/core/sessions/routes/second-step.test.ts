import { describe, expect, it } from 'vitest'
import { userIdSchema } from '#domain/kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { codeAt, enrolApp, firstStep, HALF_MINUTE, logged, secondStep } from '#tests/support/server/factors.ts'
import { addPerson, buildWorld, codeOf, cookieOf, PASSWORD, type World } from '#tests/support/server/world.ts'
import { issuePasswordToken } from '../password.ts'
import { DEFAULT_TUNING } from '../../tuning.ts'

const MINUTE = 60_000
const standing = async (world: World, cookie: string) => codeOf(await world.ask('GET', '/api/session', { cookie }))

describe('a password where a second factor is asked for', () => {
  it('opens no session: its cookie opens the second step and nothing else, for ten minutes', async () => {
    const world = await buildWorld()
    await enrolApp(world, 'ines')
    const { status, error, cookie, header } = await firstStep(world, 'ines')
    expect([status, error]).toEqual([
      401,
      { code: 'session.second-step', details: { wants: 'prove', apps: 1, passkeys: 0 } },
    ])
    expect(header).toMatch(/^__session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/)
    expect(await standing(world, cookie)).toBe('session.required')
    for (const [method, path] of [
      ['GET', '/api/factors'],
      ['GET', '/api/sessions'],
      ['POST', '/api/sync/pull'],
    ] as const)
      expect((await world.ask(method, path, { cookie, body: method === 'POST' ? {} : undefined })).status).toBe(401)
  })

  it('sets no other password: what opens the second step is no link', async () => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    const { cookie } = await firstStep(world, 'ines')
    const body = { token: cookie.replace('__session=', ''), password: 'a brand new password' }
    expect(await codeOf(await world.ask('POST', '/api/password', { body }))).toBe('session.token-invalid')
    expect((await secondStep(world, cookie, codeAt(secret, world.clock.now))).status).toBe(204)
  })

  it('says so only to who knows the password', async () => {
    const world = await buildWorld()
    await enrolApp(world, 'ines')
    const [known, unknown] = [await firstStep(world, 'ines', 'guessed'), await firstStep(world, 'pablo', 'guessed')]
    expect(known).toEqual(unknown)
    expect(known.error).toEqual({ code: 'session.bad-credentials' })
  })

  it('is enough for who has none, and whose role need not have one', async () => {
    const world = await buildWorld()
    expect(await standing(world, await world.signIn('ines'))).toBeUndefined()
  })

  it('that was set by a link does not stand in for the second factor either', async () => {
    const world = await buildWorld()
    await enrolApp(world, 'ines')
    const token = await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), MINUTE)
    const password = 'a brand new password'
    expect((await world.ask('POST', '/api/password', { body: { token, password } })).status).toBe(200)
    expect((await firstStep(world, 'ines', password)).error?.code).toBe('session.second-step')
  })
})

describe('the second step', () => {
  it('signs in with the code of the app, in a session with an id of its own', async () => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    const { cookie } = await firstStep(world, 'ines')
    const done = await secondStep(world, cookie, codeAt(secret, world.clock.now))
    expect([done.status, await standing(world, cookieOf(done))]).toEqual([204, undefined])
    expect(cookieOf(done)).not.toBe(cookie)
    // The step is already used.
    expect(await codeOf(await secondStep(world, cookie, codeAt(secret, world.clock.now + HALF_MINUTE)))).toBe(
      'session.step-over',
    )
  })

  it('takes a code once, and none from before one that was taken', async () => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    const now = world.clock.now
    const attempt = async (code: string) =>
      (await secondStep(world, (await firstStep(world, 'ines')).cookie, code)).status
    expect(await attempt(codeAt(secret, now))).toBe(204)
    expect(await attempt(codeAt(secret, now))).toBe(422)
    expect(await attempt(codeAt(secret, now - HALF_MINUTE))).toBe(422)
    expect(await attempt(codeAt(secret, now + HALF_MINUTE))).toBe(204)
  })

  it('takes one of two requests with the same code at once', async () => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    const [one, other] = [await firstStep(world, 'ines'), await firstStep(world, 'ines')]
    const code = codeAt(secret, world.clock.now)
    const replies = await Promise.all([secondStep(world, one.cookie, code), secondStep(world, other.cookie, code)])
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 422])
  })

  it.each([
    [-2, 422],
    [-1, 204],
    [0, 204],
    [1, 204],
    [2, 422],
  ])('takes a code of %i half minutes from now: %i', async (away, status) => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    // Later than the code used for the setup.
    world.clock.now += 3 * HALF_MINUTE
    const { cookie } = await firstStep(world, 'ines')
    const code = codeAt(secret, world.clock.now + away * HALF_MINUTE)
    expect((await secondStep(world, cookie, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(status)
  })

  it('is over after ten minutes, after five failures, and when the password was changed in the meantime', async () => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    const good = () => codeAt(secret, world.clock.now)
    const late = await firstStep(world, 'ines')
    world.clock.now += DEFAULT_TUNING.stepPatience
    expect(await codeOf(await secondStep(world, late.cookie, good()))).toBe('session.step-over')

    const failing = await firstStep(world, 'ines')
    for (let time = 0; time < DEFAULT_TUNING.stepFailures; time += 1) {
      world.clock.now += DEFAULT_TUNING.longestDelay / 4
      expect(await codeOf(await secondStep(world, failing.cookie, '000000'))).toBe('factor.wrong')
    }
    world.clock.now += MINUTE
    expect(await codeOf(await secondStep(world, failing.cookie, good()))).toBe('session.step-over')

    const changed = await firstStep(world, 'ines')
    const token = await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), MINUTE)
    await world.ask('POST', '/api/password', { body: { token, password: 'a brand new password' } })
    expect(await codeOf(await secondStep(world, changed.cookie, good()))).toBe('session.step-over')
  })

  it('slows guesses down, whatever right passwords come in between, and notes each in the log', async () => {
    const world = await buildWorld()
    await enrolApp(world, 'ines')
    const guess = async () => (await secondStep(world, (await firstStep(world, 'ines')).cookie, '000000')).status
    const statuses: number[] = []
    for (let time = 0; time < DEFAULT_TUNING.freeFailuresPerAccount + 3; time += 1) statuses.push(await guess())
    expect(statuses.slice(-2)).toEqual([429, 429])
    expect((await logged(world)).filter((action) => action === 'second-factor.failed')).toHaveLength(
      DEFAULT_TUNING.freeFailuresPerAccount + 1,
    )
    // pablo is not slowed down by that.
    expect(await world.signIn('pablo')).toContain('__session=')
  })

  it('is slowed down by counters that no name reaches which someone goes by', async () => {
    const world = await buildWorld()
    await enrolApp(world, 'ines')
    const name = 'second factor of ines'
    await addPerson(world.put, { ...buildUser('mole'), userMuniCore: name, lowercase_username: name })
    const guess = async () => (await secondStep(world, (await firstStep(world, 'ines')).cookie, '000000')).status
    let status = 0
    for (let time = 0; time <= DEFAULT_TUNING.freeFailuresPerAccount + 1; time += 1) {
      const own = await world.ask('POST', '/api/session', { body: { email: name, password: PASSWORD } })
      expect(own.status).toBe(200)
      status = await guess()
    }
    expect(status).toBe(429)
  })

  it('is none for who has not shown the password in this browser', async () => {
    const world = await buildWorld()
    const { secret, cookie } = await enrolApp(world, 'ines')
    const code = codeAt(secret, world.clock.now)
    for (const other of ['', cookie, `__session=${'a'.repeat(43)}`])
      expect(await codeOf(await secondStep(world, other, code))).toBe('session.step-over')
  })

  it('lets no one in who was switched off in the meantime', async () => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    const { cookie } = await firstStep(world, 'ines')
    const user = await world.store.get('usuarios/ines')
    await world.put('usuarios/ines', { ...user, deactivatedAt: '2026-11-20T15:30:00.000Z' })
    expect(await codeOf(await secondStep(world, cookie, codeAt(secret, world.clock.now)))).toBe('session.deactivated')
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed; the others continue', async () => {
    const world = await buildWorld()
    const { recovery } = await enrolApp(world, 'ines')
    expect(recovery).toHaveLength(10)
    expect(recovery.every((code) => /^\d[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/.test(code))).toBe(true)
    const [first = '', second = ''] = recovery
    const attempt = async (code: string) =>
      (await secondStep(world, (await firstStep(world, 'ines')).cookie, code)).status
    expect(await attempt(first.toLowerCase().replace('-', ' ').replaceAll('0', 'o'))).toBe(204)
    expect(await attempt(first)).toBe(422)
    expect(await attempt(second)).toBe(204)
    expect(await logged(world)).toEqual([
      'second-factor.on',
      'recovery-code.used',
      'second-factor.failed',
      'recovery-code.used',
    ])
  })

  it('is stored as a hash, and of two requests at once one takes it', async () => {
    const world = await buildWorld()
    const { recovery } = await enrolApp(world, 'ines')
    const [code = ''] = recovery
    const stored = (await world.store.get('factors/ines')) as { recovery: string[] }
    expect(stored.recovery).toHaveLength(10)
    expect(stored.recovery[0]).toBe(`hash of ${code.replace('-', '')}`)
    const steps = [await firstStep(world, 'ines'), await firstStep(world, 'ines')]
    const replies = await Promise.all(steps.map(({ cookie }) => secondStep(world, cookie, code)))
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 422])
    expect(((await world.store.get('factors/ines')) as { recovery: string[] }).recovery[0]).toBe('')
  })

  it('of someone else is none', async () => {
    const world = await buildWorld()
    await enrolApp(world, 'ines')
    const { recovery } = await enrolApp(world, 'pablo')
    const { cookie } = await firstStep(world, 'ines', PASSWORD)
    expect((await secondStep(world, cookie, recovery[0] ?? '')).status).toBe(422)
  })
})
