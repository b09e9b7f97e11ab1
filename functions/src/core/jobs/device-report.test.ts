import { describe, expect, it } from 'vitest'
import { toMilliseconds, userIdSchema } from '#domain/kernel/index.ts'
import { fleetSchema } from '#domain/devices/index.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { DEVICE } from '#tests/support/builders/submit.ts'
import { NOW } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { pull } from '#tests/support/server/pulls.ts'

describe("a device's report", () => {
  const report = buildReport({ queued: 3, oldest: NOW, waitingBytes: 10 })
  const stored = (world: World) => world.store.get(`devices/${DEVICE}~ines`)

  it('is stored with its user when it says something new, and else at most once a minute', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    await pull(world, cookie, {}, report)
    expect(await stored(world)).toMatchObject({ queued: 3, userId: 'ines', seenAt: NOW })
    world.clock.now += 30_000
    await pull(world, cookie, {}, { ...report, waitingBytes: 11 })
    expect(await stored(world)).toMatchObject({ waitingBytes: 10, seenAt: NOW })
    await pull(world, cookie, {}, { ...report, queued: 2 })
    expect(await stored(world)).toMatchObject({ queued: 2 })
    world.clock.now += 60_000
    await pull(world, cookie, {}, { ...report, queued: 2 })
    expect(toMilliseconds((await stored(world))?.['seenAt'] as typeof NOW)).toBe(world.clock.now)
  })

  it('never spoils the pull, and cannot fill the store', async () => {
    const world = await buildWorld({ tuning: { devicesPerUser: 2 } })
    const cookie = await world.signIn('ines')
    for (const bad of [{}, { ...report, queued: -1 }, { ...report, extra: '__proto__' }])
      await pull(world, cookie, {}, bad)
    for (const letter of 'ABCDE') await pull(world, cookie, {}, { ...report, device: letter.repeat(26) })
    expect(await world.store.count({ collection: 'devices', where: { userId: userIdSchema.parse('ines') } })).toBe(2)
  })

  it('is a body of its own: nothing in an address is one, and what is too long for one is not read', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    for (const method of ['GET', 'POST']) {
      const path = `/api/sync/pull?report=${encodeURIComponent(JSON.stringify(report))}`
      expect((await world.ask(method, path, { cookie, ...(method === 'POST' ? { body: 'null' } : {}) })).status).toBe(
        200,
      )
    }
    expect(await stored(world)).toBeUndefined()
    const long = await world.ask('POST', '/api/sync/pull', {
      cookie,
      body: { ...report, appVersion: 'x'.repeat(10_000) },
    })
    expect([long.status, await codeOf(long)]).toEqual([413, 'request.too-large'])
  })

  it('of fifty made-up devices neither pushes out one that came back, nor keeps a new one out', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const say = (device: string) => pull(world, cookie, {}, { ...report, device })
    const known = async () =>
      (await world.store.query({ collection: 'devices', where: { userId: 'ines' }, limit: 100 })).map(
        ({ document }) => document['device'],
      )
    await say(DEVICE)
    world.clock.now += 120_000
    await say(DEVICE)
    for (let forged = 10; forged < 70; forged += 1) await say(`${forged}`.repeat(13))
    const tablet = 'Z'.repeat(26)
    await say(tablet)
    expect(await known()).toHaveLength(50)
    expect(await known()).toEqual(expect.arrayContaining([DEVICE, tablet]))
  })

  it('is not noted when every device of the account came back, and the fleet then proves nothing', async () => {
    const world = await buildWorld({ tuning: { devicesPerUser: 2 } })
    const cookie = await world.signIn('ines')
    const fleet = async () =>
      fleetSchema.parse(await (await world.ask('GET', '/api/devices', { cookie: await world.signIn('sofia') })).json())
    await pull(world, cookie, {}, { ...report, device: 'A'.repeat(26) })
    expect(await fleet()).toMatchObject({ complete: true })
    for (const letter of 'ABAB') {
      world.clock.now += 60_000
      await pull(world, cookie, {}, { ...report, device: letter.repeat(26) })
    }
    await pull(world, cookie, {}, { ...report, device: 'C'.repeat(26) })
    const { devices, complete } = await fleet()
    expect([devices.map(({ device }) => device.slice(0, 1)).sort(), complete]).toEqual([['A', 'B'], false])
  })
})
