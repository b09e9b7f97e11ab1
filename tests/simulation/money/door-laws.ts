import type { ReentryRule, Ticket, TicketScans, DoorReport, Scan } from '#domain/tickets/index.ts'
import type { PaymentMode } from '#domain/payments/index.ts'
import type { Write } from '#domain/store/index.ts'
import type { DoorDevice } from './door-device.ts'
import { isSame, isSameReason, isSeen, placeOf, type Look, type Seen, type Stored } from './door-looks.ts'

/** Fields of an admitted scan, to compare discarded scans with. */
const ADMITTED = { isAdmitted: true, why: undefined }
/** Milliseconds within which repeated scans of a code count as one person. */
const SAME = 3_000
/** Milliseconds: the longest exchange that can have set a clock, and a margin. */
const CLOCK_ERROR = 60_100

/** Compares results shown at the doors with committed scans, and at the end with the data of server and doors. */
export type DoorLaws = {
  committed(writes: readonly Write[]): void
  /** in order of creation */
  tickets(): readonly Ticket[]
  shown(look: Look): void
  /** staff begin to discard the scans of a link, which belongs to one door; they are discarded later */
  discards(link: string, door: DoorDevice): void
  discarded(): void
  /** when everything was sent and received */
  audit(devices: readonly DoorDevice[], report: DoorReport | undefined): Promise<void>
}

type Around = {
  /** whether the event admits one ticket again */
  readonly again: ReentryRule
  /** mode of the account */
  readonly mode: PaymentMode
  /** when the event was cancelled, in milliseconds; Infinity if it was not */
  readonly cancelled: () => number
  /** the world's clock */
  readonly now: () => number
  readonly note: (violation: string) => void
}

export function createDoorLaws({ again, mode, cancelled, now, note }: Around): DoorLaws {
  const otherMoney = mode === 'test' ? 'real-ticket-at-a-test' : 'test-ticket'
  const WHY = { forged: 'forged', 'other event': 'wrong-event', 'other money': otherMoney } as const
  const tickets = new Map<string, Ticket>()
  /** states of each ticket with their start times */
  const states = new Map<string, { readonly from: number; readonly state: Ticket['state'] }[]>()
  const stored = new Map<string, Stored>()
  const before = new Map<string, string>()
  const looks: Look[] = []
  let discard: { readonly link: string; readonly door: DoorDevice; isDone: boolean } | undefined

  function scansWritten({ ticket, scans, before: earlier }: TicketScans): void {
    if (earlier !== undefined) before.set(ticket, earlier)
    if (new Set(scans.map(({ id }) => id)).size < scans.length) note(`doors: a scan of ${ticket} is stored twice`)
    const ids = new Set(scans.map(({ id }) => id))
    for (const scan of scans) {
      const known = stored.get(scan.id)
      const isGone = scan.why === 'discarded'
      if (isGone && (scan.isAdmitted || scan.link !== discard?.link)) note(`doors: the scan ${scan.id} was discarded`)
      const isDiscard = isGone && known?.isAdmitted === true && isSame(known, { ...scan, ...ADMITTED })
      if (known !== undefined && !isDiscard && !isSame(known, scan)) note(`doors: the scan ${scan.id} was changed`)
      if (known === undefined || isDiscard)
        stored.set(scan.id, { ...scan, known: known?.known ?? now(), ...(isGone ? { gone: now() } : {}) })
    }
    for (const { id, ticket: of } of stored.values())
      if (of === ticket && !ids.has(id)) note(`doors: the scan ${id} was lost`)
  }

  /** The states that a ticket was in during this time. */
  function statesOf(ticket: string, from: number, until: number): readonly Ticket['state'][] {
    const log = states.get(ticket) ?? []
    return log
      .filter(({ from: began }, index) => began <= until && (log[index + 1]?.from ?? Infinity) > from)
      .map(({ state }) => state)
  }
  const passagesOf = (ticket: string, direction: Scan['direction']): readonly Stored[] =>
    [...stored.values()].filter((scan) => scan.ticket === ticket && scan.direction === direction && scan.isAdmitted)

  function judged({ door, device, what, began, ended, said, direction }: Seen): void {
    const { kind, ticket } = what
    const { verdict, by, asOf, at } = said
    if (said.isRepeated === true) return
    if (verdict.kind === 'refused' && verdict.before !== undefined) afterDiscard(ticket.id, verdict.before, said, began)
    const about = `${ticket.id} at ${door}`
    if (Math.abs(at - ended) > CLOCK_ERROR && Math.abs(at - began) > CLOCK_ERROR)
      note(`doors: the clock of ${door} is wrong by ${at - ended}`)
    if (kind in WHY && (verdict.kind !== 'refused' || verdict.why !== WHY[kind as keyof typeof WHY]))
      note(`doors: a ticket that is ${kind} is ${verdict.kind === 'refused' ? verdict.why : verdict.kind}: ${about}`)
    if (verdict.kind !== 'admitted' || direction === 'exit') return
    if ((by === 'server' ? began : asOf) > cancelled()) note(`doors: ${about} is let in, and the event was cancelled`)
    // A door knows what the server knew when its list was complete; an online check knows the current state.
    const [from, until] = by === 'server' ? [began, ended] : [asOf - 1, ended]
    // …and reports a ticket created since as unknown, even if it was refunded earlier.
    const isSince = by === 'door' && (states.get(ticket.id)?.[0]?.from ?? Infinity) > from && verdict.isUnlisted
    if (!isSince && statesOf(ticket.id, from, until).every((state) => state !== 'valid'))
      note(`doors: ${about} is let in, and was revoked`)
    // An entry that the server accepted too late for this door to show admitted no one. `auditSecond` compares what a
    // door showed.
    const entered = passagesOf(ticket.id, 'entry').filter(
      (scan) => scan.device !== device && scan.known < (by === 'server' ? began : asOf),
    )
    if (again === 'never' && entered.length > 0) note(`doors: ${about} is let in, and it was known that it was used`)
  }

  /** A scan that the door or server knew as discarded uses no ticket. */
  function afterDiscard(ticket: string, used: Scan, { by, asOf }: Seen['said'], began: number): void {
    const isKnown = [...stored.values()].some(
      ({ ticket: of, device, at, gone = Infinity }) =>
        of === ticket && device === used.device && at === used.at && gone < (by === 'server' ? began : asOf),
    )
    if (isKnown) note(`doors: ${ticket} is used by a scan that was discarded`)
  }

  /** The first scan of a ticket that is valid all the time is admitted. */
  function isFirst({ what: { ticket, kind }, began, ended, direction, device }: Seen): boolean {
    const others = looks.filter((look) => look.what.ticket.id === ticket.id)
    const scans = [...stored.values()].filter((scan) => scan.ticket === ticket.id)
    const isAlone = others.length === 0 && scans.every((scan) => scan.device === device && scan.known >= began)
    const isGood = ticket.mode === mode && statesOf(ticket.id, 0, ended).every((state) => state === 'valid')
    return kind === 'genuine' && direction === 'entry' && isAlone && isGood
  }

  /** Checks that staff void no used ticket while its order has an unused one; in these worlds staff name no tickets. */
  function notVoidedWhileUnused({ id, order }: Ticket): void {
    const isUsed = (ticket: string): boolean => passagesOf(ticket, 'entry').length > 0
    const unused = [...tickets.values()].find((one) => one.order === order && one.state === 'valid' && !isUsed(one.id))
    if (isUsed(id) && unused !== undefined) note(`doors: ${id} is inside and void, while ${unused.id} stays valid`)
  }

  return {
    tickets: () => [...tickets.values()],
    committed: (writes) => {
      const voided: Ticket[] = []
      for (const write of writes) {
        const [collection, ...rest] = write.key.split('/')
        if (rest.length !== 1 || write.kind === 'delete') continue
        if (collection === 'lecturas') scansWritten(write.document as TicketScans)
        if (collection !== 'boletos') continue
        const ticket = write.document as Ticket
        if (ticket.state === 'refunded' && tickets.get(ticket.id)?.state === 'valid') voided.push(ticket)
        tickets.set(ticket.id, ticket)
        states.set(ticket.id, [...(states.get(ticket.id) ?? []), { from: now(), state: ticket.state }])
      }
      for (const ticket of voided) notVoidedWhileUnused(ticket)
    },
    shown: (look) => {
      if (isSeen(look)) {
        judged(look)
        const { verdict } = look.said
        // The door's link has just been ended.
        const isEnded =
          look.device === discard?.door.id() && verdict.kind === 'refused' && verdict.why === 'door-closed'
        const isOff = verdict.kind === 'refused' && isSameReason(verdict.why, 'cancelled') && look.ended >= cancelled()
        if (verdict.kind === 'refused' && verdict.why !== 'wrong-zone' && !isEnded && !isOff && isFirst(look))
          note(`doors: ${look.what.ticket.id} is refused at ${look.door} as ${verdict.why}, and is good`)
      }
      looks.push(look)
    },
    discards: (link, door) => {
      discard = { link, door, isDone: false }
    },
    discarded: () => {
      if (discard !== undefined) discard.isDone = true
    },
    audit: async (devices, report) => {
      auditStored(devices)
      auditDiscard()
      auditSecond()
      auditReport(report)
      for (const device of devices) await auditDevice(device)
    },
  }

  /**
   * Law 1: a shown result is stored once, with device, time and result. A stored scan that was not shown had been sent,
   * or its page was killed.
   */
  function auditStored(devices: readonly DoorDevice[]): void {
    const left = new Map(stored)
    const askedAt = (id: string): number | undefined =>
      devices.map(({ asked }) => asked.get(id)).find((at) => at !== undefined)
    for (const look of looks) {
      if (!isSeen(look) || look.said.verdict.kind === 'same-scan' || look.said.isRepeated === true) continue
      const { said, device, door, what, direction, began, ended } = look
      const verdict = said.verdict as Exclude<typeof said.verdict, { readonly kind: 'same-scan' }>
      const why = verdict.kind === 'refused' ? verdict.why : undefined
      const match = [...left.values()].find((scan) => {
        const isIt = scan.device === device && scan.door === door && scan.ticket === what.ticket.id
        const then = scan.gone === undefined ? scan.why : undefined
        if (!isIt || scan.direction !== direction || !isSameReason(then, why)) return false
        const asked = askedAt(scan.id)
        // The server accepts no times in the future.
        const isThen = scan.at === said.at || (scan.at < said.at && scan.at >= ended)
        if (said.by === 'door') return asked === undefined && isThen
        return asked !== undefined && asked >= began && asked <= ended && scan.at <= ended
      })
      // What a door lets in after the cancellation, which it has not heard of, is not accepted.
      const isTooLate = said.by === 'door' && direction === 'entry' && ended >= cancelled()
      if (match !== undefined) left.delete(match.id)
      else if (!isTooLate)
        note(`doors: ${what.ticket.id} was ${why ?? 'let in'} at ${door} (${said.by}), and the server does not have it`)
    }
    for (const { id, device, ticket, direction } of left.values()) {
      const wasCut = looks.some(
        (look) =>
          look.said === undefined &&
          look.device === device &&
          look.what.ticket.id === ticket &&
          look.direction === direction,
      )
      if (!wasCut && askedAt(id) === undefined) note(`doors: the scan ${id} is stored, and no one saw it`)
    }
  }

  /** Checks that no passage of a link with discarded scans counts, however late it arrives. */
  function auditDiscard(): void {
    if (discard === undefined) return
    if (!discard.isDone) note('doors: scans are still being discarded')
    for (const { id, link, isAdmitted } of stored.values())
      if (link === discard.link && isAdmitted) note(`doors: the scan ${id} was not discarded`)
  }

  /** Exits, including those discarded later, which counted when the ticket was admitted again. */
  function exitsShown(ticket: string): readonly Stored[] {
    return [...stored.values()].filter(
      (scan) => scan.ticket === ticket && scan.direction === 'exit' && (scan.isAdmitted || scan.gone !== undefined),
    )
  }

  /** Law 2: never a second entry at the same door, nor by the server, without an exit. */
  function auditSecond(): void {
    if (again === 'always') return
    const entries = looks
      .filter(isSeen)
      .filter(({ said, direction }) => said.verdict.kind === 'admitted' && direction === 'entry' && !said.isRepeated)
    for (const [index, second] of entries.entries()) {
      const first = entries
        .slice(0, index)
        .findLast(
          ({ what, device, said }) =>
            what.ticket.id === second.what.ticket.id &&
            (device === second.device || (said.by === 'server' && second.said.by === 'server')),
        )
      if (first === undefined || first.device === discard?.door.id()) continue
      const { id } = second.what.ticket
      const isOut = again === 'after-exit' && exitsShown(id).some(({ at }) => at <= second.said.at + CLOCK_ERROR)
      if (!isOut) note(`doors: ${id} came in at ${first.door} and at ${second.door}, and both knew`)
    }
  }

  /** Law 3: two entries of one place without an exit in between are reported with both doors; nothing else is. */
  function auditReport(report: DoorReport | undefined): void {
    if (report === undefined) return note('doors: there is no report')
    const places = Map.groupBy(
      [...stored.values()].filter(({ isAdmitted }) => isAdmitted),
      ({ ticket }) => placeOf(before, ticket),
    )
    const expected: string[] = []
    for (const [place, scans] of again === 'always' ? [] : places) {
      let inside: Stored | undefined
      for (const scan of scans.toSorted((one, other) => one.at - other.at || (one.device < other.device ? -1 : 1))) {
        if (scan.direction === 'exit') inside = again === 'after-exit' ? undefined : inside
        else if (inside === undefined) inside = scan
        // A late result of the server and the door's own decision admitted one person.
        else if (inside.device !== scan.device || scan.at - inside.at >= SAME)
          expected.push(`${place}: ${inside.door} at ${inside.at}, ${scan.door} at ${scan.at}`)
      }
    }
    const reported = report.doubles.map(
      ({ ticket, first, second }) => `${ticket}: ${first.door} at ${first.at}, ${second.door} at ${second.at}`,
    )
    for (const one of expected) if (!reported.includes(one)) note(`doors: not reported as let in twice: ${one}`)
    for (const one of reported) if (!expected.includes(one)) note(`doors: reported as let in twice: ${one}`)
  }

  /** Law 4: without faults, every door has sent everything and knows what the server knows. */
  async function auditDevice(device: DoorDevice): Promise<void> {
    const { name } = device
    const state = device.state()
    if (device === discard?.door) {
      if (!state?.isEnded || state.waiting > 0 || state.listed > 0) note(`doors: ${name} is not over`)
      return
    }
    if (
      state?.isLive !== true ||
      state.waiting > 0 ||
      (state.dropped > 0 && cancelled() === Infinity) ||
      state.problem !== undefined
    )
      note(`doors: ${name} is not at rest: ${JSON.stringify(state)}`)
    const kept = await device.kept()
    const list = (kept?.tickets ?? []).map(([id, zone, is]) => `${id} ${zone} ${is}`).toSorted()
    const sold = [...tickets.values()].map(({ id, zone, state: is }) => `${id} ${zone} ${is}`).toSorted()
    if (list.join() !== sold.join() || state?.listed !== sold.length)
      note(`doors: ${name} has ${list.length} tickets on its list that are not the ${sold.length} of the server`)
    const textOf = ({ ticket, at, direction, device: by, isAdmitted }: Scan): string =>
      `${ticket} ${at} ${direction} ${by} ${isAdmitted}`
    const heard = new Set((kept?.scans ?? []).map(textOf))
    const lacking = [...stored.values()].filter((scan) => scan.device !== device.id() && !heard.has(textOf(scan)))
    if (lacking.length > 0) note(`doors: ${name} has not heard of ${lacking.length} scans`)
  }
}
