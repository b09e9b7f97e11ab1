import type { PayerOrder } from '#domain/payments/index.ts'
import type { SubmitMutation } from '#domain/answering/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import type { Chance } from '../chance.ts'
import type { Desks } from '../desks.ts'
import type { Timeline } from '../timeline.ts'
import type { Bank } from './bank.ts'
import { CLERK, FORMS, FREE_FROM, MIN_RESERVATION_MINUTES, PLACES, SALE } from './fair.ts'
import type { SaleLaws } from './sale-laws.ts'
import { problemOf, type Treasury } from './treasury.ts'

const MINUTE = 60_000
/** Milliseconds before a person presses again, and the maximum number of presses. */
const [AGAIN, PRESSES] = [4_000, 40]
/** Milliseconds for which a page shows its price before the order, and the share of accepted price changes. */
const [LOOKS, ACCEPTS] = [3 * MINUTE, 0.8]
/** For forms that sell no places: payers accept every price. */
const ANY_PRICE = 1_000_000

/** Actions of a payer on the bank's page, repeated by how common they are. */
const TURNS = [
  ...(['pay', 'pay', 'pay', 'pay', 'pay', 'pay', 'pay'] as const),
  ...(['refused then pay', 'refused then pay', 'refused', 'leave', 'leave', 'slow', 'slow'] as const),
  ...(['late', 'late', 'late', 'choose again', 'choose again', 'choose again', 'choose again', 'cash'] as const),
]

type Around = {
  readonly timeline: Timeline
  readonly desks: Desks
  readonly bank: Bank
  readonly treasury: Treasury
  readonly sales: SaleLaws
  readonly trace: (line: string) => void
}
type Wish = { readonly proof: string; readonly purchase?: Purchase }
export type Purchase = { readonly zone: number; readonly quanty: number }

/** A person who sends an answer, orders, may pay, and may return. */
export async function buyer(number: number, chance: Chance, around: Around): Promise<void> {
  const { timeline, desks, bank, treasury, sales, trace } = around
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, `buyer ${number}`, () => resolve()))
  const form = chance.happens(0.7) ? SALE : chance.pick(FORMS).id
  const submit = buildPlainSubmit(number, 'una nota', { template: form })
  const email = `buyer${number}@relevo.example`
  const payer = { fullName: 'Ana Paz', dni: `D${30_000_000 + number}`, phone: '', email }
  const purchase = (): { readonly purchase?: Purchase } => {
    if (form !== SALE) return {}
    const zone = chance.pick([...PLACES.keys()])
    return { purchase: { zone, quanty: zone === 2 && chance.happens(0.15) ? FREE_FROM : chance.int(1, 3) } }
  }

  /** Presses until there is a result. @returns undefined if it was refused */
  async function order(wish: Wish): Promise<PayerOrder | undefined> {
    let shown = wish.purchase === undefined ? ANY_PRICE : sales.priceOf(wish.purchase)
    await pause(chance.int(0, LOOKS))
    for (let press = 0; press < PRESSES; press += 1) {
      const body = { answer: submit.answer, payer, shown, ...wish }
      const began = timeline.now()
      const [reply] = await Promise.all([
        desks.askUnknown('POST', '/api/payments/orders', body),
        // An impatient second press.
        ...(chance.happens(0.1) ? [desks.askUnknown('POST', '/api/payments/orders', body)] : []),
      ])
      if (reply?.ok === true) {
        const opened = (await reply.json()) as PayerOrder
        sales.accepted(opened, shown)
        return opened
      }
      const problem = reply === undefined ? undefined : await problemOf(reply)
      if (problem?.code === 'payment.price-changed' && chance.happens(ACCEPTS)) {
        shown = problem.details?.amount ?? shown
        continue
      }
      if (problem !== undefined && wish.purchase !== undefined) sales.refused(wish.purchase, problem, began)
      if (reply !== undefined && reply.status < 500 && reply.status !== 429) return undefined
      await pause(AGAIN)
    }
    return undefined
  }
  const sessionOf = ({ url }: PayerOrder): string => url?.split('/').at(-1) ?? ''
  async function comeBack({ id, orderId }: PayerOrder): Promise<void> {
    const looks = chance.int(0, 2)
    await Promise.all(
      Array.from({ length: looks }, () => desks.askUnknown('POST', `/api/payments/orders/${id}/${orderId}/look`, {})),
    )
  }

  if (!(await handIn(submit, desks, pause))) return
  const proof = { proof: submit.id }
  let wish: Wish = { ...proof, ...purchase() }
  let shown = await order(wish)
  for (let round = 0; round < 4 && shown !== undefined; round += 1) {
    treasury.know(submit.answer, { form, wish, payer })
    await pause(chance.int(0, 4 * MINUTE))
    const session = sessionOf(shown)
    if (shown.status === 'Pagado') return
    if (session === '') {
      // Waits until staff have looked at it.
      await pause(chance.int(5, 15) * MINUTE)
      shown = await order(wish)
      continue
    }
    const turn = chance.pick(TURNS)
    trace(`buyer ${number} ${turn}`)
    if (chance.happens(0.1)) treasury.heardForged(await bank.forge(session), session)
    switch (turn) {
      case 'pay':
        await bank.pay(session)
        return comeBack(shown)
      case 'refused then pay':
        await bank.refuse(session)
        await pause(chance.int(0, MINUTE))
        await bank.pay(session)
        return comeBack(shown)
      case 'refused':
        await bank.refuse(session)
        await comeBack(shown)
        break
      case 'leave':
        break
      case 'slow':
        await bank.begin(session)
        await comeBack(shown)
        await pause(chance.int(1, 70) * MINUTE)
        if (await bank.arrive(session, chance.happens(0.7))) return comeBack(shown)
        break
      case 'late':
        void late(session)
        if (chance.happens(0.5)) return
        if (chance.happens(0.5)) wish = { ...proof, ...purchase() }
        break
      case 'choose again':
        wish = { ...proof, ...purchase() }
        break
      case 'cash':
        return treasury.takeCash(submit.answer)
    }
    if (turn !== 'choose again') await pause(chance.pick([MINUTE, (MIN_RESERVATION_MINUTES + 3) * MINUTE]))
    shown = await order(wish)
  }

  /** Pays after the session was closed. */
  async function late(session: string): Promise<void> {
    await pause((MIN_RESERVATION_MINUTES + chance.int(2, 30)) * MINUTE)
    await bank.payLate(session)
  }
}

/** Sends an answer over a clerk's desk. */
export async function handIn(
  submit: SubmitMutation,
  desks: Desks,
  pause: (milliseconds: number) => Promise<void>,
): Promise<boolean> {
  const body = { protocol: 1, device: DEVICE, account: CLERK, mutations: [submit] }
  for (let press = 0; press < PRESSES; press += 1) {
    const reply = await desks.ask(CLERK, 'POST', '/api/sync/push', body)
    if (reply?.ok === true) {
      const { results } = (await reply.json()) as { readonly results: readonly { readonly status: string }[] }
      if (results[0]?.status === 'applied') return true
    }
    await pause(AGAIN)
  }
  return false
}
