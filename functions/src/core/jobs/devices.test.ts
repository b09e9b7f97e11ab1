import { describe, expect, it } from 'vitest'
import { fleetSchema, type Fleet } from '#domain/devices/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, FOREIGN_AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const REPORT = buildReport({ queued: 3, oldest: NOW, waitingBytes: 10 })

async function fleetOf(world: World, user: string): Promise<Fleet> {
  return fleetSchema.parse(await (await world.ask('GET', '/api/devices', { cookie: await world.signIn(user) })).json())
}

/** Inspectors of each area and the other municipality, whose tablets have reported; supervisors of one area each. */
async function reported(): Promise<World> {
  const world = await buildWorld()
  await addPerson(world.put, buildUser('fran', 'ROLE_INSPECTOR', [FOREIGN_AREA]))
  await addPerson(world.put, buildUser('tina', 'ROLE_SUPERVISOR', [AREA]))
  await addPerson(world.put, buildUser('lola', 'ROLE_SUPERVISOR', [OTHER_AREA]))
  for (const user of ['ines', 'olga', 'fran']) {
    await world.ask('POST', '/api/sync/pull', { body: REPORT, cookie: await world.signIn(user) })
  }
  return world
}

describe('the fleet', () => {
  it('is shown to each of those who look after devices as far as that goes, and to no one else', async () => {
    const world = await reported()
    const seen: Record<string, readonly string[]> = {}
    await addPerson(world.put, buildUser('vera', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA, OTHER_AREA]))
    await addPerson(world.put, buildUser('teo', 'ROLE_SUPERVISOR', [FOREIGN_AREA, OTHER_AREA]))
    for (const user of ['ada', 'sofia', 'uma', 'tina', 'lola', 'vera', 'teo'])
      seen[user] = (await fleetOf(world, user)).devices.map(({ userId }) => userId).sort()
    expect(seen).toEqual({
      ada: ['fran', 'ines', 'olga'],
      sofia: ['ines', 'olga'],
      uma: ['fran'],
      tina: ['ines'],
      lola: ['olga'],
      vera: ['fran', 'ines', 'olga'],
      teo: ['fran', 'olga'],
    })
    for (const user of ['ines', 'gil', 'carla']) {
      expect(await codeOf(await world.ask('GET', '/api/devices', { cookie: await world.signIn(user) }))).toBe(
        'access.forbidden',
      )
    }
  })

  it('tells what a device said, and nothing of what the server remembers beside it', async () => {
    const world = await reported()
    const response = await world.ask('GET', '/api/devices', { cookie: await world.signIn('uma') })
    const { devices } = (await response.json()) as { devices: readonly object[] }
    expect(devices).toMatchObject([{ userId: 'fran', queued: 3, oldest: NOW }])
    expect(devices.flatMap(Object.keys)).not.toContain('served')
  })

  it('says so when there are more devices than it shows, because then it proves nothing', async () => {
    const world = await reported()
    expect((await fleetOf(world, 'sofia')).complete).toBe(true)
    const known = await world.store.get(keys.device(DEVICE, 'ines' as never))
    for (let n = 0; n < 2_000; n += 1)
      await world.put(`devices/${String(n).padStart(26, '0')}~ines`, { ...known, device: String(n).padStart(26, '0') })
    expect(await fleetOf(world, 'sofia')).toMatchObject({ complete: false, devices: { length: 2_000 } })
  })
})
