import { type RequestFailure, toProblem } from '#domain/endpoints/index.ts'
import type { DoorData, DoorSync, TicketKeys, TicketVerdict } from '#domain/tickets/index.ts'
import { syncDoor, MAX_SCANS_PER_REPORT } from '#domain/tickets/index.ts'
import { computeBackoffDelay } from '#domain/sync/index.ts'
import { createDoorRecord, type DoorRow, buildOpenedRow, type LocalScan, toScan } from '#local/doors/index.ts'
import type { DoorDeps, DoorState, OpenDoor } from './door-state.ts'
import { isDoorRefused, isDoorLinkExpired, computeClockOffset } from './door-facts.ts'
import { createDoorLock } from './door-turn.ts'
import { createScanner } from './scanner.ts'
import { createTicketVerifier } from './ticket-keys.ts'

/** Milliseconds between requests: usual, and maximum while the server does not answer. */
const SYNC_INTERVAL_MS = 5_000
const MAX_PAUSE = 60_000
/** Scan numbers per run. The next run starts above every number of earlier runs. */
const SCAN_NUMBERS_PER_RUN = 1_000
/** Name sent for a door without a name; no scan is stored under it. */
const UNNAMED_DOOR = '—'

/** Opens a door, which exchanges data with the server every few seconds and works offline with its own data. */
export function openDoor(deps: DoorDeps): OpenDoor {
  const { form, store, clock, random } = deps
  const book = createDoorRecord()
  const listeners = new Set<() => void>()
  let state: DoorState = {
    phase: 'opening',
    settings: { name: '', direction: 'entry' },
    isLive: false,
    listed: 0,
    counts: book.counts,
    waiting: 0,
    dropped: 0,
    isEnded: false,
  }
  let row: DoorRow | undefined
  let keys: Pick<TicketKeys, 'verify'> | undefined
  let waiting: readonly LocalScan[] = []
  let [dropped, next, failures] = [0, 0, 0]
  /** whether a reply could not be stored: then the stored cursors no longer advance */
  let hasLostReply = false
  let receivingPromise: Promise<DoorState['problem']> = Promise.resolve(undefined)
  let running: Promise<void> | undefined
  let cancelTimer = (): void => undefined
  /** whether the network returned during a request, which may have failed because it started without a network */
  let isBack = false

  function show(more: Partial<DoorState> = {}): void {
    state = {
      ...state,
      settings: row?.settings ?? state.settings,
      event: row?.event,
      asOf: row?.asOf,
      isEnded: row?.isEnded === true || isDoorLinkExpired(row, clock()),
      listed: book.size,
      counts: book.counts,
      waiting: waiting.length,
      dropped,
      ...more,
    }
    for (const listener of listeners) listener()
  }

  /** Step 1: waits until this window holds the door's lock. */
  const turn = createDoorLock(deps, {
    open,
    elsewhere: () => {
      cancelTimer()
      show({ phase: 'elsewhere' })
    },
    isClosed: () => state.phase === 'closed',
  })

  /** Step 2: loads stored data and starts a new run of scan numbers. */
  async function open(): Promise<void> {
    const opening = { device: deps.device(), secret: deps.secret }
    const result = await store.begin(form, opening)
    const read = await store.read(form)
    if (state.phase === 'closed') return
    const keptDoor = read.ok ? read.value : undefined
    // If no run could be started, uses a new device id, so that scan ids stay unique.
    row = result.ok ? result.value : { ...buildOpenedRow(form, keptDoor?.row, opening), device: opening.device }
    keys = createTicketVerifier(row.keys ?? [], deps.subtle)
    hasLostReply = keptDoor === undefined
    if (hasLostReply) row = { ...row, listNext: undefined, scansNext: undefined, asOf: undefined }
    waiting = keptDoor?.waiting ?? waiting
    dropped = keptDoor?.dropped ?? dropped
    book.take(keptDoor?.tickets ?? [])
    book.hear(keptDoor?.scans ?? [])
    next = 0
    show({ phase: 'open', problem: result.ok ? undefined : result.problem })
    void run()
  }

  /** Step 3: sends requests to the server repeatedly. */
  function run(): Promise<void> {
    cancelTimer()
    running ??= exchangeUntilStopped().finally(() => {
      running = undefined
      if (state.phase === 'open') cancelTimer = deps.setTimer(() => void run(), computePause())
    })
    return running
  }

  async function exchangeUntilStopped(): Promise<void> {
    isBack = false
    while (state.phase === 'open' && row !== undefined) {
      const value = await exchange({})
      if (value === undefined || (!value.more && waiting.length === 0)) return
    }
  }

  function computePause(): number {
    if (isBack) return 0
    if (failures > 0) return Math.min(MAX_PAUSE, 1_000 + computeBackoffDelay(failures, random))
    return state.isEnded ? MAX_PAUSE : SYNC_INTERVAL_MS
  }

  /** @returns the server's reply; undefined when there was none, or when the server refuses this door */
  async function exchange({ ask }: Pick<DoorSync, 'ask'>, signal?: AbortSignal): Promise<DoorData | undefined> {
    // After a link has expired, continues as the signed-in account, if there is one.
    const account = row?.isEnded === true ? deps.askAs(undefined) : undefined
    const secret = account === undefined ? row?.secret : undefined
    const asking = account ?? deps.askAs(secret)
    if (row === undefined || asking === undefined) {
      failures += 1
      show({ isLive: false, problem: { code: 'session.required' } })
      return undefined
    }
    const { device, listNext, scansNext, settings } = row
    // All scans of a request share one door name, but the door may have been renamed between scans.
    const named = settings.name === '' ? UNNAMED_DOOR : settings.name
    const door = ask === undefined ? (waiting[0]?.door ?? named) : named
    const batch = waiting.filter((scan) => scan.door === door).slice(0, MAX_SCANS_PER_REPORT)
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
    if (outcome.kind !== 'ok') return failed(outcome, secret)
    const { value } = outcome
    failures = 0
    const offset = computeClockOffset(outcome, row.offset)
    // Two requests may have started from the same cursors: the second reply is then ignored, because it may be older.
    const isNextPage = row.listNext === listNext && row.scansNext === scansNext
    const unsentScans = await sent(batch, new Set(value.dropped))
    if (value.isOver === true) {
      await end(secret)
      show({ isLive: true, problem: unsentScans })
      return undefined
    }
    const problem = unsentScans ?? (isNextPage ? await taken(value, { offset, secret }) : undefined)
    show({ isLive: true, problem })
    return value
  }

  async function sent(batch: readonly LocalScan[], refused: ReadonlySet<string>): Promise<DoorState['problem']> {
    if (batch.length === 0) return undefined
    const ids = new Set(batch.map(({ id }) => id))
    waiting = waiting.filter(({ id }) => !ids.has(id))
    dropped += batch.filter(({ id }) => refused.has(id)).length
    const written = await store.sent(form, [...ids], refused)
    return written.ok ? undefined : written.problem
  }

  /** Applies a reply. Data that cannot be stored stays in memory, so that the door works even if the disk is full. */
  async function taken(
    value: DoorData,
    by: { readonly offset: number; readonly secret: string | undefined },
  ): Promise<DoorState['problem']> {
    const { event, tickets, scans, listNext, scansNext, more, at } = value
    const cursors = { listNext, scansNext, asOf: more ? row?.asOf : at }
    const facts = { event, keys: value.keys, ...by }
    if (row !== undefined) row = { ...row, ...facts, ...cursors, former: undefined, isEnded: undefined }
    keys = createTicketVerifier(value.keys, deps.subtle)
    book.take(tickets)
    book.hear(scans)
    // From now on scans are checked by the server, even while the reply is being stored.
    show({ isLive: true })
    // Stores replies in order, because a cursor may be stored only if all earlier replies were stored.
    receivingPromise = receivingPromise.then(async () => {
      const written = await store.receive(form, { ...facts, tickets, scans, ...(hasLostReply ? {} : { cursors }) })
      if (written.ok) return undefined
      hasLostReply = true
      return written.problem
    })
    return receivingPromise
  }

  async function failed(outcome: RequestFailure, secret: string | undefined): Promise<undefined> {
    failures += 1
    const problem = outcome.kind === 'retry' || outcome.kind === 'wait' ? undefined : toProblem(outcome)
    if (isDoorRefused(outcome, secret)) await end(secret)
    show({ isLive: false, problem })
    return undefined
  }

  /** Ends the door, or restores its former identity if the link was never accepted. @param by secret of the request */
  async function end(by: string | undefined): Promise<void> {
    // Ignores the refusal of a link that was replaced by another link since.
    if (row === undefined || (by !== row.secret && row.isEnded !== true)) return
    const { device, run: number, secret, former, settings, offset } = row
    if (former !== undefined) {
      row = { ...row, secret: former.secret, former: undefined }
      await store.goBack(form)
      return
    }
    row = { form, device, run: number, secret, settings, offset, isEnded: true }
    book.forget()
    await store.end(form)
  }

  const scanner = createScanner({
    subtle: deps.subtle,
    clock,
    known: () => {
      if (row?.event === undefined || row.asOf === undefined || keys === undefined) return undefined
      if (isDoorLinkExpired(row, clock())) {
        show()
        return undefined
      }
      const { event, asOf, settings, offset, device } = row
      return { event, asOf, settings, offset, device, keys, book, isLive: state.isLive }
    },
    newId: async () => {
      if (next >= SCAN_NUMBERS_PER_RUN - 1 && row !== undefined) {
        const result = await store.begin(form, { device: row.device })
        // Scan numbers of this run could repeat at the next opening, so uses a new device id from here on.
        row = result.ok ? { ...row, run: result.value.run } : { ...row, device: deps.device() }
        next = 0
      }
      next += 1
      return `${row?.device ?? ''}~${(row?.run ?? 0) * SCAN_NUMBERS_PER_RUN + next}`
    },
    ask: async (ask, signal): Promise<TicketVerdict | undefined> => (await exchange({ ask }, signal))?.verdict,
    timer: deps.setTimer,
    note: async (scan, isSent) => {
      const written = await store.note(form, scan, isSent)
      book.hear([toScan(scan, row?.device ?? '')])
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

  const stopWatchingOnline = deps.onLine((isOnline) => {
    isBack = isOnline && running !== undefined
    // Restarts the back-off on a new network, because its first request often fails.
    if (isOnline) failures = 0
    return isOnline ? void run() : show({ isLive: false })
  })
  turn.lead(false)

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
    forgetDropped: async () => {
      const written = await store.forgetDropped(form)
      if (written.ok) dropped = 0
      show(written.ok ? {} : { problem: written.problem })
    },
    takeOver: () => {
      turn.letGo()
      turn.lead(true)
    },
    close: () => {
      stopWatchingOnline()
      cancelTimer()
      show({ phase: 'closed' })
      turn.letGo()
    },
  }
}
