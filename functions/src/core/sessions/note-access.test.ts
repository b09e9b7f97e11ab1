import { describe, expect, it } from 'vitest'
import { userIdSchema } from '#domain/kernel/index.ts'
import { rename } from '#tests/support/builders/changes.ts'
import { buildPlainSubmit, DEVICE as PUSHED_FROM } from '#tests/support/builders/submit.ts'
import { codeAt, enrolApp, firstStep, secondStep } from '#tests/support/server/factors.ts'
import { buildWorld, PASSWORD, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { issuePasswordToken } from './password.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const DEVICE = { from: '192.0.2.1', browser: 'Chrome', system: 'Windows' }
const WRONG = 'a wrong password that nobody may read'

const login = (world: World, email: string, password = PASSWORD) =>
  world.ask('POST', '/api/session', { body: { email, password }, headers: { 'user-agent': CHROME } })
async function audited(world: World): Promise<readonly unknown[]> {
  const entries = await world.store.query({
    collection: 'audit',
    order: { field: 'number', descending: false },
    limit: 200,
  })
  return entries.map(({ document: { action, by, from, details } }) => [action, by, from, details?.['why']])
}

describe('who comes in, and who does not, is in the server’s log', () => {
  it('with account, address, browser and system, and without a password or a name that was typed', async () => {
    const world = await buildWorld()
    expect((await login(world, 'ines@relevo.example')).status).toBe(200)
    await login(world, 'ines@relevo.example', WRONG)
    await login(world, WRONG, PASSWORD)
    expect(world.told).toEqual([
      { event: 'sign-in.succeeded', facts: { way: 'password', account: 'ines', ...DEVICE } },
      {
        event: 'sign-in.refused',
        facts: { way: 'password', why: 'session.bad-credentials', account: 'ines', ...DEVICE },
      },
      { event: 'sign-in.refused', facts: { way: 'password', why: 'session.bad-credentials', account: '', ...DEVICE } },
    ])
    expect(await audited(world)).toEqual([])
  })

  it('with the second factor, the confirmation in an open session, the password by a link, and the end', async () => {
    const world = await buildWorld()
    const { secret } = await enrolApp(world, 'ines')
    world.told.length = 0
    const { cookie } = await firstStep(world, 'ines')
    await secondStep(world, cookie, '000000')
    const passed = await secondStep(world, cookie, codeAt(secret, world.clock.now))
    const session = (passed.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    await world.ask('POST', '/api/session/confirm', { cookie: session, body: { password: WRONG } })
    await world.ask('DELETE', '/api/session', { cookie: session })
    const link = await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), 3_600_000)
    const set = (token: string) =>
      world.ask('POST', '/api/password', { body: { token, password: 'a brand new password' } })
    await set(link)
    await set(link)
    const refusals = world.told.map(({ event, facts }) => {
      const { account, way, why } = facts as Readonly<Record<string, unknown>>
      return [event, account, way, why]
    })
    expect(refusals).toEqual([
      ['sign-in.refused', 'ines', 'second-step', 'factor.wrong'],
      ['sign-in.succeeded', 'ines', 'password', undefined],
      ['sign-in.refused', 'ines', 'confirm', 'password.wrong'],
      ['sign-out', 'ines', undefined, undefined],
      ['password.reset', 'ines', undefined, undefined],
      ['sign-in.refused', '', 'link', 'session.token-invalid'],
    ])
    expect(JSON.stringify(world.told)).not.toMatch(/brand new|nobody may read|secret/)
  })

  it('and where an account may not do what it asks, or acts in the name of another', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('pablo')
    world.told.length = 0
    await world.ask('POST', '/api/users/ines/deactivate', { cookie })
    await world.ask('GET', '/api/audit', { cookie })
    await world.ask('GET', '/api/session', { cookie, headers: { 'x-relevo-account': 'ines' } })
    await world.ask('DELETE', '/api/session', { cookie, headers: { origin: 'https://evil.example' } })
    await world.ask('POST', '/api/users/ines/reactivate', { cookie, headers: { origin: 'https://evil.example' } })
    await world.ask('POST', '/api/30123456', { cookie, headers: { origin: 'https://evil.example' } })
    const refusals = world.told.map(({ event, facts }) => {
      const { why, account, path, from } = facts as Readonly<Record<string, unknown>>
      return [event, why, account, path, from]
    })
    expect(refusals).toEqual([
      ['access.refused', 'access.forbidden', 'pablo', '/users/:id/deactivate', '192.0.2.1'],
      ['access.refused', 'access.forbidden', 'pablo', '/audit', '192.0.2.1'],
      ['access.refused', 'session.other-account', 'pablo', '/session', '192.0.2.1'],
      ['access.refused', 'request.cross-site', undefined, '/api/session', '192.0.2.1'],
      // Patterns, because a path may contain a person's name.
      ['access.refused', 'request.cross-site', undefined, '/api/users/:id/reactivate', '192.0.2.1'],
      ['access.refused', 'request.cross-site', undefined, 'unmatched', '192.0.2.1'],
    ])
  })
})

describe('what a push asks for and its account may not do is in the server’s log, too', () => {
  const push = async (world: World, account: string, mutations: readonly unknown[]) => {
    const body = { protocol: 1, device: PUSHED_FROM, account, mutations }
    const cookie = account === 'public' ? {} : { cookie: await world.signIn(account) }
    world.told.length = 0
    const response = await world.ask('POST', '/api/sync/push', { ...cookie, body, headers: { 'user-agent': CHROME } })
    const { results } = (await response.json()) as { readonly results: readonly { readonly status: string }[] }
    return results.map(({ status }) => status)
  }

  it('in one line for each reason, however many are sent at once, and with nothing of what they hold', async () => {
    const world = await buildWorld()
    const [own, ...others] = [1, 2, 3].map((seed) => buildPlainSubmit(seed, 'secreto'))
    const mine = buildPlainSubmit(9, 'secreto', { author: 'pablo' })
    await push(world, 'ines', [own])
    expect(world.told).toEqual([])
    expect(await push(world, 'pablo', [mine, ...others])).toEqual(['applied', 'rejected', 'rejected'])
    const facts = { method: 'POST', path: '/sync/push', from: '192.0.2.1', browser: 'Chrome', system: 'Windows' }
    const authors = { why: 'answer.author-mismatch', ...facts, mutations: 2 }
    expect(world.told).toEqual([{ event: 'access.refused', facts: { ...authors, account: 'pablo' } }])
    // Its author may not correct it.
    const correction = { ...rename('secreto', 'otro', 'pablo'), answer: mine.answer, template: mine.template }
    expect(await push(world, 'pablo', [correction])).toEqual(['rejected'])
    expect(world.told).toMatchObject([
      { event: 'access.refused', facts: { why: 'access.forbidden', account: 'pablo', mutations: 1 } },
    ])
    expect(await push(world, 'public', others)).toEqual(['rejected', 'rejected'])
    expect(world.told).toEqual([{ event: 'access.refused', facts: { ...authors, account: 'public' } }])
  })
})

describe('of who administers people, in the log of administrative acts, too', () => {
  it.each(['ada', 'sofia'])('%s: success and failure', async (who) => {
    const world = await buildWorld()
    await login(world, `${who}@relevo.example`)
    await login(world, `${who}@relevo.example`, WRONG)
    expect(await audited(world)).toEqual([
      ['session.started', who, '192.0.2.1', undefined],
      ['session.refused', who, '192.0.2.1', 'session.bad-credentials'],
    ])
    expect(JSON.stringify(await world.store.query({ collection: 'audit', limit: 9 }))).not.toContain(WRONG)
  })

  it('and anyone who guesses on writes no more into it than the bound of guessing lets be tried', async () => {
    const world = await buildWorld()
    for (let time = 0; time < 90; time += 1) await login(world, 'ada@relevo.example', WRONG)
    expect((await audited(world)).length).toBeLessThanOrEqual(DEFAULT_TUNING.freeFailuresPerAccount + 1)
    expect(world.told).toHaveLength(90)
  })
})
