import { describe, expect, it } from 'vitest'
import type { UserId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildPeopleWorld, typedUser, type PeopleWorld } from '#tests/support/server/people-world.ts'

/** The reply to a new user, besides the user. */
async function created(world: PeopleWorld, who: string, id: string): Promise<string | undefined> {
  const response = await world.create(who, {}, id)
  return ((await response.json()) as { readonly link?: string }).link
}

/** A server that stores its e-mails on disk. */
async function withoutMail(): Promise<PeopleWorld> {
  const world = await buildPeopleWorld()
  Object.assign(world.ports.connectors?.mail ?? {}, { isKept: true })
  return world
}

describe('the link of someone new', () => {
  it('is no one’s to see where a mail server takes it to them', async () => {
    const world = await buildPeopleWorld()
    expect(await created(world, 'sofia', world.newId())).toBeUndefined()
  })

  it('is shown to who creates them where there is none, and sets their password once', async () => {
    const world = await withoutMail()
    const link = await created(world, 'sofia', world.newId())
    expect(link).toMatch(/^\/contrasena#[\w-]{43}$/)
    const body = { token: link?.split('#')[1], password: 'a brand new password' }
    expect((await world.ask('POST', '/api/password', { body })).status).toBe(200)
    expect((await world.ask('POST', '/api/password', { body })).status).not.toBe(200)
  })

  it('comes again with the same request, and no more once there is a password', async () => {
    const world = await withoutMail()
    const id = world.newId()
    await created(world, 'sofia', id)
    expect(await created(world, 'sofia', id)).toBeDefined()
    const credentials = { userId: id as UserId, passwordHash: 'x', epoch: 1 }
    await world.put(keys.credentials(id as UserId), credentials as never)
    expect(await created(world, 'sofia', id)).toBeUndefined()
  })

  it.each(['uma', 'ines'])('is not told to %s, who may not create them', async (who) => {
    const world = await withoutMail()
    const id = world.newId()
    await created(world, 'sofia', id)
    const refused = await world.as(who, 'POST', '/users', { id, user: typedUser(), language: 'es' })
    expect([refused.ok, JSON.stringify(await refused.json())]).toEqual([
      false,
      expect.not.stringContaining('contrasena'),
    ])
  })
})
