import { join } from 'node:path'
import { DEMO_AREAS, buildPlaceInfo } from '../../../functions/src/embedded/demo/places.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { STRIPE_SANDBOX } from '../../../functions/src/sandbox/stripe.ts'
import { composeAnswer } from '../../../src/domain/answering/index.ts'
import { instantSchema, municipalityPathSchema, templateIdSchema, toInstant } from '../../../src/domain/kernel/index.ts'
import { keys, set, type Write } from '../../../src/domain/store/index.ts'
import { buildVersionWrites } from '../../../src/domain/templates/judge/index.ts'
import { buildAccount, buildTicketForm } from '../../support/builders/paying.ts'
import { buildFact, buildOrder } from '../../support/builders/payments.ts'
import { buildPlainSubmit } from '../../support/builders/submit.ts'
import { there } from '../../support/there.ts'
import { MUNICIPALITY } from '../../journeys/support/town.ts'
import type { Hands } from './hands.ts'
import { ROWS_FORM } from './rows.ts'

const AREA = DEMO_AREAS.cordoba.desarrolloSocial
const BEGAN = instantSchema.parse('2026-01-01T12:00:00.000Z')
const ENDS = instantSchema.parse('2090-01-01T12:00:00.000Z')
const HOUR = 3_600_000

/** An event whose tickets are on sale whenever the bench runs. */
const EVENT = {
  ...buildTicketForm({ titulo: 'Entradas al teatro' }),
  ...buildPlaceInfo(AREA),
  id: templateIdSchema.parse('entradas-publicas'),
  areas: [AREA] as const,
  timeStamp: BEGAN,
}

const ORDERS = 2_000
const BATCH = 250
/** The order that is sought, in the middle, and an unpaid order. */
const [SOUGHT, UNPAID] = [1_000, 1_999]

/** What payers hold, and what identifies the order. */
function factsOf(index: number) {
  const number = String(index).padStart(4, '0')
  return {
    orderId: `K3WQ9ZT0${number}`,
    fullName: index === SOUGHT ? 'Ramona Ledesma' : `Ana Paz ${number}`,
    dni: `30.11${number.at(0)}.${number.slice(1)}`,
    reference: `pi_3Qab${number}`,
    code: `CBA7${number}`,
  }
}

/** Stores the event, its account, and orders of which all but one are paid, while the server is stopped. */
export async function plantMoney(dataDir: string): Promise<void> {
  const { key, secret } = STRIPE_SANDBOX
  const account = buildAccount({ mode: 'test', key, webhookSecrets: [secret] })
  const municipality = municipalityPathSchema.parse(MUNICIPALITY)
  const ticketSale = { ...there(EVENT.ticketSale), eventDate: BEGAN, eventEnd: ENDS }
  const form = { ...EVENT, ticketSale }
  const now = Date.now()
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  const commit = (writes: readonly Write[]) =>
    store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  try {
    await commit([
      ...buildVersionWrites(form),
      ...buildVersionWrites(ROWS_FORM),
      set(keys.paymentAccount(municipality), account),
    ])
    for (let from = 0; from < ORDERS; from += BATCH) {
      const indexes = Array.from({ length: BATCH }, (_, place) => from + place)
      await commit(indexes.flatMap((index) => orderWrites(index)))
    }
  } finally {
    await store.close()
  }

  function orderWrites(index: number): readonly Write[] {
    const { orderId, fullName, dni, reference, code } = factsOf(index)
    const submit = buildPlainSubmit(50_000 + index, 'Una entrada', { template: EVENT.id, version: EVENT.version })
    const at = toInstant(now - (ORDERS - index) * 60_000)
    const answer = { ...composeAnswer(form, submit, { code, now: at, author: null }), paymentDetails: { orderId } }
    const paid = buildFact('paid', { reference, at })
    const order = buildOrder({
      id: submit.answer,
      orderId,
      fullName,
      dni,
      form: EVENT.id,
      formTitle: EVENT.titulo,
      municipality,
      area: AREA,
      createdAt: at,
      expiresAt: toInstant(now - HOUR),
      ...(index === UNPAID
        ? { facts: [], attempts: [], open: false }
        : { status: 'Pagado', facts: [paid], open: false }),
    })
    return [set(keys.answer(submit.answer), answer), set(keys.paymentOrder(submit.answer), order)]
  }
}

/** Buys two tickets on a phone, from the public page to the confirmed payment. */
export async function buyTickets(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  const button = (name: string) => page.getByRole('button', { name })
  await hands.open(`${origin}/publico/contestar/${EVENT.id}`)
  await page.waitForLoadState('networkidle')
  const zone = page.getByRole('radio', { name: 'Platea' })
  if (!(await zone.isChecked())) await hands.choose(zone)
  await hands.pick(page.getByLabel('Quantity'), '2')
  await hands.choose(page.getByRole('button', { name: /^Send/ }))
  await hands.choose(button('Go to the payment'))
  const name = page.getByLabel('Full name')
  await hands.until(name)
  if (!(await name.evaluate((element) => element === document.activeElement))) await hands.choose(name)
  for (const text of ['Ana Paz', '30111222', 'ana@relevo.example']) {
    await hands.type(text)
    await hands.press('Tab')
  }
  await hands.choose(button('Continue'))
  await hands.choose(button('Pay $100.00'))
  await hands.choose(page.getByRole('button', { name: 'Pagar', exact: true }))
  await hands.until(page.getByRole('heading', { name: 'Payment received' }))
}

/**
 * Finds an order among 2,000 by each fact that a payer may hold. @returns seconds from the last key to the order alone
 * on screen
 */
export async function findOrder(hands: Hands, origin: string): Promise<Readonly<Record<string, number>>> {
  const { page } = hands
  const { orderId, fullName, dni, reference, code } = factsOf(SOUGHT)
  const search = page.getByRole('searchbox')
  const rows = page.getByRole('table', { name: 'Payment orders' }).locator('tbody tr')
  const found = page.getByRole('link', { name: `Open order ${orderId} of answer ${code}` })
  const seconds: Record<string, number> = {}
  await hands.open(`${origin}/pagos`)
  for (const [fact, typed] of Object.entries({ number: orderId, payer: fullName, dni, reference, code })) {
    await hands.choose(search)
    await hands.press('Control+a')
    await hands.press('Delete')
    await hands.until(rows.nth(1))
    await hands.type(typed)
    const began = performance.now()
    await hands.until(found.and(page.getByRole('link')))
    await page.waitForFunction(() => document.querySelectorAll('table tbody tr').length === 1)
    seconds[`by_${fact}_seconds`] = Math.round(performance.now() - began) / 1_000
  }
  return seconds
}

/** Takes cash for an order that a payer names, with change, until the receipt is on screen. */
export async function takeCash(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  const { orderId } = factsOf(UNPAID)
  await hands.open(`${origin}/pagos`)
  await hands.choose(page.getByRole('searchbox'))
  await hands.type(orderId)
  await hands.choose(page.getByRole('link', { name: new RegExp(`^Open order ${orderId}`) }))
  await hands.choose(page.getByRole('button', { name: 'Record payment at the desk' }))
  const dialog = page.getByRole('dialog', { name: 'Record payment at the desk' })
  await hands.choose(dialog.getByLabel('Cash received'))
  await hands.type('120')
  await hands.choose(dialog.getByRole('button', { name: 'Continue' }))
  await hands.choose(dialog.getByRole('button', { name: 'Record payment' }))
  await dialog.waitFor({ state: 'detached' })
}

/** Closes the day, from the first screen of the treasury. */
export async function closeDay(hands: Hands, origin: string): Promise<void> {
  const { page } = hands
  await hands.open(`${origin}/`)
  await hands.choose(page.getByRole('link', { name: 'Closings' }))
  await hands.choose(page.getByRole('button', { name: /^Close \d/ }))
  await hands.choose(page.getByRole('dialog').getByRole('button', { name: /^Close \d/ }))
  await hands.until(page.getByText(/is closed as number \d+, by/))
}
