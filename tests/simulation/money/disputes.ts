import { generateMutationId } from '#domain/kernel/index.ts'
import type { PaymentFact } from '#domain/payments/index.ts'
import type { Chance } from '../chance.ts'
import type { Timeline } from '../timeline.ts'
import { type Bank, bookOf } from './bank.ts'
import type { Treasury } from './treasury.ts'

const MINUTE = 60_000
/** Probability that an open dispute is decided at the end, that it is won, and that a lost one is won later. */
const [DECIDED, WON, WON_AFTER_ALL] = [0.8, 0.4, 0.3]

type Money = {
  readonly order: { readonly facts: readonly PaymentFact[]; readonly isEvent?: boolean; readonly delivery: string }
}
type Tickets = { readonly tickets: readonly { readonly id: string; readonly state: string }[] }

/** Events after a payment: payers dispute it, refunds fail, and staff settle losses. */
export type Disputes = {
  /** orders with a disputed payment or a failed refund */
  readonly touched: ReadonlySet<string>
  /** disputes settled by staff, by reference */
  readonly settled: ReadonlySet<string>
  act(): Promise<void>
  /** the bank decides most open disputes */
  decide(): Promise<void>
}

export function createDisputes(timeline: Timeline, chance: Chance, bank: Bank, { press }: Treasury): Disputes {
  const touched = new Set<string>()
  const settled = new Set<string>()
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'disputes', () => resolve()))
  const paid = () => [...bank.sessions.values()].filter((session) => bookOf(session).isPaid)

  async function change(act: 'open' | 'decide' | 'fail'): Promise<void> {
    const sessions = paid().filter(({ dispute, refunds }) => {
      if (act === 'fail') return refunds.some(({ status }) => status === 'succeeded')
      return act === 'open' ? dispute === undefined : dispute !== undefined && dispute.status !== 'won'
    })
    if (sessions.length === 0) return
    const session = chance.pick(sessions)
    touched.add(bookOf(session).order)
    if (act === 'fail') await bank.failRefund(session.id)
    else if (act === 'open') await bank.dispute(session.id, 'open')
    else await decideOne(session.id, session.dispute?.status === 'lost')
  }
  async function decideOne(id: string, isLost: boolean): Promise<void> {
    if (!isLost) await bank.dispute(id, chance.happens(WON) ? 'won' : 'lost')
    else if (chance.happens(WON_AFTER_ALL)) await bank.dispute(id, 'won')
  }

  /** Staff settle a lost dispute, and void all tickets of its order, or none. */
  async function settle(): Promise<void> {
    if (touched.size === 0) return
    const at = `/api/answers/${chance.pick([...touched])}`
    const reply = await press('GET', `${at}/payment`)
    if (reply?.ok !== true) return
    const { order } = (await reply.json()) as Money
    const word = order.facts.findLast(({ kind }) => kind === 'disputed')
    if (word?.dispute !== 'lost') return
    const tickets =
      order.isEvent === true && order.delivery === 'delivered' && chance.happens(0.6) ? await good(at) : []
    const wish = { id: generateMutationId(chance.bytes(16)), reason: 'Perdida', dispute: word.reference, tickets }
    const first = await press('POST', `${at}/payment/refunds`, { ...wish, amount: word.amount })
    const left = first?.status === 409 || first?.status === 422 ? await leftIn(first) : undefined
    const done = left === undefined ? first : await press('POST', `${at}/payment/refunds`, { ...wish, amount: left })
    if (done?.ok === true) settled.add(word.reference)
  }
  async function good(at: string): Promise<readonly string[]> {
    const reply = await press('GET', `${at}/tickets`)
    if (reply?.ok !== true) return []
    const { tickets } = (await reply.json()) as Tickets
    return tickets.filter(({ state }) => state === 'valid' || state === 'blocked').map(({ id }) => id)
  }

  return {
    touched,
    settled,
    act: async () => {
      await pause(chance.int(0, MINUTE))
      const turn = chance.int(0, 9)
      if (turn < 3) return change('open')
      if (turn < 6) return change('decide')
      if (turn < 8) return change('fail')
      return settle()
    },
    decide: async () => {
      for (const { id, dispute } of paid())
        if (dispute?.status === 'needs_response' && chance.happens(DECIDED)) await decideOne(id, false)
    },
  }
}

async function leftIn(reply: Response): Promise<number | undefined> {
  const { error } = (await reply.clone().json()) as {
    readonly error?: { readonly details?: { readonly left?: number } }
  }
  const left = error?.details?.left
  return left === undefined || left < 1 ? undefined : left
}
