import { expect, it } from 'vitest'
import { buildWorld } from '#tests/support/server/world.ts'
import { issuePasswordToken } from './sessions/password.ts'
import { sweepExpired } from './sweep.ts'
import { DEFAULT_TUNING } from './tuning.ts'

const HOUR = 60 * 60 * 1000

it('what has ended automatically goes, and what is still good stays', async () => {
  const world = await buildWorld()
  const { store, clock, ports } = world
  const count = (collection: string) => store.count({ collection })
  await world.signIn('ines')
  await issuePasswordToken({ ports }, 'pablo' as Parameters<typeof issuePasswordToken>[1], HOUR)
  for (let guess = 0; guess < 3; guess += 1)
    await world.ask('POST', '/api/session', { body: { email: `nobody-${guess}`, password: 'x' } })
  clock.now += 2 * HOUR
  const fresh = await world.signIn('pablo')
  expect([await count('websession'), await count('tokens'), (await count('throttles')) > 3]).toEqual([2, 1, true])

  await sweepExpired(ports)
  expect([await count('websession'), await count('tokens')]).toEqual([2, 0])
  // The last sign-in's throttles: by address, and by account.
  expect(await count('throttles')).toBe(2)

  clock.now += DEFAULT_TUNING.sessionIdle - HOUR
  expect((await world.ask('GET', '/api/session', { cookie: fresh })).status).toBe(200)
  await sweepExpired(ports)
  expect((await world.ask('GET', '/api/session', { cookie: fresh })).status).toBe(200)
  clock.now += 2 * DEFAULT_TUNING.sessionIdle
  await sweepExpired(ports)
  expect(await count('websession')).toBe(0)
  expect((await world.ask('GET', '/api/session', { cookie: fresh })).status).toBe(401)
})

it('sweeps more than one commit holds, and nothing without an end', async () => {
  const world = await buildWorld()
  for (let n = 0; n < 450; n += 1) await world.put(`tokens/t${n}`, { expiresAt: '2020-01-01T00:00:00.000Z' })
  await world.put('tokens/odd', { expiresAt: 'never' })
  await world.put('tokens/none', {})
  expect(await sweepExpired(world.ports)).toBe(450)
  expect(await world.store.count({ collection: 'tokens' })).toBe(2)
})
