import { describe, expect, it } from 'vitest'
import { userIdSchema } from '#domain/kernel/index.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { issuePasswordToken } from './sessions/password.ts'
import { createDiskSpaceRelief } from './uploads/relief.ts'
import { createSweeps } from './sweeps.ts'
import { DEFAULT_TUNING } from './tuning.ts'

/**
 * Sweeps delete by the clock: a start with a wrong clock must keep everything that is still within its time by the
 * right clock.
 */
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const collections = ['websession', 'tokens', 'throttles', 'files', 'imagenes'] as const
const count = (world: World) => Promise.all(collections.map((collection) => world.store.count({ collection })))
const at = (world: World, after: number) => new Date(world.clock.now + after).toISOString()

async function sweep(world: World, clockChecked?: string): Promise<void> {
  for (const { run } of createSweeps(world.ports, { clockChecked })) await run()
}

/** Everything that a sweep deletes after its retention time, on a server that has been swept before. */
async function filled(): Promise<World> {
  const world = await buildWorld()
  await sweep(world)
  await world.signIn('ines')
  await world.ask('POST', '/api/session', { body: { email: 'ines', password: 'wrong' } })
  await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), HOUR)
  const image = { template: 'nota', sha256: 'b'.repeat(64), saved: false, author: 'ines', expiresAt: at(world, DAY) }
  await world.put(`imagenes/nota~${image.sha256}`, image)
  await world.put('files/ines~a', { sha256: 'a'.repeat(64), bytes: 1, type: 'image/png', expiresAt: at(world, DAY) })
  return world
}

describe('a start with the clock', () => {
  it.each([
    ['400 days ahead', 400 * DAY],
    ['three days ahead', 3 * DAY],
    ['400 days behind', -400 * DAY],
  ])('%s destroys nothing, and nothing is lost once it is right again', async (_, leap) => {
    const world = await filled()
    const before = await count(world)
    world.clock.now += leap
    await sweep(world)
    await sweep(world)
    world.clock.now -= leap
    expect(await count(world)).toEqual(before)
    await sweep(world)
    expect(await count(world)).toEqual(before)
  })

  it('that leapt is reported by health until it is right again', async () => {
    const world = await filled()
    const clock = async () => ((await (await world.ask('GET', '/api/health')).json()) as { clock?: string }).clock
    expect(await clock()).toBe('fits')
    world.clock.now += 400 * DAY
    expect(await clock()).toBe('leapt')
    world.clock.now -= 400 * DAY
    expect(await clock()).toBe('fits')
  })

  it('that has leapt for good is swept by again when an administrator has looked at it, and only at that time', async () => {
    const world = await filled()
    const before = await count(world)
    world.clock.now += 400 * DAY
    await sweep(world, at(world, -4 * DAY))
    await sweep(world, 'yesterday')
    expect(await count(world)).toEqual(before)
    await sweep(world, at(world, -DAY))
    expect(await count(world)).toEqual(collections.map(() => 0))
    // From here on, times are counted from the new clock.
    await filledAgain(world)
    world.clock.now += DAY + HOUR
    await sweep(world)
    expect((await count(world))[1]).toBe(0)
  })

  it('says in the log with which date to confirm it', async () => {
    const world = await filled()
    world.clock.now = Date.parse('2031-05-06T12:00:00.000Z')
    const hints: unknown[] = []
    const log = { ...world.ports.log, error: (_: string, facts?: object) => void hints.push(facts) }
    for (const { run } of createSweeps({ ...world.ports, log })) await run()
    expect(hints).toContainEqual(
      expect.objectContaining({ hint: expect.stringContaining('start with CLOCK_CHECKED=2031-05-06') }),
    )
    await sweep(world, '2031-05-06')
    expect((await count(world))[1]).toBe(0)
  })

  it('ahead takes no file away to make room', async () => {
    const world = await filled()
    const before = await count(world)
    const relief = createDiskSpaceRelief(world.ports, DEFAULT_TUNING)
    world.clock.now += 400 * DAY
    await relief(1)
    expect(await count(world)).toEqual(before)
    world.clock.now -= 400 * DAY
  })
})

async function filledAgain(world: World): Promise<void> {
  await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), HOUR)
}
