import type { ClosingReport, PaymentMode, Receipt } from '#domain/payments/index.ts'
import { toMilliseconds, type Author } from '#domain/kernel/index.ts'
import { keys, set } from '#domain/store/index.ts'
import type { EventSales } from '#domain/tickets/index.ts'
import { there } from '#tests/support/there.ts'
import type { Chance } from '../chance.ts'
import type { SimServer } from '../server.ts'
import type { Timeline } from '../timeline.ts'
import { type Bank, bookOf } from './bank.ts'
import {
  addDays,
  addUp,
  createClosingLaws,
  dayAt,
  namedSums,
  nameOf,
  textOf,
  ZONES,
  type Sums,
} from './closing-laws.ts'
import { CLOSERS, OWNER, SALE } from './fair.ts'
import type { LiveLaws } from './live-laws.ts'
import { problemOf, type Treasury } from './treasury.ts'

const MINUTE = 60_000
/** Days before today that are closed, repeated by how common they are. */
const DAYS_BACK = [0, 0, 0, 1, 1, 2, 5]
/** Probability that the server is killed while it closes, of a second user, and of refunds at the same moment. */
const [KILLED, SECOND, RUSHED] = [0.4, 0.3, 0.5]
/** Share of searches for orders that take a while, and how long at most, in milliseconds: other commits come first. */
const [SLOW, SLOWEST] = [0.5, 12_000]
/** Share of worlds whose first closing is on their second day. */
const LATE_START = 0.4
const OF = `municipality=${encodeURIComponent(OWNER)}`
/** Types of receipts in the file of a day, in the languages of these worlds. */
const KINDS = ['Comprobante', 'Nota de crédito', 'Receipt', 'Credit note']
/** A day before all money. */
const BEFORE_ALL = '2026-11-10'

const toCents = (amount: string): number => Math.round(Number(amount.replace(',', '.')) * 100)

type Around = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly server: () => SimServer
  readonly bank: Bank
  readonly treasury: () => Treasury
  readonly laws: Pick<LiveLaws, 'orders' | 'receipts'>
  readonly mode: PaymentMode
  readonly note: (violation: string) => void
}

/**
 * The treasury closes days while payments, refunds and disputes arrive: today or earlier days, two users at once, in
 * the moment of a refund, with the server slow or killed, and with another time zone from some moment on. Laws at rest,
 * beside those of `closing-laws.ts`:
 *
 * - the closings and the open period add up to the records of the bank and the cashiers, by form, method and cashier
 * - a closing, a day and a longer period show the same money; only live payments count
 * - the page of the event shows the money of each day; each receipt is in the file of one day
 */
export function createClosings({ timeline, chance, server, bank, treasury, laws, mode, note }: Around) {
  let timeZone = chance.pick(Object.keys(ZONES))
  const founded = timeZone
  const firstDay = dayAt(timeline.now(), timeZone)
  const isLate = chance.happens(LATE_START)
  let isFair = false
  /** time zones that the municipality has had */
  const named = new Set([timeZone])
  const books = createClosingLaws({ timeZone: () => timeZone, named, note })
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'closing', () => resolve()))

  async function read(from: string, to: string, by: Author = chance.pick(CLOSERS)): Promise<ClosingReport | undefined> {
    const path = `/api/payments/closings?${OF}&from=${from}&to=${to}`
    const reply = await treasury().press('GET', path, undefined, by)
    if (reply?.ok === true) return (await reply.json()) as ClosingReport
    note(`closings: ${from} to ${to} cannot be read`)
    return undefined
  }

  async function close(day: string, by: Author): Promise<void> {
    const reply = await treasury().press('POST', '/api/payments/closings', { municipality: OWNER, day }, by)
    if (reply === undefined) return
    if (reply.ok) {
      const closed = (await reply.json()) as { readonly day: string; readonly number: number }
      return books.told(closed.day, closed.number)
    }
    const { code } = await problemOf(reply)
    const [last, isMoved] = [books.last(), named.size > 1]
    const isLater = last !== undefined && last.day > day
    const isAhead = code === 'payment.day-ahead' && isMoved
    if (!isAhead && !(code === 'payment.day-closed' && isLater)) note(`closings: ${day} is refused with ${code}`)
  }

  /** From now on the municipality has another time zone. */
  async function moveZone(): Promise<void> {
    const next = chance.pick(Object.keys(ZONES))
    named.add(next)
    const key = keys.municipality(OWNER)
    await server().store.commit({
      keysFor: () => [key],
      decide: (found) => {
        const place = there(found.get(key))
        const settings = { ...place.settings, timeZone: next }
        return { result: undefined, writes: [set(key, { ...place, settings })] }
      },
    })
    timeZone = next
  }

  /** Money in the records of the bank and the cashiers. */
  function recorded(): Sums {
    const formOf = (order: string) => there(laws.orders.get(order)).form
    const online = [...bank.sessions.values()].map(bookOf).flatMap(({ isPaid, order, amount, refunds, dispute }) => {
      if (!isPaid) return []
      const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0)
      const lost = dispute?.status === 'lost' ? Math.min(amount - refunded, dispute.amount) : 0
      const sum = { payments: 1, received: amount, refunded, lost }
      return [[nameOf({ form: formOf(order), provider: 'stripe' }), sum] as const]
    })
    const { cash, given } = treasury()
    const atDesk = [...cash].flatMap(([order, tills]) =>
      tills.flatMap(({ method, by, amount }) => {
        const from = { form: formOf(order), provider: 'desk', method } as const
        const refunds = (given.get(order) ?? []).map(
          (refund) => [nameOf({ ...from, by: refund.by as never }), { refunded: refund.amount }] as const,
        )
        return [[nameOf({ ...from, by: by as never }), { payments: 1, received: amount }] as const, ...refunds]
      }),
    )
    return addUp([...online, ...atDesk])
  }

  function compare(what: string, told: Sums, expected: Sums): void {
    if (textOf(told) !== textOf(expected)) note(`closings: ${what} has ${textOf(told)}, and it was ${textOf(expected)}`)
  }

  async function auditPeriods(today: string, until: string): Promise<void> {
    const last = books.last()
    const firstOpen = last === undefined ? BEFORE_ALL : addDays(last.day, 1)
    if (books.closings.length !== (last?.number ?? 0)) note(`closings: ${last?.number} is not stored`)
    const [open, whole] = [await read(firstOpen, until), await read(BEFORE_ALL, until)]
    if (open === undefined || whole === undefined) return
    const closed = books.closings.flatMap(({ sums }) => [...namedSums(sums)])
    const total = addUp([...closed, ...namedSums(open.sums)])
    compare('the whole', total, mode === 'live' ? recorded() : new Map())
    compare('a long period', namedSums(whole.sums), total)
    const numbers = whole.closings.map(({ number }) => number).join()
    if (numbers !== books.closings.map(({ number }) => number).join()) note(`closings: ${numbers} are listed`)
    for (const { day, sums } of books.closings)
      compare(`the closing of ${day}`, namedSums((await read(day, day))?.sums ?? []), namedSums(sums))
    let due: string | undefined
    const firstRead = last === undefined ? addDays(today, -2) : firstOpen
    for (let day = firstRead; day <= until; day = addDays(day, 1)) {
      const money = books.moneyOf('live', { after: addDays(day, -1), to: day })
      compare(day, namedSums((await read(day, day))?.sums ?? []), money)
      if (last !== undefined && day <= today && money.size > 0) due ??= day
    }
    // Movements of a day may cancel each other out.
    if ((open.due ?? '9') > (due ?? '9')) note(`closings: ${due} has to be closed, and ${open.due} is shown`)
    if (open.firstOpen !== (last && firstOpen)) note(`closings: ${open.firstOpen} is shown as the first open day`)
  }

  async function auditEvent(until: string): Promise<void> {
    const reply = await treasury().press('GET', `/api/events/${SALE}/sales`)
    if (reply?.ok !== true) return note('closings: the page of the event cannot be read')
    const { days } = (await reply.json()) as EventSales
    for (let day = BEFORE_ALL; day <= until; day = addDays(day, 1)) {
      const sums = [...books.moneyOf(mode, { after: addDays(day, -1), to: day }, SALE).values()]
      const own = days.filter((each) => each.day === day)
      const [received, returned] = [totalOf(sums, 'received'), totalOf(sums, 'refunded') + totalOf(sums, 'lost')]
      if (totalOf(own, 'received') !== received || totalOf(own, 'returned') !== returned)
        note(`closings: the page of the event has ${JSON.stringify(own)}, and it was ${received} and ${returned}`)
    }
  }

  async function auditReceipts(): Promise<void> {
    const dayOf = ({ issuedAt }: Receipt): string => dayAt(toMilliseconds(issuedAt), books.last()?.timeZone ?? timeZone)
    const receipts = [...laws.receipts.values()]
    for (const day of new Set([...receipts.map(dayOf), BEFORE_ALL])) {
      const body = { municipality: OWNER, day }
      const reply = await treasury().press('POST', '/api/payments/closing', body)
      const { csv = '' } = reply?.ok === true ? ((await reply.json()) as { readonly csv: string }) : {}
      // Semicolons and decimal commas, or commas and decimal points, by the language of the municipality.
      const lines = csv.split('\r\n').map((line) => line.split(csv.includes(';') ? ';' : ','))
      const listed = lines.filter(([, , kind = '']) => KINDS.includes(kind))
      const own = receipts.filter((receipt) => dayOf(receipt) === day)
      const signed = own.map(({ number, kind, amount }) => `${number} ${kind === 'receipt' ? amount : -amount}`)
      const found = listed.map(([, number, , , , , , , , , amount = '']) => `${number} ${toCents(amount)}`)
      if (found.toSorted().join() !== signed.toSorted().join()) note(`receipts: the file of ${day} has ${found.join()}`)
    }
  }

  return {
    timeZone: founded,
    committed: books.committed,
    moveZone,
    /** Returns what the server found, later if it searched for orders. */
    slowly: async <T>(collection: string, found: T): Promise<T> => {
      if (!isFair && collection === 'payOrder' && chance.happens(SLOW)) await pause(chance.int(1, SLOWEST))
      return found
    },
    /** Ends all faults. */
    heal: (): void => {
      isFair = true
    },
    /** Closes a day. */
    act: async (): Promise<void> => {
      await pause(chance.int(0, MINUTE))
      if (isLate && dayAt(timeline.now(), timeZone) === firstDay) return
      const [by, other] = [chance.pick(CLOSERS), chance.pick(CLOSERS)]
      const zones = () => new Set([...named].map((zone) => dayAt(timeline.now(), books.last()?.timeZone ?? zone)))
      const began = zones()
      const first = [...began][0] ?? BEFORE_ALL
      const report = await read(first, first, by)
      if (report === undefined) return
      if (!began.has(report.today) && !zones().has(report.today)) note(`closings: today is said to be ${report.today}`)
      const days = [chance.pick(DAYS_BACK), chance.pick(DAYS_BACK)].map((back) => addDays(report.today, -back))
      if (chance.happens(KILLED)) server().crashAt(chance.pick(['before commit', 'after commit']))
      const refunds = chance.happens(RUSHED) ? [treasury().payOut(), treasury().payOut()] : []
      const second = chance.happens(SECOND) ? [close(days[1] ?? first, other)] : []
      await Promise.all([close(days[0] ?? first, by), ...second, ...refunds])
    },
    audit: async (): Promise<void> => {
      const today = dayAt(timeline.now(), books.last()?.timeZone ?? timeZone)
      const until = addDays(today, 2)
      await auditPeriods(today, until)
      await auditEvent(until)
      await auditReceipts()
    },
  }
}

function totalOf<Name extends string>(all: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return all.reduce((sum, each) => sum + each[name], 0)
}
