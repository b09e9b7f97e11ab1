import { setImmediate as turn } from 'node:timers/promises'
import { createPaymentProviders } from '../../../functions/src/connectors/payments/index.ts'
import { runDueJobs } from '../../../functions/src/core/jobs/run-due.ts'
import type { Connectors, Store } from '../../../functions/src/core/ports.ts'
import { DEFAULT_TUNING } from '../../../functions/src/core/tuning.ts'
import { buildSignedHeaders, STRIPE_SANDBOX, createStripeStandIn } from '../../../functions/src/sandbox/stripe.ts'
import { buildVersionWrites } from '../../../src/domain/templates/judge/index.ts'
import { generateAnswerId, generateMutationId, type AnswerId } from '../../../src/domain/kernel/index.ts'
import type { PayerOrder } from '../../../src/domain/payments/index.ts'
import { keys, set, type Write } from '../../../src/domain/store/index.ts'
import { buildAccount, buildTicketForm, OWNER } from '../../support/builders/paying.ts'
import { PESO } from '../../support/builders/payments.ts'
import { bytesFor } from '../../support/builders/submit.ts'
import { answerFrom } from '../../support/server/answers.ts'
import { buildWorld, ORIGIN, type World } from '../../support/server/world.ts'

const ZONE = 7
/** Version of the sold form. The world's own form has version 1, which is never written again. */
const VERSION = 2
const STEP = 500
const MANY = 10_000_000
const HOOK = `${ORIGIN}/api/payments/webhooks/stripe?municipality=${encodeURIComponent(OWNER)}`

export type Rush = {
  readonly sold: number
  /** places sold twice, or sold beyond the stock */
  readonly twice: number
  readonly perMinute: number
  /** buyers who were neither served nor informed that tickets are sold out */
  readonly unanswered: number
  /** receipts that are missing or have a duplicate number */
  readonly receiptsWrong: number
}

/**
 * Lets buyers order at the same moment through the whole server, one or two places each. Each buyer who gets an order
 * pays at once, the provider posts its webhook twice, and receipts are numbered. Rate limits by address are off, so
 * that each order is judged.
 * @param tickets total stock @param store empty
 */
export async function rush(store: Store, tickets: number, buyers: number): Promise<Rush> {
  let world: World
  const bank = createStripeStandIn(() => 'https://bank.test', {
    send: async (body) => {
      const headers = buildSignedHeaders(body, Math.floor(Date.now() / 1000), STRIPE_SANDBOX.secret)
      for (let copy = 0; copy < 2; copy += 1) {
        const reply = await world.app.request(HOOK, { method: 'POST', headers, body })
        if (reply.status !== 200) throw new Error(`A webhook is refused: ${reply.status}`)
      }
    },
  })
  const deps = {
    fetch: async (url: string, init: RequestInit) => bank.app.fetch(new Request(url, init)),
    timeout: () => new AbortController().signal,
    failed: () => undefined,
  }
  const connectors: Connectors = { payments: createPaymentProviders(deps, { stripe: 'https://bank.test' }) }
  const tuning = { ...DEFAULT_TUNING, publicPagesBurstInTotal: MANY, publicPagesBurst: MANY }
  // Gives each buyer another network address.
  const addressOf = (request: Request): string => request.headers.get('x-bench-address') ?? '192.0.2.1'
  world = await buildWorld({ checkReplies: false, addressOf, tuning }, store, connectors)
  world.clock.now = Date.now()
  const answers = await prepare(world, tickets, buyers)

  const began = performance.now()
  const places = await Promise.all(
    answers.map(async ({ answer, proof }, number) => {
      const quanty = 1 + (number % 2)
      const payer = {
        fullName: 'Ana Paz',
        dni: `D${30_000_000 + number}`,
        phone: '',
        email: `p${number}@relevo.example`,
      }
      const wish = { answer, proof, purchase: { zone: ZONE, quanty }, payer, shown: 1_000_000 }
      const headers = { 'x-bench-address': `10.${(number >> 8) & 255}.${number & 255}.1` }
      const reply = await world.ask('POST', '/api/payments/orders', { body: wish, headers })
      const said = (await reply.json()) as PayerOrder & { readonly error?: { readonly code: string } }
      if (reply.status !== 200) return said.error?.code === 'payment.sold-out' ? 0 : undefined
      await bank.pay(said.url?.split('/').at(-1) ?? '')
      return quanty
    }),
  )
  const seconds = (performance.now() - began) / 1_000
  for (let look = 0; look < buyers && (await runDueJobs(world.ports, world.clock.now)) > 0; look += 1) await turn()
  const counted = await count(world, tickets, places)
  return { ...counted, perMinute: (counted.sold * 60) / seconds }
}

/** Creates the form, its account, and an answer for each buyer with its device's secret. */
async function prepare(world: World, tickets: number, buyers: number) {
  const zones = [{ id: ZONE, name: 'Platea', price: 5_000, maxQuantity: tickets }]
  const ticketSale = { productType: 'event', currency: PESO, eventDate: '2027-01-10T21:00:00.000Z', zones }
  const form = { ...buildTicketForm({ ticketSale }), version: VERSION }
  for (const { key, document } of buildVersionWrites(form)) await world.put(key, document)
  const account = buildAccount({ mode: 'test', key: STRIPE_SANDBOX.key, webhookSecrets: [STRIPE_SANDBOX.secret] })
  await world.put(keys.paymentAccount(OWNER), account)
  const first = (await answerFrom(world, 'ines', 1)) as AnswerId
  const one = await world.store.get(keys.answer(first))
  if (one === undefined) throw new Error('No answer')
  const answers = Array.from({ length: buyers }, (_, number) => ({
    answer: generateAnswerId(bytesFor(2_000_000 + number)),
    proof: generateMutationId(bytesFor(4_000_000 + number)),
  }))
  for (let from = 0; from < buyers; from += STEP) {
    const writes = answers.slice(from, from + STEP).flatMap(({ answer, proof }): readonly Write[] => {
      const facts = {
        id: answer,
        templateVersion: VERSION,
        electronicSignature: answer,
        codigoMunicipio: `VIS${answer}`,
      }
      return [
        set(keys.answer(answer), { ...one, ...facts, opcionales: form.opcionales } as typeof one),
        set(keys.receipt(proof), { author: 'ines', result: { id: proof, answer, status: 'applied' } } as never),
      ]
    })
    await world.store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  }
  await world.store.following?.catchUp()
  return answers
}

/** Counts in the store, independently of the replies to buyers. */
async function count({ store }: World, tickets: number, places: readonly (number | undefined)[]) {
  const most = tickets + 1
  const orders = (await store.query({ collection: 'payOrder', limit: most })).map(({ document }) => document)
  const receipts = (await store.query({ collection: 'recibos', limit: most })).map(({ document }) => document)
  const paid = orders.filter(({ status }) => status === 'Pagado')
  const sold = paid.reduce((sum, { quanty }) => sum + quanty, 0)
  const placesSum = places.reduce<number>((sum, some) => sum + (some ?? 0), 0)
  const numbers = new Set(receipts.map(({ number }) => number))
  return {
    sold,
    twice: Math.max(0, sold - tickets) + Math.abs(placesSum - sold),
    unanswered: places.filter((some) => some === undefined).length,
    receiptsWrong: Math.abs(paid.length - numbers.size) + (receipts.length - numbers.size),
  }
}
