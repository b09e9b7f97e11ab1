import { generateMutationId, type AnswerId, type Author, type TemplateId } from '#domain/kernel/index.ts'
import { DESK_METHODS, type DeskMethod } from '#domain/payments/index.ts'
import type { StripeSession } from '#sandbox/stripe.ts'
import type { Chance } from '../chance.ts'
import type { Desks } from '../desks.ts'
import { PASSWORD } from '../device.ts'
import type { Timeline } from '../timeline.ts'
import { type Bank, bookOf } from './bank.ts'
import type { Purchase } from './crowd.ts'
import { CASHIERS, CLOSERS, TREASURER, VALIDATED } from './fair.ts'
import type { Problem, SaleLaws } from './sale-laws.ts'

const MINUTE = 60_000
/** Milliseconds before staff press again, and the maximum number of presses until the result is known. */
const [AGAIN, PRESSES] = [5_000, 200]

/** Share of changed prices for which staff apply the old price, and maximum number of new counts. */
const [OLD_PRICE, COUNTS] = [0.4, 3]
/** Share of cash payments with change, and the maximum change in cents. */
const [WITH_CHANGE, MAX_CHANGE] = [0.5, 2_000]
/** Share of payments that two cashiers record at once, of which one counts. */
const TWO_CASHIERS = 0.15

type About = { readonly form: TemplateId; readonly wish: { readonly purchase?: Purchase }; readonly payer: object }

/** Actions of staff with money, in their own records. */
export type Treasury = {
  /** payments at the desk by order */
  readonly cash: ReadonlyMap<AnswerId, readonly Till[]>
  /** accepted refunds by order */
  readonly given: ReadonlyMap<AnswerId, readonly Pick<Till, 'id' | 'amount' | 'by'>[]>
  /** refunds of an order on the bank's own pages, in cents */
  readonly onPages: ReadonlyMap<string, number>
  /** forged webhooks that were accepted */
  readonly believed: readonly string[]
  /** reports an existing order */
  know(answer: AnswerId, about: About): void
  heardForged(status: number | undefined, session: string): void
  /** takes the amount of its order at the desk */
  takeCash(answer: AnswerId): Promise<void>
  /** records an amount; if the price has changed, the new one or, if permitted, the old one */
  record(answer: AnswerId, about: About, amount: number): Promise<void>
  /** sends a request until its result is known; as the treasurer, unless `by` names another user */
  press(method: string, path: string, body?: object, by?: Author): Promise<Response | undefined>
  /** refunds an order that was paid at the desk, at once */
  payOut(): Promise<void>
  /** refunds a payment on the bank's own pages. @param how known: a webhook informs the server */
  refundOnPages(session: StripeSession, amount: number, how?: 'known'): Promise<void>
  /** validates, refunds, or uses the bank's pages */
  act(): Promise<void>
  /** validates all waiting orders */
  validate(): Promise<void>
}

/** Money that a cashier counted, in cents, with the id from the screen. */
type Till = {
  readonly id: string
  readonly amount: number
  readonly by: Author
  readonly method: DeskMethod
  readonly tendered?: number
  readonly voucher?: string
}

type Around = {
  readonly timeline: Timeline
  readonly chance: Chance
  /** decides who is at the desk, and how payers pay there */
  readonly cashiers: Chance
  readonly desks: Desks
  readonly bank: Bank
  readonly sales: SaleLaws
}

export function createTreasury({ timeline, chance, cashiers, desks, bank, sales }: Around): Treasury {
  const cash = new Map<AnswerId, Till[]>()
  const given = new Map<AnswerId, Pick<Till, 'id' | 'amount' | 'by'>[]>()
  const onPages = new Map<string, number>()
  const believed: string[] = []
  const orders = new Map<AnswerId, About>()
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'treasury', () => resolve()))
  const pathOf = (answer: AnswerId): string => `/api/answers/${answer}/payment`
  const newId = (): string => generateMutationId(chance.bytes(16))

  /** Repeats a request until its result is known. */
  async function press(method: string, path: string, body?: object, by = TREASURER): Promise<Response | undefined> {
    for (let pressed = 0; pressed < PRESSES; pressed += 1) {
      const reply = await desks.ask(by, method, path, body)
      const code = reply?.status === 403 ? (await problemOf(reply)).code : undefined
      if (code === 'session.confirm-required')
        await desks.ask(by, 'POST', '/api/session/confirm', { password: PASSWORD })
      else if (reply !== undefined && reply.status < 500 && reply.status !== 429) return reply
      await pause(AGAIN)
    }
    return undefined
  }
  async function moneyOf(answer: AnswerId) {
    const reply = await press('GET', pathOf(answer))
    return reply?.ok === true
      ? ((await reply.json()) as {
          readonly order: {
            readonly amount: number
            readonly status: string
            readonly validation?: object
            readonly cancelled?: string
          }
          readonly ledger: { readonly free: number }
        })
      : undefined
  }
  async function record(answer: AnswerId, { wish: { purchase }, payer }: About, counted: number): Promise<void> {
    const by = cashiers.pick(CASHIERS)
    const method = cashiers.pick(DESK_METHODS)
    const change = method === 'cash' && cashiers.happens(WITH_CHANGE) ? cashiers.int(0, MAX_CHANGE) : undefined
    let [amount, isOld] = [counted, false]
    for (let count = 0; count < COUNTS; count += 1) {
      const id = newId()
      const voucher = method === 'cash' ? {} : { voucher: id.slice(-8) }
      const money = { id, amount, method, ...voucher, ...(change === undefined ? {} : { tendered: amount + change }) }
      if (isOld) sales.takesOldPrice(money.id)
      const wish = { ...money, payer, ...(purchase && { purchase }), ...(isOld ? { oldPrice: true } : {}) }
      const began = timeline.now()
      const reply = await press('POST', `${pathOf(answer)}/desk`, wish, by)
      if (reply === undefined) return
      if (reply.ok) return add(cash, answer, { ...money, by })
      const problem = await problemOf(reply)
      if (purchase !== undefined) sales.refused(purchase, problem, began)
      const price = problem.details?.amount
      // Places that have become free are not paid at the desk.
      if (problem.code !== 'payment.price-changed' || price === undefined || price === 0) return
      isOld = purchase !== undefined && chance.happens(OLD_PRICE)
      amount = purchase !== undefined && isOld ? sales.oldPriceOf(purchase) : price
    }
  }
  async function giveBack(answer: AnswerId): Promise<void> {
    const money = await moneyOf(answer)
    if (money === undefined) return
    // Staff give back all money of a cancelled event that was received at the desk.
    const owed = money.order.cancelled === undefined ? 0 : total(cash, answer) - total(given, answer)
    const free = money.ledger.free || owed
    if (free < 1) return
    const by = cashiers.pick(CLOSERS)
    const wish = { id: newId(), amount: chance.happens(0.5) ? free : chance.int(1, free), reason: 'Lluvia' }
    const both = await Promise.all(
      Array.from({ length: chance.happens(0.2) ? 2 : 1 }, () => press('POST', `${pathOf(answer)}/refunds`, wish, by)),
    )
    if (both.some((reply) => reply?.ok === true)) add(given, answer, { ...wish, by })
  }
  async function validate(): Promise<void> {
    for (const [answer, { form }] of orders) {
      if (form !== VALIDATED) continue
      const money = await moneyOf(answer)
      if (money?.order.status === 'Pendiente de validar' && money.order.validation === undefined)
        await press('POST', `${pathOf(answer)}/validation`)
    }
  }
  async function onTheirPages(): Promise<void> {
    const paid = [...bank.sessions.values()].filter((session) => bookOf(session).isPaid)
    if (paid.length === 0) return
    const session = chance.pick(paid)
    await refundOnPages(session, chance.int(1, bookOf(session).amount))
  }
  async function refundOnPages(session: StripeSession, part: number, how?: 'known'): Promise<void> {
    const { order } = bookOf(session)
    if (await (how === 'known' ? bank.refundKnown(session.id, part) : bank.refund(session.id, part)))
      onPages.set(order, (onPages.get(order) ?? 0) + part)
  }

  return {
    cash,
    given,
    onPages,
    believed,
    press,
    payOut: async () => {
      if (cash.size > 0) await giveBack(chance.pick([...cash.keys()]))
    },
    know: (answer, about) => void orders.set(answer, about),
    heardForged: (status, session) => {
      if (status !== undefined && status < 300) believed.push(session)
    },
    takeCash: async (answer) => {
      const known = orders.get(answer)
      const money = await moneyOf(answer)
      if (known === undefined || money === undefined) return
      const counts = cashiers.happens(TWO_CASHIERS) ? 2 : 1
      await Promise.all(Array.from({ length: counts }, () => record(answer, known, money.order.amount)))
    },
    record,
    validate,
    refundOnPages,
    act: async () => {
      await pause(chance.int(0, MINUTE))
      if (orders.size === 0) return
      const turn = chance.int(0, 9)
      if (turn < 4) return validate()
      if (turn < 9) return giveBack(chance.pick([...orders.keys()]))
      return onTheirPages()
    },
  }
}

function add<V>(book: Map<AnswerId, V[]>, answer: AnswerId, entry: V): void {
  book.set(answer, [...(book.get(answer) ?? []), entry])
}

function total(book: ReadonlyMap<AnswerId, readonly { readonly amount: number }[]>, answer: AnswerId): number {
  return (book.get(answer) ?? []).reduce((sum, { amount }) => sum + amount, 0)
}

/** Reason and details of a refusal. */
export async function problemOf(reply: Response): Promise<Problem> {
  const { error } = (await reply.clone().json()) as { readonly error?: Problem }
  return error ?? { code: '' }
}
