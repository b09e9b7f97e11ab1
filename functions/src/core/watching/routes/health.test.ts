import { describe, expect, it } from 'vitest'
import { openMemoryFiles, openMemoryStore } from '#tests/support/memory/index.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { createSweeps } from '../../sweeps.ts'

const DAY = 24 * 60 * 60 * 1000
const MB = 1024 * 1024

/** Values that the test changes. */
type Machine = { free: number; behind: number }

async function onMachine(): Promise<{ readonly world: World; readonly machine: Machine }> {
  const machine: Machine = { free: 10_000 * MB, behind: 0 }
  const store = Object.assign(openMemoryStore(), {
    following: { progress: () => ({ behind: machine.behind, leftOut: 0 }), catchUp: async () => {} },
  })
  const world = await buildWorld({}, store, undefined, {
    openFiles: (clock) => Object.assign(openMemoryFiles(clock), { availableBytes: async () => machine.free }),
  })
  for (const { run } of createSweeps(world.ports)) await run()
  return { world, machine }
}

async function health(world: World, query: string) {
  const response = await world.ask('GET', `/api/health${query}`)
  const { ok, reasons } = (await response.json()) as { readonly ok?: boolean; readonly reasons?: readonly string[] }
  return [response.status, ok, reasons]
}

describe('strict health', () => {
  it('is 200 while all is well', async () => {
    const { world } = await onMachine()
    expect(await health(world, '?strict=1')).toEqual([200, true, []])
  })

  it.each([
    ['the disk is full', 'disk-full', ({ machine }) => (machine.free = 255 * MB)],
    ['lists are far behind', 'lists-behind', ({ machine }) => (machine.behind = 20_001)],
    ['the clock has leapt ahead', 'clock-leapt', ({ world }) => (world.clock.now += 3 * DAY)],
    ['the clock has leapt back', 'clock-leapt', ({ world }) => (world.clock.now -= 3 * DAY)],
  ] satisfies [string, string, (state: Awaited<ReturnType<typeof onMachine>>) => unknown][])(
    'is 503 with the reason when %s, and plain health stays 200',
    async (_, reason, harm) => {
      const state = await onMachine()
      harm(state)
      expect(await health(state.world, '?strict=1')).toEqual([503, false, [reason]])
      expect(await health(state.world, '')).toEqual([200, true, undefined])
    },
  )

  it('names all reasons, and none for what is usual under load', async () => {
    const { world, machine } = await onMachine()
    machine.behind = 20_000
    expect(await health(world, '?strict=1')).toEqual([200, true, []])
    Object.assign(machine, { free: 0, behind: 200_000 })
    world.clock.now += 400 * DAY
    expect(await health(world, '?strict=1')).toEqual([503, false, ['disk-full', 'lists-behind', 'clock-leapt']])
  })

  it('refuses another value of the parameter, and ignores other parameters', async () => {
    const { world } = await onMachine()
    expect((await world.ask('GET', '/api/health?strict=yes')).status).toBe(400)
    expect((await world.ask('GET', '/api/health?time=1')).status).toBe(200)
  })
})

it('health is 503 when the store does not answer in time', async () => {
  const world = await buildWorld({ tuning: { healthTimeout: 20 } })
  Object.assign(world.store, { get: () => new Promise(() => {}) })
  for (const query of ['', '?strict=1']) expect((await world.ask('GET', `/api/health${query}`)).status).toBe(503)
  expect(world.log).toEqual([
    { event: 'health.store-failed', facts: { error: expect.stringContaining('20 ms') } },
    { event: 'health.store-failed', facts: { error: expect.stringContaining('20 ms') } },
  ])
})
