/**
 * Time of a simulated world. Nothing waits for the real clock: every timer of the product and every delay of the
 * network is an event here, and `step` jumps to the next one.
 *
 * Between two events the world settles: real immediates and microtasks (fake-indexeddb, streams, the store's group
 * commit) run until none is queued. A replacement of `setImmediate` counts them, so settling does not depend on real
 * time.
 */
export type Timeline = {
  /** milliseconds of the world since 1970; devices add the error of their clock */
  now(): number
  after(milliseconds: number, label: string, action: () => void): () => void
  /** runs the next event and lets the world settle; false when none is left */
  step(until: number): Promise<boolean>
  settle(): Promise<void>
}

type Event = {
  readonly at: number
  readonly order: number
  readonly label: string
  readonly action: () => void
  cancelled: boolean
}

const realImmediate = globalThis.setImmediate
const realClear = globalThis.clearImmediate
let queued = 0
let current: Timeline | undefined

/** Sets the world whose time the global timers follow. */
export function useTimeline(timeline: Timeline): void {
  current = timeline
}

/** Replaces the global timers. Call once per process, before the product is loaded. */
export function takeOverTimers(): void {
  const counted = ((callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    queued++
    return realImmediate(() => {
      queued--
      callback(...args)
    })
  }) as typeof setImmediate
  globalThis.setImmediate = counted
  globalThis.clearImmediate = (handle) => {
    if (handle !== undefined) queued--
    realClear(handle)
  }
  const cancels = new Map<number, () => void>()
  let lastTimer = 0
  const timer = (callback: () => void, milliseconds = 0): number => {
    const id = ++lastTimer
    if (current === undefined) throw new Error('A timer outside of any world')
    cancels.set(id, current.after(milliseconds, 'timer', callback))
    return id
  }
  Object.assign(globalThis, {
    setTimeout: timer,
    clearTimeout: (id: number | undefined) => cancels.get(id ?? 0)?.(),
    setInterval: () => {
      throw new Error('An interval never settles: inject a timer')
    },
  })
}

export function createTimeline(start: number, trace: (line: string) => void): Timeline {
  let time = start
  let order = 0
  let events: Event[] = []

  async function settle(): Promise<void> {
    // Three quiet turns: queued work, and the work it queues through microtasks and streams.
    for (let quiet = 0; quiet < 3;) {
      await new Promise<void>((resolve) => realImmediate(resolve))
      quiet = queued === 0 ? quiet + 1 : 0
    }
  }

  return {
    now: () => time,
    after(milliseconds, label, action) {
      const event: Event = { at: time + Math.max(0, milliseconds), order: order++, label, action, cancelled: false }
      events.push(event)
      return () => {
        event.cancelled = true
      }
    },
    async step(until) {
      events = events.filter((event) => !event.cancelled)
      const next = events.reduce<Event | undefined>(
        (first, event) =>
          first === undefined || event.at < first.at || (event.at === first.at && event.order < first.order)
            ? event
            : first,
        undefined,
      )
      if (next === undefined || next.at > until) {
        time = Math.max(time, Math.min(until, Number.MAX_SAFE_INTEGER))
        return false
      }
      next.cancelled = true
      time = Math.max(time, next.at)
      trace(`${time - start} ${next.label}`)
      next.action()
      await settle()
      return true
    },
    settle,
  }
}

/** Repeats an event until the world ends. */
export function every(timeline: Timeline, milliseconds: number, label: string, action: () => void): void {
  timeline.after(milliseconds, label, () => {
    action()
    every(timeline, milliseconds, label, action)
  })
}
