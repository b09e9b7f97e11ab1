import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { infoOf } from '#embedded/demo/places.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { municipalityPathSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { versionWrites } from '#domain/judgement/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { STRIPE_SANDBOX } from '#sandbox/stripe.ts'
import { buildAccount, buildTicketForm } from '#tests/support/builders/paying.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { there } from '../../support/there.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { PublicSavedPage } from '../pages/public-page.ts'
import type { Journey } from '../support/journey.ts'
import { lookAround } from '../support/looking.ts'
import { MUNICIPALITY, NOTE_FORM } from '../support/town.ts'

const AREA = there(NOTE_FORM.areas[0])
const FORM = {
  ...buildTicketForm(),
  ...infoOf(AREA),
  areas: [AREA],
  id: templateIdSchema.parse('entradas-publicas'),
  titulo: 'Entradas al teatro',
}

async function plant(dataDir: string): Promise<void> {
  const { key, secret } = STRIPE_SANDBOX
  const account = buildAccount({ mode: 'test', key, webhookSecrets: [secret] })
  const writes = [...versionWrites(FORM), set(keys.paymentAccount(municipalityPathSchema.parse(MUNICIPALITY)), account)]
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    await store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  } finally {
    await store.close()
  }
}

export const journey: Journey = {
  name: 'a payer on a phone buys two places, goes back without paying, is refused a card, pays in a new attempt, and has the receipt',
  seconds: 90,
  run: async (world) => {
    const server = await world.server()
    await server.stop()
    await plant(server.dataDir)
    await server.start()
    const phone = await world.tablet(server.origin, { viewport: { width: 390, height: 844 } })
    const { page } = phone
    await lookAround(world, [phone], async (looking) => {
      await phone.goTo(`/publico/contestar/${FORM.id}`)
      const form = new AnsweringPage(page)
      await page.getByRole('textbox').first().fill('Dos entradas')
      await form.save()
      await new PublicSavedPage(page).isRegistered()
      const pay = page.getByRole('button', { name: 'Go to the payment' })
      await pay.waitFor()
      await looking(page, 'public-saved-to-pay')
      await pay.click()
      await page.getByRole('radio', { name: 'Platea' }).check()
      await page.getByLabel('How many?').fill('2')
      await looking(page, 'payment-order')
      const next = page.getByRole('button', { name: 'Continue' })
      await next.click()
      await page.getByLabel('Full name').fill('Ana Paz')
      await page.getByLabel('ID number').fill('30111222')
      await page.getByLabel('E-mail').fill('ana@relevo.example')
      await looking(page, 'payment-data')
      await next.click()
      await looking(page, 'payment-summary')
      await page.getByRole('button', { name: 'Pay $' }).click()
      await page.getByRole('button', { name: 'Volver sin pagar' }).click()
      await page.getByRole('heading', { name: 'The payment was not made' }).waitFor()
      await looking(page, 'payment-denied')
      world.step('gone back without paying')

      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'La tarjeta es rechazada' }).click()
      await page.getByRole('button', { name: 'Pagar; el aviso se pierde' }).waitFor()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Pagar; el aviso se pierde' }).click()
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
      const pdf = readPdf(await readFile(await (await downloading).path()))
      assert.match(pdf.pages.flat().join('\n'), /PRUEBA[^]*Ana Paz/, 'the receipt, by itself')
      await looking(page, 'payment-received')
      world.step('paid after a card was refused, without a webhook, and the receipt is here')

      await page.goto(page.url().replace('pago-exitoso', 'pago-denegado'))
      await page.getByRole('heading', { name: 'Payment received' }).waitFor()
    })
  },
}
