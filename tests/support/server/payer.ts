import { runDueJobs } from '#core/jobs/run-due.ts'
import { payerOrderSchema, type PayerOrder } from '#domain/payments/index.ts'
import { buildPlainSubmit, DEVICE } from '../builders/submit.ts'
import type { World } from './world.ts'

let people = 0

/**
 * Actions of a payer, one person per answer, like their device. @param world called each time, because tests build one
 * each
 */
export function buildPayer(world: () => World) {
  /** Sends an answer. @returns its device's data */
  async function answered() {
    people += 1
    const submit = buildPlainSubmit(people)
    const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [submit] }
    const response = await world().ask('POST', '/api/sync/push', { cookie: await world().signIn('ines'), body })
    const { results } = (await response.json()) as { results: readonly { status: string; code?: string }[] }
    if (results[0]?.status !== 'applied' || results[0].code === undefined) throw new Error(JSON.stringify(results))
    return { answer: submit.answer, proof: submit.id }
  }
  const wishOf = (of: Awaited<ReturnType<typeof answered>>, change: object = {}) => ({
    ...of,
    purchase: { zone: 7, quanty: 2 },
    payer: { fullName: 'Ana Paz', dni: `${30_000_000 + people}`, phone: '', email: 'ana@relevo.example' },
    shown: 10_000,
    ...change,
  })
  const asked = (body: object) => world().ask('POST', '/api/payments/orders', { body })
  async function ordered(change: object = {}) {
    const of = await answered()
    const response = await asked(wishOf(of, change))
    if (response.status !== 200) throw new Error(await response.text())
    const order = payerOrderSchema.parse(await response.json())
    return { of, order, session: order.url?.split('/').at(-1) ?? '' }
  }
  const pathOf = ({ id, orderId }: PayerOrder) => `/api/payments/orders/${id}/${orderId}`
  return {
    answered,
    wishOf,
    asked,
    ordered,
    pathOf,
    read: async (order: PayerOrder) => payerOrderSchema.parse(await (await world().ask('GET', pathOf(order))).json()),
    /** Sends a request as a staff user. */
    as: async (who: string, method: string, path: string, body?: object) =>
      world().ask(method, path, { cookie: await world().signIn(who), ...(body === undefined ? {} : { body }) }),
    /** Advances the clock, and runs all due jobs. */
    later: async (milliseconds: number): Promise<void> => {
      world().clock.now += milliseconds
      for (let look = 0; look < 10 && (await runDueJobs(world().ports, world().clock.now)) > 0; look += 1);
    },
  }
}
