import type { Failure } from '#domain/api/index.ts'
import { problemOf, syncDoor } from '#domain/api/index.ts'
import { backoffDelay } from '#domain/sync/index.ts'
import {
  MAX_SCANS_SENT,
  type DoorKnowledge,
  type DoorSync,
  type TicketKeys,
  type Verdict,
} from '#domain/tickets/index.ts'
import { createDoorBook, type DoorRow, type OwnScan, scanOf } from '#local/doors/index.ts'
import type { DoorDeps, DoorState, OpenDoor } from './door-state.ts'
import { createScanner } from './scanner.ts'
import { ticketKeys } from './ticket-keys.ts'

/** Between two exchanges while nothing is waiting; the longest pause while the server does not answer; milliseconds. */
const EVERY = 5_000
/** After which another window has the door; milliseconds. */
const SOON = 300
const LONGEST_PAUSE = 60_000
/** Numbers of one run: the next one begins where no earlier one can have come to. */
const RUN = 1_000
/** A slower exchange tells too little of the clock: the error is up to half of its length. */
const LONGEST_ROUND_TRIP = 20_000
/** Until the user has named the door; no scan is ever noted under it. */
const UNNAMED = '—'

/**
 * A door: one form's tickets on this device. It fetches list and scans of the other doors every few seconds, and sends its own, as long as it is open; without a network it
 * judges by what it has.
 */
export function openDoor(deps: DoorDeps): OpenDoor {
  const { form, store, clock, random } = deps
  const book = createDoorBook()
  const listeners = new Set<() => void>()
  let state: DoorState = {
    phase: 'opening',
    settings: { name: '', direction: 'entry' },
    isLive: false,
    listed: 0,
    counts: book.counts,
    waiting: 0,
    isEnded: false,
  }
  let row: DoorRow | undefined
  let keys: Pick<TicketKeys, 'verify'> | undefined
  let waiting: readonly OwnScan[] = []
  let next = 0
  let failures = 0
  let running: Promise<void> | undefined
  let cancelTimer = (): void => undefined
  let letGo = (): void => undefined

  function show(more: Partial<DoorState> = {}): void {
    state = {
      ...state,
      settings: row?.settings ?? state.settings,
      event: row?.event,
      asOf: row?.asOf,
      isEnded: row?.isEnded === true,
      listed: book.size,
      counts: book.counts,
      waiting: waiting.length,
      ...more,
    }
    for (const listener of listeners) listener()
  }

  /** 1. One window at a time, so that what is in memory is what is on the disk. It waits its turn: the other window may be closed, or another form opened in it. */
  function lead(steal: boolean): void {
    const { locks } = deps
    if (locks === undefined) return void open()
    const queued = new AbortController()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    const cancel = deps.setTimer(() => show({ phase: 'elsewhere' }), steal ? LONGEST_PAUSE : SOON)
    letGo = () => {
      cancel()
      queued.abort()
      release()
    }
    locks
      .request(`relevo-door-${form}`, steal ? { steal } : { signal: queued.signal }, async () => {
        isHeld = true
        cancel()
        await open()
        return held
      })
      .catch(() => {
        // Let go of by this window itself, or taken by another: that one may be closed again.
        if (!isHeld || state.phase === 'closed') return
        cancelTimer()
        show({ phase: 'elsewhere' })
        lead(false)
      })
  }

  /** 2. What the device knows, and a run of numbers of its own. */
  async function open(): Promise<void> {
    const begun = await store.begin(form, { device: deps.device(), secret: deps.secret })
    const kept = begun.ok ? await store.read(form) : begun
    if (!kept.ok) return show({ phase: 'open', problem: kept.problem })
    if (kept.value === undefined || state.phase === 'closed') return
    row = kept.value.row
    keys = ticketKeys(row.keys ?? [], deps.subtle)
    waiting = kept.value.waiting
    book.take(kept.value.tickets)
    book.hear(kept.value.scans)
    next = 0
    show({ phase: 'open' })
    void run()
  }

  /** 3. The exchange, over and over. */
  function run(): Promise<void> {
    cancelTimer()
    running ??= rounds().finally(() => {
      running = undefined
      if (state.phase === 'open') cancelTimer = deps.setTimer(() => void run(), pauseNow())
    })
    return running
  }

  async function rounds(): Promise<void> {
    while (state.phase === 'open' && row !== undefined) {
      const value = await exchange({})
      if (value === undefined || (!value.more && waiting.length === 0)) return
    }
  }

  function pauseNow(): number {
    if (failures > 0) return Math.min(LONGEST_PAUSE, 1_000 + backoffDelay(failures, random))
    return state.isEnded ? LONGEST_PAUSE : EVERY
  }

  /** @returns what the server said; undefined: nothing, or that it lets this door no further */
  async function exchange({ ask }: Pick<DoorSync, 'ask'>, signal?: AbortSignal): Promise<DoorKnowledge | undefined> {
    // An account may go on where a link has ended.
    const asking = (row?.isEnded === true ? deps.askAs(undefined) : undefined) ?? deps.askAs(row?.secret)
    if (row === undefined || asking === undefined) {
      failures += 1
      show({ isLive: false, problem: { code: 'session.required' } })
      return undefined
    }
    const { device, listNext, scansNext, settings } = row
    // Scans of one request are of one name: the door may have another by now.
    const named = settings.name === '' ? UNNAMED : settings.name
    const door = ask === undefined ? (waiting[0]?.door ?? named) : named
    const batch = waiting.filter((scan) => scan.door === door).slice(0, MAX_SCANS_SENT)
    const scans = batch.map(({ door: _, ...scan }) => scan)
    const outcome = await asking(
      syncDoor,
      {
        form,
        body: {
          device: device as DoorSync['device'],
          door,
          scans,
          ...(ask === undefined ? {} : { ask }),
          ...(listNext === undefined ? {} : { listAfter: listNext }),
          ...(scansNext === undefined ? {} : { scansAfter: scansNext }),
        },
      },
      signal,
    )
    if (outcome.kind !== 'ok') {
      await failed(outcome)
      return undefined
    }
    const { value, sentAt, gotAt } = outcome
    failures = 0
    const isTelling = gotAt >= sentAt && gotAt - sentAt <= LONGEST_ROUND_TRIP
    const offset = isTelling ? Math.round(value.at - (sentAt + gotAt) / 2) : row.offset
    // Two exchanges may have begun from one place: what the second brings is known, and may be older.
    const isNext = row.listNext === listNext && row.scansNext === scansNext
    const stuck = await sent(batch)
    if (value.isOver === true) {
      await end()
      show({ isLive: true, problem: stuck })
      return undefined
    }
    const problem = stuck ?? (isNext ? await taken(value, offset) : undefined)
    show({ isLive: true, problem })
    return value
  }

  async function sent(batch: readonly OwnScan[]): Promise<DoorState['problem']> {
    if (batch.length === 0) return undefined
    const ids = new Set(batch.map(({ id }) => id))
    waiting = waiting.filter(({ id }) => !ids.has(id))
    const written = await store.sent(form, [...ids])
    return written.ok ? undefined : written.problem
  }

  /** What cannot be stored is known as long as the page is open: a full disk closes no door. */
  async function taken(value: DoorKnowledge, offset: number): Promise<DoorState['problem']> {
    const { event, tickets, scans, listNext, scansNext, more, at } = value
    const asOf = more ? row?.asOf : at
    const facts = { event, keys: value.keys, listNext, scansNext, asOf, offset }
    if (row !== undefined) row = { ...row, ...facts, isEnded: undefined }
    keys = ticketKeys(value.keys, deps.subtle)
    book.take(tickets)
    book.hear(scans)
    const written = await store.receive(form, { ...facts, tickets, scans })
    return written.ok ? undefined : written.problem
  }

  async function failed(outcome: Failure): Promise<void> {
    failures += 1
    const problem = outcome.kind === 'retry' || outcome.kind === 'wait' ? undefined : problemOf(outcome)
    if (row !== undefined && isOver(outcome, row.secret)) await end()
    show({ isLive: false, problem })
  }

  async function end(): Promise<void> {
    if (row === undefined) return
    await store.end(form)
    const { device, run: number, secret, settings, offset } = row
    row = { form, device, run: number, secret, settings, offset, isEnded: true }
    book.forget()
  }

  const scanner = createScanner({
    subtle: deps.subtle,
    clock,
    known: () => {
      if (row?.event === undefined || row.asOf === undefined || keys === undefined) return undefined
      const { event, asOf, settings, offset, device } = row
      return { event, asOf, settings, offset, device, keys, book, isLive: state.isLive }
    },
    newId: async () => {
      if (next >= RUN - 1 && row !== undefined) {
        const begun = await store.begin(form, { device: row.device })
        if (begun.ok) row = { ...row, run: begun.value.run }
        next = 0
      }
      next += 1
      return `${row?.device ?? ''}~${(row?.run ?? 0) * RUN + next}`
    },
    ask: async (ask, signal): Promise<Verdict | undefined> => (await exchange({ ask }, signal))?.verdict,
    timer: deps.setTimer,
    note: async (scan, isSent) => {
      const written = await store.note(form, scan, isSent)
      book.hear([scanOf(scan, row?.device ?? '')])
      if (!isSent) waiting = [...waiting, scan]
      show(written.ok ? {} : { problem: written.problem })
      if (!isSent && state.isLive) void run()
      return written.ok
    },
    tooSlow: () => {
      failures += 1
      show({ isLive: false })
      void run()
    },
  })

  const offLine = deps.onLine((isOnline) => {
    if (isOnline) void run()
    else show({ isLive: false })
  })
  lead(false)

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    scan: scanner,
    set: async (settings) => {
      if (row === undefined) return
      row = { ...row, settings }
      const written = await store.set(form, settings)
      show(written.ok ? {} : { problem: written.problem })
    },
    sendNow: () => run(),
    takeOver: () => {
      letGo()
      lead(true)
    },
    close: () => {
      offLine()
      cancelTimer()
      show({ phase: 'closed' })
      letGo()
    },
  }
}

/** Its link has ended, or the account may not keep this door; a session that has ended is signed in to again. */
function isOver(outcome: Failure, secret: string | undefined): boolean {
  if (outcome.kind === 'sign-in') return secret !== undefined
  return outcome.kind === 'refused' && (outcome.status === 403 || outcome.status === 404)
}
