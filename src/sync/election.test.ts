import { describe, expect, it } from 'vitest'
import { UPLOAD_CHUNK_BYTES } from '#domain/sync/index.ts'
import { listOutbox, readMeta, writeMeta } from '#local/index.ts'
import { buildDevice, capture, saveOne, START } from '#tests/support/device/device.ts'
import { fakeServer } from '#tests/support/device/fake-server.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import type { LockHost, SyncDeps } from './deps.ts'
import { runSync } from './run-sync.ts'

type Holder = { readonly lose: (error: DOMException) => void }

/** Like a browser's: one holder; when it loses the lock its request is rejected, and work it began continues. */
function fakeLocks(): { readonly locks: LockHost; readonly asked: string[] } {
  let holder: Holder | undefined
  const asked: string[] = []
  const request: LockHost['request'] = async (_name, options, run) => {
    asked.push(Object.keys(options).join())
    if (holder !== undefined && !('steal' in options)) return run(null)
    holder?.lose(new DOMException('The lock was stolen', 'AbortError'))
    let own: Holder | undefined
    const lost = new Promise<never>((_, reject) => (own = { lose: reject }))
    holder = own
    try {
      return await Promise.race([run({}), lost])
    } finally {
      if (holder === own) holder = undefined
    }
  }
  return { locks: { request }, asked }
}

/** Two tabs of one device; the first freezes at its first request. Pauses of the second only move the clock. */
function buildFrozen() {
  const server = fakeServer(AUTHOR_PROFILE)
  const { locks, asked } = fakeLocks()
  const device = buildDevice(server.fetch, { locks })
  server.now = () => device.clock.now
  let [isFrozen, thaw] = [true, (): void => undefined]
  let reached = (): void => undefined
  const stands = new Promise<void>((resolve) => (reached = resolve))
  const frozen: SyncDeps = {
    ...device.tab().deps,
    fetch: async (path, init) => {
      reached()
      if (isFrozen) await new Promise<void>((resolve) => (thaw = resolve))
      return server.fetch(path, init)
    },
  }
  const awake: SyncDeps = {
    ...device.tab().deps,
    timeout: (milliseconds) => {
      if (milliseconds !== 2_000) return new AbortController().signal
      device.clock.now += milliseconds
      return AbortSignal.timeout(0)
    },
  }
  const wake = (): void => {
    isFrozen = false
    thaw()
  }
  return { server, asked, device, frozen, awake, stands, thaw: wake }
}

describe('a runner that is frozen with the lock in its hands', () => {
  it('keeps the others waiting for half a minute, not longer', async () => {
    const { server, asked, device, frozen, awake, stands, thaw } = buildFrozen()
    for (const seed of [1, 2, 3]) await saveOne(device.local, seed)
    const slept = runSync(frozen)
    await stands
    expect(await runSync(awake)).toEqual({ kind: 'busy' })
    device.clock.now += 29_000
    expect(await runSync(awake)).toEqual({ kind: 'busy' })
    expect(server.answers.size).toBe(0)
    device.clock.now += 2_000
    expect(await runSync(awake)).toMatchObject({ kind: 'done' })
    expect(asked).toContain('steal')
    expect([server.answers.size, await listOutbox(device.local)]).toEqual([3, []])
    // The first tab wakes: nothing is sent or applied twice, and it gives up its role.
    thaw()
    expect(await slept).toEqual({ kind: 'busy' })
    await new Promise((resolve) => void setTimeout(resolve, 50))
    expect([server.answers.size, await listOutbox(device.local)]).toEqual([3, []])
  })

  it('winds up when it wakes: it takes nothing more', async () => {
    const { server, device, frozen, awake, stands, thaw } = buildFrozen()
    for (let seed = 1; seed <= 3; seed += 1) await saveOne(device.local, seed)
    const slept = runSync(frozen)
    await stands
    device.clock.now += 60_000
    const before = server.calls.length
    server.fault = () => 'cut'
    await runSync(awake)
    server.fault = () => undefined
    await saveOne(device.local, 200)
    const after = server.calls.length
    thaw()
    await slept
    await new Promise((resolve) => void setTimeout(resolve, 50))
    expect(after).toBeGreaterThan(before)
    expect(server.calls.length - after, 'its one request, and no further').toBe(1)
  })

  it('leaves a long file between two pieces, for the other to continue with', async () => {
    const { server, device, frozen, awake, stands, thaw } = buildFrozen()
    await saveOne(device.local, 1, [capture(new Uint8Array(3 * UPLOAD_CHUNK_BYTES))])
    const slept = runSync(frozen)
    await stands
    device.clock.now += 60_000
    server.fault = () => 'cut'
    await runSync(awake)
    server.fault = () => undefined
    server.calls.length = 0
    thaw()
    await slept
    await new Promise((resolve) => void setTimeout(resolve, 50))
    expect(server.calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/uploads'])
    device.clock.now += 600_000
    expect(await runSync(awake)).toMatchObject({ kind: 'done' })
    expect([server.answers.size, await listOutbox(device.local)]).toEqual([1, []])
  })

  it('stores no page that it was given before: the other has newer ones', async () => {
    const { server, device, frozen, awake, stands, thaw } = buildFrozen()
    let page = 0
    server.pages = () => ({ cursor: `c${(page += 1)}` })
    const late: SyncDeps = {
      ...frozen,
      fetch: async (path, init) => {
        const given = await server.fetch(path, init)
        await frozen.fetch(path, init)
        return given
      },
    }
    const slept = runSync(late)
    await stands
    device.clock.now += 60_000
    expect(await runSync(awake)).toMatchObject({ kind: 'done' })
    thaw()
    await slept
    await new Promise((resolve) => void setTimeout(resolve, 50))
    expect(await readMeta(device.local, 'cursor')).toBe('c2')
  })

  it('is not taken for frozen while it shows signs', async () => {
    const { asked, device, frozen, awake, stands } = buildFrozen()
    await saveOne(device.local, 1)
    void runSync(frozen)
    await stands
    for (let beat = 0; beat < 10; beat += 1) {
      device.clock.now += 20_000
      expect(await runSync(awake)).toEqual({ kind: 'busy' })
      await writeMeta(device.local, 'runnerSeen', device.clock.now)
    }
    expect(asked).not.toContain('steal')
  })

  it('shows a sign at once, and again while it works', async () => {
    const { device, awake, server } = buildFrozen()
    await writeMeta(device.local, 'runnerSeen', START - 3_600_000)
    const beats: number[] = []
    const slow: SyncDeps = {
      ...awake,
      timeout: () => AbortSignal.timeout(1),
      fetch: async (path, init) => {
        for (let look = 0; look < 5; look += 1) {
          device.clock.now += 5_000
          await new Promise((resolve) => void setTimeout(resolve, 20))
          beats.push((await readMeta(device.local, 'runnerSeen')) ?? 0)
        }
        return server.fetch(path, init)
      },
    }
    await runSync(slow)
    expect(new Set(beats).size).toBeGreaterThan(3)
  })
})
