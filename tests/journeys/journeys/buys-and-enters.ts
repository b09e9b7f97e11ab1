import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { DoorPage } from '../pages/door-page.ts'
import { PublicSavedPage } from '../pages/public-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { test, type World } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR, MUNICIPALITY } from '../support/town.ts'
import { join } from 'node:path'
import { DEMO_AREAS, buildPlaceInfo } from '#embedded/demo/places.ts'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { instantSchema, municipalityPathSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { keys, set } from '#domain/store/index.ts'
import { STRIPE_SANDBOX } from '#sandbox/stripe.ts'
import { buildAccount, buildTicketForm } from '#tests/support/builders/paying.ts'
import { modulesOfBoxes } from '#tests/support/qr/modules.ts'
import { readQr } from '#tests/support/qr/read-qr.ts'
import { there } from '#tests/support/there.ts'

const PHONE = { width: 390, height: 844 }

test('a payer on a phone buys two tickets after a refusal, both come in twice at two doors without a network, staff see both places and give the money back, and then the door refuses', async ({
  world,
}) => {
  const server = await world.server({ plant: plantEvent })
  const phone = await world.tablet(server.origin, { viewport: PHONE })
  await lookAround(world, [phone], async (looking) => {
    const [first, second] = await buyTwo(world, phone, looking)
    await phone.close()

    const staff = await world.tablet(server.origin)
    await staff.goTo(`/login?volver=/entradas/${EVENT_FORM.id}`)
    await new SignInPage(staff.page).signIn(EDITOR)
    const office = new DoorPage(staff.page)
    await office.isToBeNamed()
    await looking(staff.page, 'door-unnamed')
    await office.open('Oficina')
    const link = await office.makeLink('Puertas')
    await looking(staff.page, 'door-links')
    await office.close()
    world.step('staff have made a link')

    const [north, south] = await Promise.all([
      openOffline(world, server.origin, link, 'Norte'),
      openOffline(world, server.origin, link, 'Sur'),
    ])
    for (const { door } of [north, south]) {
      await door.scan(first)
      await door.says('Admit', 'Platea', /^Checked with the list of/)
      await door.scan(second)
      await door.shows('2 scans to send')
      await door.says('Admit')
    }
    await looking(south.phone.page, 'door-let-in')
    await north.door.comesToSay(first, 'Already used')
    await north.door.says(/^Entered .* at Norte$/)
    await looking(north.phone.page, 'door-refused')
    world.step('both doors have let in both tickets')

    // The app is killed and reopened offline; the unsent scans are still there.
    await south.phone.goTo(`/entradas/${EVENT_FORM.id}`)
    await south.door.isOpen()
    await south.door.shows('2 scans to send')
    assert.ok(!south.phone.page.url().includes('d1.'), 'the secret is not in the address')
    for (const { phone: at, door } of [north, south]) {
      await at.goOnline()
      await door.shows('Online')
      await at.page.getByText('to send').waitFor({ state: 'detached' })
    }
    await office.openReport()
    const report = staff.page.getByRole('table', { name: 'Admitted twice' })
    for (const place of ['Norte', 'Sur']) {
      await report.getByText(place).nth(1).waitFor()
      assert.equal(await report.getByText(place).count(), 2)
    }
    await looking(staff.page, 'door-report')
    world.step('staff see both places')

    await giveBack(staff)
    await north.door.comesToSay(second, 'Refunded ticket')
  })
})

/**
 * Returns unpaid, has a card declined, and pays in a new attempt whose webhook is lost. @returns both tickets' codes
 */
async function buyTwo(world: World, phone: Tablet, looking: Looking): Promise<readonly [string, string]> {
  const { page } = phone
  await phone.goTo(`/publico/contestar/${EVENT_FORM.id}`)
  const form = new AnsweringPage(page)
  await page.getByText('5 left. At most 3 per person.').waitFor()
  await page.getByRole('radio', { name: 'Platea' }).check()
  await page.getByLabel('Quantity').selectOption('2')
  await looking(page, 'public-form-sale')
  await page.getByRole('textbox').first().fill('Dos entradas')
  await form.save()
  await new PublicSavedPage(page).isRegistered()
  const pay = page.getByRole('button', { name: 'Go to the payment' })
  await pay.waitFor()
  await page.getByText('Not paid yet: your tickets are not reserved.').waitFor()
  await looking(page, 'public-saved-to-pay')
  await pay.click()
  await orderTwo(page, looking)
  await page.getByRole('button', { name: 'Volver sin pagar' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Summary' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Your details' }).waitFor()
  await page.goForward()
  await page.getByRole('button', { name: 'Pay $100.00' }).click()
  await page.getByRole('button', { name: 'Volver sin pagar' }).click()
  await page.getByRole('heading', { name: 'The payment was not made' }).waitFor()
  await looking(page, 'payment-denied')
  world.step('gone back without paying')

  await page.getByRole('button', { name: 'Try the payment again' }).click()
  await page.getByRole('button', { name: 'La tarjeta es rechazada' }).click()
  await page.getByRole('button', { name: 'Pagar; el aviso se pierde' }).waitFor()
  const receipt = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Pagar; el aviso se pierde' }).click()
  await page.getByRole('heading', { name: 'Payment received' }).waitFor()
  const pdf = readPdf(await readFile(await (await receipt).path()))
  assert.match(pdf.pages.flat().join('\n'), /PRUEBA[^]*Ana Paz/, 'the receipt, by itself')
  const link = page.getByRole('link', { name: 'Download tickets' })
  await link.waitFor()
  await looking(page, 'payment-received')
  const tickets = page.waitForEvent('download')
  await link.click()
  const codes = codesOnSheet(await readFile(await (await tickets).path()))
  world.step('paid after a card was refused, without a webhook, and receipt and tickets are here')

  await page.goto(page.url().replace('pago-exitoso', 'pago-denegado'))
  await page.getByRole('heading', { name: 'Payment received' }).waitFor()
  return codes
}

/** Performs the steps before the provider by keyboard only; Enter submits. */
async function orderTwo(page: Page, looking: Looking): Promise<void> {
  const { keyboard } = page
  await page.getByRole('button', { name: 'Change the order' }).click()
  await page.getByRole('radio', { name: 'Platea', checked: true }).focus()
  await looking(page, 'payment-order')
  await keyboard.press('Enter')
  await page.getByLabel('Full name').focus()
  for (const text of ['Ana Paz', '30111222', 'ana@relevo.example']) {
    await keyboard.type(text)
    await keyboard.press('Tab')
  }
  await looking(page, 'payment-data')
  await keyboard.press('Enter')
  const last = page.getByRole('button', { name: 'Pay $100.00' })
  await last.waitFor()
  await looking(page, 'payment-summary')
  // The language in the header comes first.
  for (let tabs = 0; tabs < 2; tabs += 1) await keyboard.press('Tab')
  await last.and(page.locator(':focus-visible')).waitFor()
  await keyboard.press('Enter')
}

/** A phone without an account opens the link and is offline from then on; even the page comes from its cache. */
async function openOffline(world: World, origin: string, link: string, name: string) {
  const phone: Tablet = await world.tablet(origin, { viewport: PHONE, touch: true })
  const door = new DoorPage(phone.page)
  await phone.goTo(link.slice(origin.length))
  await door.open(name)
  await phone.workerControls()
  await phone.goOffline()
  await phone.goTo(`/entradas/${EVENT_FORM.id}`)
  await door.isOpen()
  return { phone, door }
}

/** Refunds the whole amount on the answer's card. */
async function giveBack(staff: Tablet): Promise<void> {
  const { page } = staff
  await staff.goTo(`/respuestas/listado/${EVENT_FORM.id}`)
  await page.getByRole('link', { name: /^See answer/ }).click()
  const card = page.getByRole('region', { name: 'Payment' })
  await card.getByRole('button', { name: 'Refund payment' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund payment' })
  await refund.getByLabel('Reason').fill('Se suspende')
  await refund.getByRole('button', { name: 'Refund' }).click()
  await refund.waitFor({ state: 'detached' })
}

const AREA = DEMO_AREAS.cordoba.desarrolloSocial
const BEGAN = instantSchema.parse('2026-01-01T12:00:00.000Z')
const ENDS = instantSchema.parse('2090-01-01T12:00:00.000Z')
/** Points from the bottom of a sheet, between its two tickets. */
const MIDDLE = 430

/** An event that began long ago and continues: it is on sale and its doors are open whenever the journey runs. */
const EVENT_FORM = {
  ...buildTicketForm(),
  ...buildPlaceInfo(AREA),
  id: templateIdSchema.parse('entradas-publicas'),
  titulo: 'Entradas al teatro',
  areas: [AREA],
  timeStamp: BEGAN,
}

/** Stores the event, and its account at the sandbox's provider, while the server is stopped. */
async function plantEvent(dataDir: string): Promise<void> {
  const { key, secret } = STRIPE_SANDBOX
  const account = buildAccount({ mode: 'test', key, webhookSecrets: [secret] })
  const ticketSale = { ...there(EVENT_FORM.ticketSale), eventDate: BEGAN, eventEnd: ENDS }
  const form = { ...EVENT_FORM, ticketSale }
  const writes = [
    ...buildVersionWrites(form),
    set(keys.paymentAccount(municipalityPathSchema.parse(MUNICIPALITY)), account),
  ]
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    await store.commit({ keysFor: () => [], decide: () => ({ result: true, writes }) })
  } finally {
    await store.close()
  }
}

/** @param pdf one sheet with two tickets @returns the scanned codes of both */
function codesOnSheet(pdf: Uint8Array): readonly [string, string] {
  const boxes = there(readPdf(pdf).boxes[0])
  const codeOf = (isOn: (y: number) => boolean) => readQr(modulesOfBoxes(boxes.filter(([, y]) => isOn(y))))
  return [codeOf((y) => y > MIDDLE), codeOf((y) => y < MIDDLE)]
}
