import { generateMutationId, type AnswerId, type TemplateId } from '#domain/kernel/index.ts'
import type { Chance } from '../chance.ts'
import type { Desks } from '../desks.ts'
import { PASSWORD } from '../device.ts'
import type { Timeline } from '../timeline.ts'
import { type Bank, bookOf } from './bank.ts'
import type { Purchase } from './crowd.ts'
import { TREASURER, VALIDATED } from './fair.ts'
import type { Problem, SaleLaws } from './sale-laws.ts'

const MINUTE = 60_000
/** Milliseconds before staff press again, and the maximum number of presses until the result is known. */
const [AGAIN, PRESSES] = [5_000, 200]

/** Share of changed prices for which staff apply the old price, and maximum number of new counts. */
const [OLD_PRICE, COUNTS] = [0.4, 3]

type About = { readonly form: TemplateId; readonly wish: { readonly purchase?: Purchase }; readonly payer: object }

/** Actions of staff with money, in their own records. */
export type Treasury = {
  /** cash payments by order, in cents, with the ids from the screen */
  readonly cash: ReadonlyMap<AnswerId, readonly { readonly id: string; readonly amount: number }[]>
  /** accepted refunds, in cents */
  readonly given: ReadonlyMap<AnswerId, readonly { readonly id: string; readonly amount: number }[]>
  /** refunds of an order on the bank's own pages, in cents */
  readonly onPages: ReadonlyMap<string, number>
  /** forged webhooks that were accepted */
  readonly believed: readonly string[]
  /** reports an existing order */
  know(answer: AnswerId, about: About): void
  heardForged(status: number | undefined, session: string): void
  /** takes the amount of its order in cash */
  takeCash(answer: AnswerId): Promise<void>
  /** records an amount; if the price has changed, the new one or, if permitted, the old one */
  record(answer: AnswerId, about: About, amount: number): Promise<void>
  /** sends a request as the treasurer until its result is known */
  press(method: string, path: string, body?: object): Promise<Response | undefined>
  /** validates, refunds, or uses the bank's pages */
  act(): Promise<void>
  /** validates all waiting orders */
  validate(): Promise<void>
}

/** Money counted by staff, with the id from the screen. */
type DeskMoney = { readonly id: string; readonly amount: number; readonly payer: object; readonly oldPrice?: true }

type Around = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly desks: Desks
  readonly bank: Bank
  readonly sales: SaleLaws
}

export function createTreasury({ timeline, chance, desks, bank, sales }: Around): Treasury {
  const cash = new Map<AnswerId, { id: string; amount: number }[]>()
  const given = new Map<AnswerId, { id: string; amount: number }[]>()
  const onPages = new Map<string, number>()
  const believed: string[] = []
  const orders = new Map<AnswerId, About>()
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'treasury', () => resolve()))
  const pathOf = (answer: AnswerId): string => `/api/answers/${answer}/payment`
  const newId = (): string => generateMutationId(chance.bytes(16))

  /** Repeats a request until its result is known. */
  async function press(method: string, path: string, body?: object): Promise<Response | undefined> {
    for (let pressed = 0; pressed < PRESSES; pressed += 1) {
      const reply = await desks.ask(TREASURER, method, path, body)
      const code = reply?.status === 403 ? (await problemOf(reply)).code : undefined
      if (code === 'session.confirm-required')
        await desks.ask(TREASURER, 'POST', '/api/session/confirm', { password: PASSWORD })
      else if (reply !== undefined && reply.status < 500 && reply.status !== 429) return reply
      await pause(AGAIN)
    }
    return undefined
  }
  async function moneyOf(answer: AnswerId) {
    const reply = await press('GET', pathOf(answer))
    return reply?.ok === true
      ? ((await reply.json()) as {
          readonly order: { readonly amount: number; readonly status: string; readonly validation?: object }
          readonly ledger: { readonly free: number }
        })
      : undefined
  }
  async function record(answer: AnswerId, { wish: { purchase }, payer }: About, counted: number): Promise<void> {
    const what = { payer, ...(purchase && { purchase }) }
    let wish: DeskMoney = { id: newId(), amount: counted, ...what }
    for (let count = 0; count < COUNTS; count += 1) {
      const began = timeline.now()
      const reply = await press('POST', `${pathOf(answer)}/desk`, wish)
      if (reply === undefined) return
      if (reply.ok) return add(cash, answer, wish)
      const problem = await problemOf(reply)
      if (purchase !== undefined) sales.refused(purchase, problem, began)
      const { amount } = problem.details ?? {}
      // Places that have become free are not paid at the desk.
      if (problem.code !== 'payment.price-changed' || amount === undefined || amount === 0) return
      const isOld = purchase !== undefined && chance.happens(OLD_PRICE)
      const next = { ...wish, id: newId(), amount: isOld ? sales.oldPriceOf(purchase) : amount }
      if (isOld) sales.takesOldPrice(next.id)
      wish = isOld ? { ...next, oldPrice: true } : next
    }
  }
  async function giveBack(answer: AnswerId): Promise<void> {
    const money = await moneyOf(answer)
    if (money === undefined || money.ledger.free < 1) return
    const { free } = money.ledger
    const wish = { id: newId(), amount: chance.happens(0.5) ? free : chance.int(1, free), reason: 'Lluvia' }
    const both = await Promise.all(
      Array.from({ length: chance.happens(0.2) ? 2 : 1 }, () => press('POST', `${pathOf(answer)}/refunds`, wish)),
    )
    if (both.some((reply) => reply?.ok === true)) add(given, answer, wish)
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
    const { amount, order } = bookOf(session)
    const part = chance.int(1, amount)
    if (await bank.refund(session.id, part)) onPages.set(order, (onPages.get(order) ?? 0) + part)
  }

  return {
    cash,
    given,
    onPages,
    believed,
    press,
    know: (answer, about) => void orders.set(answer, about),
    heardForged: (status, session) => {
      if (status !== undefined && status < 300) believed.push(session)
    },
    takeCash: async (answer) => {
      const known = orders.get(answer)
      const money = await moneyOf(answer)
      if (known === undefined || money === undefined) return
      await record(answer, known, money.order.amount)
    },
    record,
    validate,
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

/** Reason and details of a refusal. */
export async function problemOf(reply: Response): Promise<Problem> {
  const { error } = (await reply.clone().json()) as { readonly error?: Problem }
  return error ?? { code: '' }
}
