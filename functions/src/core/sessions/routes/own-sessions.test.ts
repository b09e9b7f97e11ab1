import { describe, expect, it } from 'vitest'
import type { SessionListItem } from '#domain/sessions/index.ts'
import { buildWorld, codeOf, cookieOf, PASSWORD, type World } from '#tests/support/server/world.ts'

const HOUR = 3_600_000
const CHROME =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'
const signIn = async (world: World, user: string, agent: string) =>
  cookieOf(
    await world.ask('POST', '/api/session', {
      body: { email: user, password: PASSWORD },
      headers: { 'user-agent': agent },
    }),
  )
const list = async (world: World, cookie: string) =>
  ((await (await world.ask('GET', '/api/sessions', { cookie })).json()) as { sessions: SessionListItem[] }).sessions
const end = (world: World, cookie: string, id: string) => world.ask('DELETE', `/api/sessions/${id}`, { cookie })
const standing = async (world: World, cookie: string) => codeOf(await world.ask('GET', '/api/session', { cookie }))

describe('one’s own sessions', () => {
  it('are listed with what signed in, from where and when, this one first, and no one else’s', async () => {
    const world = await buildWorld()
    const tablet = await signIn(world, 'ines', CHROME)
    await world.signIn('pablo')
    world.clock.now += HOUR
    const desk = await signIn(world, 'ines', 'Mozilla/5.0 (Windows NT 10.0; rv:131.0) Gecko/20100101 Firefox/131.0')
    const sessions = await list(world, tablet)
    expect(sessions).toMatchObject([
      {
        current: true,
        browser: 'Chrome',
        system: 'Android',
        from: '192.0.2.1',
        signedInAt: '2026-11-20T15:30:00.000Z',
      },
      { current: false, browser: 'Firefox', system: 'Windows', signedInAt: '2026-11-20T16:30:00.000Z' },
    ])
    expect(await list(world, desk)).toHaveLength(2)
    // The public id of a session opens none.
    for (const { id } of sessions) expect(await standing(world, `__session=${id}`)).toBe('session.required')
  })

  it('are one each, whatever ids they have come by, and gone when they are over', async () => {
    const world = await buildWorld()
    const old = await world.signIn('ines')
    world.clock.now += 25 * HOUR
    const fresh = cookieOf(await world.ask('GET', '/api/session', { cookie: old }))
    expect(fresh).not.toBe('')
    expect(await list(world, fresh)).toHaveLength(1)
    const other = await world.signIn('ines')
    expect(await list(world, other)).toHaveLength(2)
    await world.ask('DELETE', '/api/session', { cookie: fresh })
    expect(await list(world, other)).toMatchObject([{ current: true }])
  })

  it('can be ended one by one: that device is notified at its next request, with all the ids it has, and the log knows', async () => {
    const world = await buildWorld()
    const lost = await world.signIn('ines')
    world.clock.now += 25 * HOUR
    const rotated = cookieOf(await world.ask('GET', '/api/session', { cookie: lost }))
    const here = await world.signIn('ines')
    const [, there] = await list(world, here)
    expect((await end(world, here, there?.id ?? '')).status).toBe(204)
    expect([await standing(world, lost), await standing(world, rotated), await standing(world, here)]).toEqual([
      'session.ended',
      'session.ended',
      undefined,
    ])
    const push = await world.ask('POST', '/api/sync/push', {
      cookie: lost,
      headers: { 'x-relevo-account': 'ines' },
      body: '{}',
    })
    expect([push.status, await codeOf(push)]).toEqual([401, 'session.ended'])
    expect((await end(world, here, there?.id ?? '')).status).toBe(404)
    expect(await world.store.query({ collection: 'audit', limit: 10 })).toMatchObject([
      { document: { action: 'session.ended', target: 'usuarios/ines', by: 'ines' } },
    ])
  })

  it('can be ended all at once but this one; asked again, it is done already', async () => {
    const world = await buildWorld()
    const others = [await world.signIn('ines'), await world.signIn('ines')]
    const [here, pablo] = [await world.signIn('ines'), await world.signIn('pablo')]
    for (let time = 0; time < 2; time += 1)
      expect((await world.ask('DELETE', '/api/sessions', { cookie: here })).status).toBe(204)
    for (const other of others) expect(await standing(world, other)).toBe('session.ended')
    for (const stays of [here, pablo]) expect(await standing(world, stays)).toBeUndefined()
  })

  it('are not ended by anybody else, the administrator included', async () => {
    const world = await buildWorld()
    const ines = await world.signIn('ines')
    const [own] = await list(world, ines)
    for (const who of ['pablo', 'sofia', 'ada'])
      expect((await end(world, await world.signIn(who), own?.id ?? '')).status).toBe(404)
    expect(await standing(world, ines)).toBeUndefined()
  })

  it('that was switched off in the store, or signed in before the revocation time, is ended; one that ran out is over', async () => {
    const world = await buildWorld()
    const [off, revoked] = [await world.signIn('ines'), await world.signIn('pablo')]
    const [entry] = await world.store.query({ collection: 'websession', where: { userId: 'ines' }, limit: 1 })
    await world.put(entry?.key ?? '', { ...entry?.document, active: false })
    expect(await standing(world, off)).toBe('session.ended')
    world.clock.now += HOUR
    await world.put('settings/remote-config', {
      dev_new_login_method: true,
      web_session_revokation_datetime: '2026-11-20T16:00:00Z',
    })
    expect(await standing(world, revoked)).toBe('session.ended')
    const idle = await world.signIn('ines')
    world.clock.now += 30 * 24 * HOUR
    expect(await standing(world, idle)).toBe('session.required')
  })
})
