import { describe, expect, it } from 'vitest'
import { userIdSchema } from '#domain/kernel/index.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { issuePasswordToken } from '../password.ts'

const HOUR = 3_600_000
const INES = userIdSchema.parse('ines')
const FRESH = 'a brand new password'
const set = (world: World, token: string, password = FRESH) =>
  world.ask('POST', '/api/password', { body: { token, password } })

describe('setting a password with a one-time token', () => {
  it('works once, ends every session of the account, and leaves others alone', async () => {
    const world = await buildWorld()
    const before = await world.signIn('ines')
    const other = await world.signIn('pablo')
    const token = await issuePasswordToken({ ports: world.ports }, INES, HOUR)
    const done = await set(world, token)
    expect([done.status, await done.json()]).toEqual([200, { email: 'ines@relevo.example' }])
    expect((await world.ask('GET', '/api/session', { cookie: before })).status).toBe(401)
    expect((await world.ask('GET', '/api/session', { cookie: other })).status).toBe(200)
    expect(await codeOf(await set(world, token))).toBe('session.token-invalid')
    await expect(world.signIn('ines')).rejects.toThrow('401')
    expect(await world.signIn('ines', FRESH)).toContain('__session=')
  })

  it('ends every other link that is under way for the account', async () => {
    const world = await buildWorld()
    const [first, second] = [
      await issuePasswordToken({ ports: world.ports }, INES, HOUR),
      await issuePasswordToken({ ports: world.ports }, INES, HOUR),
    ]
    expect((await set(world, second)).status).toBe(200)
    expect(await codeOf(await set(world, first, 'whoever found the old mail'))).toBe('session.token-invalid')
    expect((await set(world, await issuePasswordToken({ ports: world.ports }, INES, HOUR))).status).toBe(200)
  })

  it('works for one of two requests at once', async () => {
    const world = await buildWorld()
    const token = await issuePasswordToken({ ports: world.ports }, INES, HOUR)
    const replies = await Promise.all([set(world, token, 'first password'), set(world, token, 'second password')])
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 400]))
  })

  it('is refused when the token has expired or was never given', async () => {
    const world = await buildWorld()
    const token = await issuePasswordToken({ ports: world.ports }, INES, HOUR)
    world.clock.now += HOUR
    expect(await codeOf(await set(world, token))).toBe('session.token-invalid')
    expect(await codeOf(await set(world, 'made up'))).toBe('session.token-invalid')
  })

  it.each([
    ['password123', 'password.common'],
    ['QwertyUIOP', 'password.common'],
    ['1234567890', 'password.common'],
    ['relevo-2026', 'password.personal'],
    ['InesQuiroga1', 'password.personal'],
    ['ines@relevo.example', 'password.personal'],
    ['Supervisor!', 'password.personal'],
  ])('refuses what is guessed first, and the try does not use the token up: %s', async (password, code) => {
    const world = await buildWorld()
    await world.put('usuarios/ines', { ...(await world.store.get('usuarios/ines')), firstName: 'Ines' })
    const token = await issuePasswordToken({ ports: world.ports }, INES, HOUR)
    const refused = await set(world, token, password)
    expect([refused.status, await codeOf(refused)]).toEqual([422, code])
    expect((await set(world, token, `${password} and much more`)).status).toBe(200)
  })

  it.each([
    'tencharact',
    'ñandúñandú',
    '😀😀😀😀😀😀😀😀😀😀',
    'only small letters',
    'x'.repeat(200),
    ' spaces around ',
  ])('asks nothing else of a password: %s', async (password) => {
    const world = await buildWorld()
    const token = await issuePasswordToken({ ports: world.ports }, INES, HOUR)
    expect((await set(world, token, password)).status).toBe(200)
    expect(await world.signIn('ines', password)).toContain('__session=')
    for (const other of [password.trimEnd() + 'x', password.toUpperCase()])
      if (other !== password && other.length <= 200) await expect(world.signIn('ines', other)).rejects.toThrow('401')
  })

  it('is good for as long as no one changes it', async () => {
    const world = await buildWorld()
    world.clock.now += 10 * 365 * 24 * HOUR
    expect(await world.signIn('ines')).toContain('__session=')
  })

  it('asks for ten characters, and a shorter try does not use the token up', async () => {
    const world = await buildWorld()
    const token = await issuePasswordToken({ ports: world.ports }, INES, HOUR)
    const short = await set(world, token, 'ninechars')
    expect([short.status, await codeOf(short)]).toEqual([422, 'password.too-short'])
    expect((await set(world, token, 'tencharact')).status).toBe(200)
  })

  it('stores the hash of the token only', async () => {
    const world = await buildWorld()
    const token = await issuePasswordToken({ ports: world.ports }, INES, HOUR)
    expect(await world.store.get(`tokens/${token}`)).toBeUndefined()
  })
})
