import { describe, expect, it, vi } from 'vitest'
import type { SyncRunOptions, SyncOutcome } from './run-sync.ts'
import { createSingleFlight } from './single-flight.ts'
import { startSyncTriggers, type TriggerHost } from './triggers.ts'

const done: SyncOutcome = { kind: 'done', next: undefined }

function buildHost() {
  const listeners: Record<'online' | 'visible', (() => void)[]> = { online: [], visible: [] }
  const timers: { readonly fire: () => void; readonly after: number; on: boolean }[] = []
  const registered: string[] = []
  const listen = (kind: 'online' | 'visible') => (listener: () => void) => {
    listeners[kind].push(listener)
    return () => void (listeners[kind] = listeners[kind].filter((other) => other !== listener))
  }
  const host: TriggerHost = {
    onOnline: listen('online'),
    onVisible: listen('visible'),
    setTimer: (fire, after) => {
      const timer = { fire, after, on: true }
      timers.push(timer)
      return () => void (timer.on = false)
    },
    registerBackgroundSync: async (tag) => void registered.push(tag),
  }
  const next = (): number | undefined => timers.filter((timer) => timer.on).at(-1)?.after
  return { host, listeners, timers, registered, next }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

describe('the page runs', () => {
  it('at its start, when the network is back or the page is looked at, after a save, and when a person asks', async () => {
    const { host, listeners, registered } = buildHost()
    const runs: SyncRunOptions[] = []
    const runSync = async (options: SyncRunOptions): Promise<SyncOutcome> => {
      runs.push(options)
      return done
    }
    const triggers = startSyncTriggers(host, { runSync })
    await settled()
    for (const listener of [...listeners.online, ...listeners.visible]) {
      listener()
      await settled()
    }
    await triggers.saved()
    expect(registered).toEqual(['relevo-outbox'])
    await triggers.sendNow()
    expect(runs).toEqual([{ hurry: false }, { hurry: true }, { hurry: false }, { hurry: false }, { hurry: true }])
  })

  it.each<[string, SyncOutcome, number]>([
    ['seldom, when nothing waits', done, 300_000],
    ['when the next entry is due', { kind: 'done', next: 7_000 }, 7_001],
    ['within half a minute, while something waits', { kind: 'done', next: 900_000 }, 30_000],
    ['not at once again, even if something is due', { kind: 'done', next: 0 }, 1_000],
    [
      'within half a minute after a break',
      { kind: 'stopped', stop: { kind: 'unreachable', problem: { code: 'server.busy' } }, next: undefined },
      30_000,
    ],
    [
      'no sooner than the failure budget allows',
      { kind: 'stopped', stop: { kind: 'wait', after: 45_000 }, next: 0 },
      45_000,
    ],
    [
      'within half a minute where it is asked to sign in, whatever is due',
      { kind: 'stopped', stop: { kind: 'sign-in', problem: { code: 'session.required' } }, next: 0 },
      30_000,
    ],
    ['soon, when another runner was at it', { kind: 'busy' }, 2_000],
    [
      'within half a minute when storage failed',
      { kind: 'storage-failed', problem: { code: 'device.storage-full' } },
      30_000,
    ],
  ])('%s', async (_, outcome, after) => {
    const { host, next } = buildHost()
    startSyncTriggers(host, { runSync: async () => outcome })
    await settled()
    expect(next()).toBe(after)
  })

  it('when another window has saved something that no one has sent for a while; its own work it sends anyway', async () => {
    const { host, timers } = buildHost()
    let tell = (_count: number): void => undefined
    const ends: string[] = []
    const onUnsent = (listener: (count: number) => void) => {
      tell = listener
      return () => void ends.push('unsent')
    }
    let runs = 0
    let over = Promise.withResolvers<void>()
    const runSync = async (): Promise<SyncOutcome> => {
      runs += 1
      await over.promise
      return done
    }
    const looks = () => timers.filter(({ on, after }) => on && after === 5_000)
    const triggers = startSyncTriggers({ ...host, onUnsent }, { runSync })
    over.resolve()
    await settled()
    tell(0)
    expect([runs, looks().length]).toEqual([1, 0])
    tell(1)
    tell(2)
    tell(1)
    expect(looks()).toHaveLength(1)
    tell(0)
    expect(looks()).toHaveLength(0)

    tell(1)
    over = Promise.withResolvers()
    looks()[0]?.fire()
    await settled()
    expect(runs).toBe(2)
    // The run continues, and its own timer follows afterwards.
    tell(2)
    looks().at(-1)?.fire()
    over.resolve()
    await settled()
    expect([runs, looks().length]).toEqual([2, 0])
    tell(3)
    triggers.stop()
    expect([looks().length, ends]).toEqual([0, ['unsent']])
  })

  it('with one timer at a time, and none after it was stopped', async () => {
    const { host, timers, listeners } = buildHost()
    const runSync = vi.fn(async () => done)
    const triggers = startSyncTriggers(host, { runSync })
    await settled()
    await triggers.sendNow()
    expect(timers.filter((timer) => timer.on)).toHaveLength(1)
    triggers.stop()
    expect(timers.filter((timer) => timer.on)).toEqual([])
    expect(listeners).toEqual({ online: [], visible: [] })
  })

  it('after a save even where Background Sync is forbidden, and reports a mistake of ours', async () => {
    const { host, next } = buildHost()
    const onError = vi.fn()
    let mistake: Error | undefined = new Error('a mistake')
    const runSync = async (): Promise<SyncOutcome> => {
      if (mistake !== undefined) throw mistake
      return done
    }
    const triggers = startSyncTriggers(
      { ...host, registerBackgroundSync: () => Promise.reject(new Error('denied')) },
      { runSync, onError },
    )
    await settled()
    expect(onError).toHaveBeenCalledWith(mistake)
    expect(next()).toBe(30_000)
    mistake = undefined
    expect(await triggers.saved()).toEqual(done)
  })
})

describe('single flight', () => {
  it('runs one at a time, and once more for all who asked in the meantime', async () => {
    const started: SyncRunOptions[] = []
    const ends: (() => void)[] = []
    const flight = createSingleFlight((options) => {
      started.push(options)
      return new Promise((resolve) => ends.push(() => resolve(done)))
    })
    const first = flight.run()
    await settled()
    const [second, third] = [flight.run(), flight.run({ hurry: true })]
    await settled()
    expect(started).toEqual([{ hurry: false }])
    ends[0]?.()
    await first
    await settled()
    expect(started).toEqual([{ hurry: false }, { hurry: true }])
    ends[1]?.()
    expect(await Promise.all([second, third])).toEqual([done, done])
  })

  it('continues after a run that broke', async () => {
    let breaks = true
    const flight = createSingleFlight(async () => {
      if (breaks) throw new Error('a mistake')
      return done
    })
    await expect(flight.run()).rejects.toThrow('a mistake')
    breaks = false
    expect(await flight.run()).toEqual(done)
  })
})
