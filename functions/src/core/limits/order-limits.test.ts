import { beforeEach, describe, expect, it } from 'vitest'
import type { FormTemplate } from '#domain/templates/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Connectors } from '../ports.ts'
import { prepareOrder, PAYMENTS, sell } from '#tests/support/server/strangers.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { DEFAULT_TUNING } from '../tuning.ts'
import { countDiscountCodeAttempt } from './order-limits.ts'

/** Limits of anonymous orders, from a single address unless the test says otherwise. */
let world: World
let address: string
let looks: number
let release: (() => void) | undefined
const CODE = 'VECINO-2026'

beforeEach(async () => {
  address = '192.0.2.1'
  looks = 0
  release = undefined
  const payments = {
    stripe: {
      ...PAYMENTS.stripe,
      look: () => {
        looks += 1
        return new Promise((resolve) => (release = () => resolve(ok([]))))
      },
    },
  } as unknown as Connectors['payments']
  const mail = { home: () => 'https://forms.example.org', send: async () => ok({ id: '' }) }
  const connectors: Connectors = { payments, mail } as Connectors
  world = await buildWorld({ addressOf: () => address }, openMemoryStore(), connectors)
  await sell(world)
})

async function change(more: (form: FormTemplate) => Partial<FormTemplate>): Promise<FormTemplate> {
  const key = keys.template('funcion' as FormTemplate['id'])
  const form = (await world.store.get(key)) as FormTemplate
  const next = { ...form, ...more(form) } as FormTemplate
  await world.put(key, next)
  await world.put(keys.templateVersion(form.id, form.version), next)
  return next
}

const promoted = (promotion: object) => (form: FormTemplate) =>
  ({ ticketSale: { ...form.ticketSale, promotions: [promotion] } }) as unknown as Partial<FormTemplate>
const withCode = promoted({ name: 'Vecinos', percentOff: 10, amountOff: 0, from: 1, code: CODE })
const free = promoted({ name: 'Gratis', percentOff: 100, amountOff: 0, from: 1 })
const order = (body: object) => world.ask('POST', '/api/payments/orders', { body })
const codesOf = (replies: readonly Response[]) =>
  Promise.all(
    replies.map(async (reply) => {
      const { error } = (await reply.json()) as { readonly error?: { readonly code: string } }
      return error?.code ?? 'taken'
    }),
  )
const countOf = (codes: readonly string[], code: string): number => codes.filter((one) => one === code).length
const emails = async () =>
  (await world.store.query({ collection: 'jobs', where: { kind: 'mail.send' }, limit: 1_000 })).length

describe('discount codes that are guessed', () => {
  it('are ten from one address, however many are tried at once', async () => {
    await change(withCode)
    const body = await prepareOrder(world, 1)
    const tried = Array.from({ length: 240 }, (_, n) => order({ ...body, code: `X${n}` }))
    const codes = await codesOf(await Promise.all(tried))
    expect([countOf(codes, 'payment.code-unknown'), countOf(codes, 'request.too-many')]).toEqual([10, 230])
  })

  it('are ten on the page of the payment, with those of the API', async () => {
    await change(withCode)
    const { answer, proof, ...body } = await prepareOrder(world, 1)
    const page = (n: number) =>
      world.ask('POST', '/pago', { body: `answer=${answer}&proof=${proof}&zone=7&quanty=1&step=data&code=Y${n}` })
    for (let n = 0; n < 7; n += 1) await order({ answer, proof, ...body, code: `X${n}` })
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => page(n)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 303, 303, 429, 429, 429])
  })

  it('are two hundred of one form, from however many addresses', async () => {
    await change(withCode)
    const body = await prepareOrder(world, 1)
    const codes: string[] = []
    for (let n = 0; n < 230; n += 1) {
      address = `198.51.${n}.1`
      codes.push(...(await codesOf([await order({ ...body, code: `X${n}` })])))
    }
    expect([countOf(codes, 'payment.code-unknown'), countOf(codes, 'request.too-many')]).toEqual([200, 30])
  })

  it('are five hundred of all forms, from however many addresses', async () => {
    const core = { ports: world.ports, tuning: DEFAULT_TUNING }
    const taken: boolean[] = []
    for (let n = 0; n < 510; n += 1) {
      const form = `form${n}` as FormTemplate['id']
      const from = `198.${Math.floor(n / 250)}.100.${n % 250}`
      const counted = await countDiscountCodeAttempt(
        core,
        { form, code: `X${n}` },
        from,
        new Request('https://relevo.example'),
      )
      taken.push(counted.ok)
    }
    expect(taken.filter(Boolean)).toHaveLength(500)
  })

  it('do not count where they are right, or empty', async () => {
    await change(withCode)
    for (let n = 1; n <= 15; n += 1) {
      const body = await prepareOrder(world, n)
      for (const code of [' vecino 2026', '-', ''])
        expect(await codesOf([await order({ ...body, code })]), `${n} ${code}`).not.toContain('request.too-many')
    }
  })
})

describe('places of a network', () => {
  it('that are free are sixty, and leave with time', async () => {
    await change(free)
    // Two places each, so that the limit of e-mails per network is not reached first.
    const purchase = { zone: 7, quanty: 2 }
    const bodies: object[] = []
    for (let n = 1; n <= 50; n += 1) bodies.push({ ...(await prepareOrder(world, n)), purchase, shown: 0 })
    const codes = await codesOf(await Promise.all(bodies.slice(0, 45).map(order)))
    expect([countOf(codes, 'taken'), countOf(codes, 'request.too-many')]).toEqual([30, 15])
    world.clock.now += 10 * 60_000
    expect(await codesOf(await Promise.all(bodies.slice(45, 48).map(order)))).toContain('taken')
  })

  it('that are unpaid are sixty until they are paid or released, however long that takes', async () => {
    const codes: string[] = []
    for (let n = 1; n <= 61; n += 1) codes.push(...(await codesOf([await order(await prepareOrder(world, n))])))
    expect(codes.slice(58)).toEqual(['taken', 'taken', 'request.too-many'])
    world.clock.now += 72 * 3_600_000
    expect(await codesOf([await order(await prepareOrder(world, 62))])).toEqual(['request.too-many'])
  })
})

describe('e-mails of orders without money', () => {
  const freeOrder = async (n: number, email: string) => {
    const body = await prepareOrder(world, n)
    return { ...body, shown: 0, payer: { ...body.payer, email } }
  }

  it('are ten to one address from everywhere, and the orders are taken all the same', async () => {
    await change(free)
    const codes: string[] = []
    for (let n = 1; n <= 20; n += 1) {
      address = `198.51.${n}.1`
      codes.push(
        ...(await codesOf([
          await order(await freeOrder(n, n % 2 ? 'victim@relevo.example' : 'VICTIM@relevo.example')),
        ])),
      )
    }
    expect([countOf(codes, 'taken'), await emails()]).toEqual([20, 10])
  })

  it('are sixty of one network, with orders that wait for staff and would cause one in the end', async () => {
    await change(() => ({
      ticketSale: undefined as never,
      charge: { base: 100, discounts: [], currency: { sign: '$', name: 'ARS' }, minutes: 30, validated: true },
    }))
    const codes: string[] = []
    for (let n = 1; n <= 70; n += 1) {
      const { purchase: _, ...body } = await prepareOrder(world, n)
      const payer = { ...body.payer, email: `p${n}@relevo.example` }
      codes.push(...(await codesOf([await order({ ...body, payer })])))
    }
    expect([countOf(codes, 'taken'), countOf(codes, 'request.too-many')]).toEqual([60, 10])
  })
})

it('one question about an order is asked of the provider at a time, and its answer is for all who look', async () => {
  const body = await prepareOrder(world, 1)
  const { orderId } = (await (await order(body)).json()) as { readonly orderId: string }
  const look = () => world.ask('POST', `/api/payments/orders/${body.answer}/${orderId}/look`)
  const all = Array.from({ length: 50 }, look)
  while (release === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(looks).toBe(1)
  release()
  expect((await Promise.all(all)).every((reply) => reply.ok)).toBe(true)
  expect(looks).toBe(1)
})

it('receipts and tickets that are drawn for an address are twenty, with records', async () => {
  await change(free)
  const body = { ...(await prepareOrder(world, 1)), shown: 0 }
  const { orderId } = (await (await order(body)).json()) as { readonly orderId: string }
  const receipt = () => world.ask('GET', `/api/payments/orders/${body.answer}/${orderId}/receipt`)
  const replies: number[] = []
  for (let n = 0; n < 23; n += 1) replies.push((await receipt()).status)
  // Not issued yet: each request counts before the PDF is made.
  expect(replies.slice(19)).toEqual([404, 429, 429, 429])
  address = '192.0.2.2'
  expect((await receipt()).status).toBe(404)
})
