import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPlaceInfo } from '#embedded/demo/places.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { municipalityPathSchema, templateIdSchema, toInstant } from '#domain/kernel/index.ts'
import { versionWrites } from '#domain/templates/judge/index.ts'
import { buildPaymentEntry, replaceEntry } from '#domain/payments/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { there } from '../../support/there.ts'
import type { Looking } from './looking.ts'
import type { Tablet } from './tablet.ts'
import { MUNICIPALITY, NOTE_FORM } from './town.ts'

const AREA = there(NOTE_FORM.areas[0])
const FORM = {
  ...buildTicketForm({}, { validated: true }),
  ...buildPlaceInfo(AREA),
  areas: [AREA],
  id: templateIdSchema.parse('viaje-entradas'),
  titulo: 'Entradas al teatro',
}
const MUNICIPALITY_PATH = municipalityPathSchema.parse(MUNICIPALITY)

/** Two answers of a ticket form, while the server is away: one waits to be validated, one got more money than asked. */
export async function plantMoney(dataDir: string): Promise<void> {
  const now = toInstant(Date.now())
  const expiresAt = toInstant(Date.now() + 3_600_000)
  const both = [
    {
      code: 'CBA9001',
      change: {
        attempts: [{ number: 1, provider: 'desk' as const, amount: 10_000, openedAt: now, expiresAt }],
        facts: [buildFact('opened', { provider: 'desk', reference: '1', at: now })],
      },
    },
    {
      code: 'CBA9002',
      change: {
        fullName: 'Bruno Sosa',
        orderId: 'B3WQ9ZT0M4XB',
        facts: [buildFact('mismatch', { reference: 'pi_9', amount: 12_500, at: now })],
      },
    },
  ].flatMap(({ code, change }, at) => {
    const answer = composeAnswer(FORM, buildPlainSubmit(at + 1), { code, now, author: buildUser('ines') })
    const of = { id: answer.id, form: FORM.id, municipality: MUNICIPALITY_PATH, area: AREA, createdAt: now, expiresAt }
    const order = buildOrder({ ...of, ...change })
    return [
      set(keys.answer(answer.id), replaceEntry(answer, buildPaymentEntry(order, '', 'UTC'))),
      set(keys.paymentOrder(answer.id), order),
    ]
  })
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    await store.commit({
      keysFor: () => [],
      decide: () => ({ result: true, writes: [...versionWrites(FORM), ...both] }),
    })
  } finally {
    await store.close()
  }
}

/** Validates, records at the desk, gives back in part, settles what does not agree, and closes the day. */
export async function mindsMoney(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo(`/respuestas/listado/${FORM.id}?pago=pendiente`)
  await page.getByRole('table').getByText('Pending validation').first().waitFor()
  await looking(page, 'answers-with-payments')
  await page.getByRole('link', { name: 'See answer CBA9001' }).click()
  await page.getByRole('link', { name: 'Open full page' }).click()
  const card = page.getByRole('region', { name: 'Payment' })
  await card.getByRole('button', { name: 'Validate' }).click()
  await page.getByText('Validated. It can now be paid.').waitFor()
  await card.getByRole('button', { name: 'Record desk payment' }).click()
  const recording = page.getByRole('dialog', { name: 'Record desk payment' })
  await recording.getByLabel('Amount received').fill('100')
  await recording.getByRole('button', { name: 'Record payment' }).click()
  await card.getByText('Receipt 1', { exact: true }).waitFor()

  await card.getByRole('button', { name: 'Refund payment' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund payment' })
  await refund.getByLabel('Amount').fill('25,50')
  await refund.getByLabel('Reason').fill('Lluvia')
  await looking(page, 'payment-refund')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await card.getByText('Credit note 2 of receipt 1').waitFor()
  await looking(page, 'payment-card')

  await tablet.goTo('/supervision')
  await page.getByRole('link', { name: 'Bruno Sosa' }).click()
  await card.getByText(/^\$125\.00 was received instead of \$100\.00/).waitFor()
  await card.getByRole('button', { name: 'Refund payment' }).click()
  await refund.getByLabel('Reason').fill('Otro importe')
  await refund.getByLabel('Refunded at the desk').check()
  await refund.getByRole('button', { name: 'Refund' }).click()
  await card.getByText(/^\$125\.00 was received instead/).waitFor({ state: 'detached' })

  await tablet.goTo(`/municipios/${encodePlaceId(MUNICIPALITY_PATH)}/pagos`)
  await page.getByText('No account is connected.', { exact: false }).waitFor()
  await looking(page, 'payments-of-municipality')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  const amounts = csv.match(/-?\d+\.\d\d(?=,ARS)/g)
  assert.deepEqual(amounts, ['100.00', '-25.50', '74.50'])
}
