import type { Job } from '#domain/jobs/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { Ticket } from '#domain/tickets/index.ts'
import type { PaymentFact, PaymentOrder } from '#domain/payments/index.ts'
import { toMilliseconds, type AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { SimServer } from '../server.ts'
import { type Bank, bookOf } from './bank.ts'
import type { Delivered } from './delivered.ts'
import type { Disputes } from './disputes.ts'
import { PLACES, SALE } from './fair.ts'
import { heldBy, type LiveLaws } from './live-laws.ts'
import type { Treasury } from './treasury.ts'

type Books = {
  readonly server: SimServer
  readonly bank: Bank
  readonly treasury: Treasury
  readonly disputes: Disputes
  readonly delivered: Delivered
  readonly laws: LiveLaws
  readonly now: number
  readonly note: (violation: string) => void
}
type Session = ReturnType<typeof bookOf>

const sum = (all: readonly { readonly amount: number }[]): number => all.reduce((so, { amount }) => so + amount, 0)

/** Compares the records of the bank and the desk with the server's, when everything has settled. */
export async function audit(books: Books): Promise<void> {
  const { server, bank, treasury, delivered, note } = books
  const stored = (await server.store.query({ collection: 'payOrder', limit: 1_000 })).map(
    ({ document }) => document as PaymentOrder,
  )
  const sessions = [...bank.sessions.values()].map(bookOf)
  for (const order of stored)
    await auditOrder(
      books,
      order,
      sessions.filter((one) => one.order === order.id),
    )
  for (const { order } of sessions)
    if (!stored.some(({ id }) => id === order)) note(`money: the bank knows an order ${order} that is not stored`)
  for (const zone of PLACES.keys())
    for (const mode of ['live', 'test'] as const) {
      const own = stored.filter((order) => order.zone === zone && order.mode === mode)
      const held = own.reduce((all, order) => all + heldBy(order), 0)
      const counter = await server.store.get(keys.zoneStock(SALE, zone, mode))
      const [taken, sold] = [counter?.taken ?? 0, counter?.sold ?? 0]
      if (taken !== held || sold !== held)
        note(`stock: of zone ${zone} ${held} ${mode} places are held, its counter says ${taken} taken, ${sold} sold`)
    }
  for (const key of delivered.again) note(`effects: ${key} was carried out again`)
  for (const session of treasury.believed) note(`webhooks: one that was forged about ${session} was believed`)
  const jobs = await server.store.query({ collection: 'jobs', limit: 1_000 })
  for (const { document } of jobs) {
    const { id, state } = document as Job
    // The refund waits for a person, who sees that the bank has no more of that money.
    const isRefundOf = (order: string): boolean => id.startsWith(`payment.refund~${order}`)
    const isSeen = state === 'dead' && [...treasury.onPages.keys(), ...books.disputes.touched].some(isRefundOf)
    const isDisputed = sessions.some(({ order, dispute }) => dispute?.status === 'needs_response' && isRefundOf(order))
    const isWatch = stored.some((order) => id.startsWith(`payment.watch~${order.id}`) && waitsForDays(order, books.now))
    const waits = isWatch || isDisputed
    if (state !== 'done' && !isSeen && !waits) note(`rest: the job ${id} is ${state}`)
  }
}

async function auditOrder(books: Books, order: PaymentOrder, sessions: readonly Session[]): Promise<void> {
  const { server, treasury, disputes, note } = books
  const { id, facts, amount, delivery, status } = order
  const paid = sessions.filter(({ isPaid }) => isPaid)
  const back = sessions.flatMap(({ refunds }) => refunds)
  const cash = treasury.cash.get(id) ?? []
  const given = treasury.given.get(id) ?? []
  const cashBack = cash.length === 0 ? [] : given
  const [came, went] = [
    factsOf(order, ['paid', 'mismatch']),
    listed(
      refundsOf(order)
        .filter(({ reference }) => !hasFailed(order, reference))
        .map(byReference),
    ),
  ]
  const inBooks = listed([...paid.map((one) => ({ id: one.reference, amount: one.amount })), ...cash])
  if (came !== inBooks) note(`money: ${id} knows that ${came} came, and it was ${inBooks}`)
  if (went !== listed([...back, ...cashBack])) note(`money: ${id} knows that ${went} went back`)
  auditDisputes(books, order, sessions)
  if (disputes.touched.has(id)) await auditLedger(books, order, { sessions, cash, cashBack })
  if (new Set(sessions.map(({ attempt }) => attempt)).size < sessions.length)
    note(`money: the bank was asked twice to begin an attempt of ${id}`)
  if (sessions.some(({ canBePaid }) => canBePaid)) note(`rest: ${id} can still be paid at the bank`)
  const isTouched = disputes.touched.has(id)
  if (order.open && !waitsForDays(order, books.now) && !isTouched) note(`rest: ${id} is open`)

  // Money at an older price is kept until a person has decided.
  const kept = facts.filter(({ kind }) => kind === 'mismatch')
  const isRight = facts.some(({ kind }) => kind === 'paid' || kind === 'waived')
  if (isRight !== (status === 'Pagado')) note(`truth: ${id} is ${status}`)
  if (isRight !== (delivery !== 'none')) note(`truth: ${id} is paid, and its delivery is ${delivery}`)
  const here = sum([...paid, ...cash]) - sum(back) - sum(cashBack) - sum(kept) + backOf(sessions, kept)
  const pages = treasury.onPages.get(id) ?? 0
  // Refunds on the bank's pages may leave less than was promised. Refunds at an older price do not count here.
  const promised = pages > 0 ? 0 : sum(given) - backOf(sessions, kept)
  const bought = delivery === 'delivered' ? amount - promised : 0
  // Of a cancelled event only money of the desk is kept, until staff have given it back.
  const entitled = order.cancelled === undefined ? bought : sum(cash) - sum(cashBack)
  const isWaived = facts.some(({ kind }) => kind === 'waived')
  // The bank refuses to refund more than refunds on its pages have left; `cancellations.ts` has it listed for staff.
  const isRefused = order.cancelled !== undefined && pages > 0 && facts.some(({ kind }) => kind === 'refund-failed')
  if (isRight && !isWaived && !isTouched && !isRefused && (here > entitled || here < (pages > 0 ? 0 : entitled)))
    note(`money: ${here} of ${id} are kept, and not ${entitled} (${pages} went back on the bank's pages)`)
  auditPapers(books, order)
  auditTickets(order, await ticketsOf(server, id), note)
  auditAnswer(order, await server.store.get(keys.answer(id)), note)
}

/** Validated by staff and not yet paid: the payer has more than a day and has not returned. */
function waitsForDays({ attempts }: PaymentOrder, now: number): boolean {
  const last = attempts.at(-1)
  return last?.provider === 'desk' && toMilliseconds(last.expiresAt) > now
}

/** Text in a stable order, for comparison. */
function listed(all: readonly { readonly id: string; readonly amount: number }[]): string {
  return all
    .map(({ id, amount }) => `${id} ${amount}`)
    .toSorted()
    .join()
}

function factsOf({ facts }: PaymentOrder, kinds: readonly PaymentFact['kind'][]): string {
  return listed(facts.filter(({ kind }) => kinds.includes(kind)).map(({ reference: id, amount }) => ({ id, amount })))
}

/** Refunds of payments that pay for nothing. */
function backOf(sessions: readonly Session[], kept: readonly { readonly reference: string }[]): number {
  return sum(
    sessions.filter(({ reference }) => kept.some((fact) => fact.reference === reference)).flatMap((one) => one.refunds),
  )
}

const byReference = ({ reference: id, amount }: PaymentFact) => ({ id, amount })
const isDispute = ({ facts }: PaymentOrder, reference: string): boolean =>
  facts.some((fact) => fact.kind === 'disputed' && fact.reference === reference)
const hasFailed = ({ facts }: PaymentOrder, reference: string): boolean =>
  facts.some((fact) => fact.kind === 'refund-failed' && fact.reference === reference)

/** Known refunds, without the disputes that staff settled. */
function refundsOf(order: PaymentOrder): readonly PaymentFact[] {
  return order.facts.filter(({ kind, reference }) => kind === 'refunded' && !isDispute(order, reference))
}

/** Compares the bank's records of disputes and failed refunds with the server's, however it learned of them. */
function auditDisputes({ disputes, note }: Books, order: PaymentOrder, sessions: readonly Session[]): void {
  const { id, facts } = order
  const failed = facts.filter(({ kind, reference }) => kind === 'refund-failed' && !reference.startsWith('refused~'))
  const inBooks = listed(sessions.flatMap((one) => one.failed))
  if (listed(failed.map(byReference)) !== inBooks) note(`money: the refunds of ${id} that failed are ${inBooks}`)
  for (const { dispute, reference: payment } of sessions) {
    if (dispute === undefined) continue
    const words = facts.filter(({ kind, reference }) => kind === 'disputed' && reference === dispute.id)
    const status = dispute.status === 'needs_response' ? 'open' : dispute.status
    const last = words.toSorted((one, other) => one.at.localeCompare(other.at)).at(-1)
    const isKnown = words.some((word) => word.dispute === status && word.of === payment && word.at === last?.at)
    if (!isKnown) note(`money: the dispute ${dispute.id} of ${id} is ${status}, and is known as ${last?.dispute}`)
    const isSettled = facts.some(({ kind, reference }) => kind === 'refunded' && reference === dispute.id)
    if (isSettled !== disputes.settled.has(dispute.id))
      note(`money: the dispute ${dispute.id} is settled: ${isSettled}`)
  }
}

type Entry = { readonly amount: number }
type Amounts = {
  readonly sessions: readonly Session[]
  readonly cash: readonly Entry[]
  readonly cashBack: readonly Entry[]
}

/**
 * Compares what is kept after disputes with the staff's view, and checks that staff find each open or unsettled
 * dispute.
 */
async function auditLedger(
  { server, treasury, disputes, note }: Books,
  { id }: PaymentOrder,
  { sessions, cash, cashBack }: Amounts,
): Promise<void> {
  const here = sessions
    .filter(({ isPaid }) => isPaid)
    .map(({ amount, refunds, dispute }) => {
      const left = amount - sum(refunds)
      return dispute?.status === 'lost' ? left - Math.min(left, dispute.amount) : left
    })
    .reduce((all, left) => all + left, sum(cash) - sum(cashBack))
  const reply = await treasury.press('GET', `/api/answers/${id}/payment`)
  const { kept } =
    reply?.ok === true
      ? ((await reply.json()) as { readonly ledger: { readonly kept: number } }).ledger
      : { kept: undefined }
  if (kept !== here) note(`money: ${here} of ${id} are here after disputes, and staff read ${kept}`)
  const isWaiting = sessions.some(
    ({ dispute }) =>
      dispute?.status === 'needs_response' || (dispute?.status === 'lost' && !disputes.settled.has(dispute.id)),
  )
  const waiting = await server.store.query({
    collection: 'payOrder',
    containsAny: { field: 'listing.reach', values: ['*'] },
    limit: 1_000,
  })
  if (isWaiting && !waiting.some(({ document }) => document.id === id)) note(`money: no one finds the dispute of ${id}`)
}

function auditPapers({ laws, treasury, delivered, note }: Books, order: PaymentOrder): void {
  const { id, delivery, email, facts } = order
  const isDelivered = delivery === 'delivered'
  const receipt = laws.receipts.get(id)
  if ((receipt !== undefined) !== isDelivered) note(`receipts: ${id} is ${delivery}, its receipt ${receipt?.number}`)
  const first = facts.find(({ kind }) => kind === 'paid' || kind === 'waived')
  const till = treasury.cash.get(id)?.find((one) => one.id === first?.reference)
  const isSame = receipt?.amount === first?.amount && receipt?.method === till?.method
  const isWhole = receipt?.tendered === till?.tendered && receipt?.voucher === till?.voucher
  if (receipt !== undefined && (!isSame || !isWhole))
    note(`receipts: ${id} has one of ${receipt.amount}, ${receipt.method}, ${receipt.tendered}`)
  const notes = [...laws.receipts].filter(([place]) => place.startsWith(`${id}~`)).map(([, one]) => one)
  const owed = isDelivered ? facts.filter(({ kind, of }) => kind === 'refunded' && of === first?.reference) : []
  if (sum(notes) !== sum(owed) || notes.length !== owed.length)
    note(`receipts: ${id} has credit notes over ${sum(notes)}, and ${sum(owed)} went back`)
  if (notes.some(({ of }) => of === undefined || of !== receipt?.number))
    note(`receipts: a credit note of ${id} does not name its receipt`)
  const settled = facts.filter(({ kind, reference }) => kind === 'refunded' && isDispute(order, reference))
  const letters = {
    received: isDelivered ? 1 : 0,
    'too-late': delivery === 'sold-out' ? 1 : 0,
    refunded: refundsOf(order).length,
    disputed: settled.length,
  }
  for (const [kind, count] of Object.entries(letters)) {
    const sent = delivered.lettersTo(email, kind as keyof typeof letters)
    if (sent !== count) note(`letters: ${id} got ${sent} of ${kind}, and is owed ${count}`)
  }
  const incidents = delivered.incidentsOf(id)
  if (incidents !== (isDelivered ? 1 : 0)) note(`effects: ${id} is ${delivery}, and has ${incidents} incidents`)
}

async function ticketsOf({ store }: SimServer, order: AnswerId): Promise<readonly Ticket[]> {
  const all = await store.query({ collection: 'boletos', limit: 1_000 })
  return all.map(({ document }) => document).filter((ticket) => ticket.order === order)
}

/** Checks one ticket per place with unique numbers, and that tickets of paid orders are valid. */
function auditTickets(order: PaymentOrder, tickets: readonly Ticket[], note: (violation: string) => void): void {
  const { id, quanty, zone, delivery } = order
  const owed = zone !== undefined && delivery === 'delivered' ? quanty : 0
  // A transferred ticket still counts as one place.
  const held = tickets.filter(({ next }) => next === undefined)
  const places = new Set(held.map(({ place }) => place))
  if (held.length !== owed || places.size !== owed)
    note(`tickets: ${id} has ${held.length} of ${places.size} places, and bought ${owed}`)
  // Staff may block paid tickets.
  const valid = held.filter(({ state }) => state === 'valid' || state === 'blocked').length
  if (owed > 0 && valid !== heldBy(order)) note(`tickets: ${valid} of ${id} are valid, and ${heldBy(order)} are paid`)
}

function auditAnswer(order: PaymentOrder, answer: Answer | undefined, note: (violation: string) => void): void {
  const { id, orderId, status, delivery, amount } = order
  const [entry, ...more] = answer?.payments ?? []
  if (answer === undefined || entry === undefined || more.length > 0) return note(`truth: ${id} has no single entry`)
  const { payOrder, preview } = entry
  if (payOrder.orderId !== orderId || payOrder.status !== status || payOrder.amount !== amount)
    note(`truth: the answer of ${id} says ${payOrder.status}, and its order ${status}`)
  if (preview === (delivery === 'delivered')) note(`truth: the answer of ${id} is preview: ${preview}`)
  if (answer.paymentDetails?.orderId !== orderId) note(`truth: the answer of ${id} names another order`)
}
