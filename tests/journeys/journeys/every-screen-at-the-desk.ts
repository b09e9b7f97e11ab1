import assert from 'node:assert/strict'
import { templateIdSchema, municipalityPathSchema, toInstant } from '#domain/kernel/index.ts'
import { set, keys } from '#domain/store/index.ts'
import { join } from 'node:path'
import { openSqliteStore } from '#embedded/sqlite/store.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { test } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import type { Server } from '../support/server.ts'
import { signInAs } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { GENERATOR, MUNICIPALITY, SUPERVISOR, NOTE_FORM } from '../support/town.ts'
import { readFile } from 'node:fs/promises'
import { buildPlaceInfo } from '#embedded/demo/places.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { buildVersionWrites } from '#domain/templates/judge/index.ts'
import { buildPaymentEntry, replacePaymentEntry } from '#domain/payments/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact, buildOrder } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { there } from '../../support/there.ts'

/** Decides held answers, and sees the devices and failed tasks of the municipality. */
const OVERSEER = { ...SUPERVISOR, id: 'supervisor-elevado', email: 'supervisor-elevado@relevo.example' }

test('axe finds nothing on the screens of supervisors and of anyone who is kept out, and none is wider than the window', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const server = await world.server({ plant: plantMoney })
  const tablets = [
    await world.tablet(server.origin, { as: SUPERVISOR }),
    await world.tablet(server.origin),
    await world.tablet(server.origin),
  ] as const
  await lookAround(
    world,
    tablets,
    async (looking) => {
      await asSupervisor(tablets[0], looking)
      await asOverseer(tablets[1], looking)
      await asGenerator(server, tablets[2], looking)
    },
    { tight: true },
  )
})

/** The ID number of a citizen of a demonstration answer. */
async function someNumber({ origin }: Tablet): Promise<string> {
  const supervisor = await signInAs(SUPERVISOR, origin)
  for (const { id } of await supervisor.answersOf(templateIdSchema.parse('inspeccion-local'))) {
    const { datosCiudadano } = await supervisor.answer(id)
    if (datosCiudadano !== undefined && datosCiudadano.dni !== '') return datosCiudadano.dni
  }
  throw new Error('Nobody in the demonstration has a number')
}

async function asSupervisor(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo('/home')
  await page.getByRole('heading', { name: 'Hello, Gustavo' }).waitFor()
  await page.getByRole('radio', { name: 'ID number' }).check()
  await page.getByRole('textbox', { name: 'Number' }).fill(await someNumber(tablet))
  await page.keyboard.press('Enter')
  await page.getByRole('table', { name: 'Answers of the recipient' }).waitFor()
  await looking(page, 'home')
  // Opens the global search by keyboard.
  await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.keyboard.press('Control+K')
  const sought = page.getByRole('combobox', { name: 'Code, words or name' })
  await sought.fill('inspec')
  await page.getByRole('group', { name: 'Answers' }).waitFor()
  await looking(page, 'search')
  await sought.press('Escape')
  await sought.waitFor({ state: 'detached' })
  await tablet.goTo('/respuestas/listado/inspeccion-local')
  await page
    .getByRole('link', { name: /^See answer/ })
    .first()
    .waitFor()
  await looking(page, 'answers')
  await page
    .getByRole('link', { name: /^See answer/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Signatures' }).waitFor()
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .scrollIntoViewIfNeeded()
  await page.locator('main img').first().waitFor()
  await looking(page, 'answer-view')
  await page.getByRole('button', { name: 'Answer details' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'state-history')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Enlarge/ })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'photo-enlarged')
}

/** Opens the supervision screens: held answers, devices, failed tasks; on a device that is low on storage. */
async function asOverseer(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.context.addInitScript(() => {
    navigator.storage.estimate = async () => ({ quota: 1e9, usage: 0.95e9 })
  })
  await tablet.goTo('/supervision')
  await new SignInPage(page).signIn(OVERSEER)
  await page.getByRole('list', { name: 'Held answers' }).waitFor()
  await page.getByText('This device is almost full').waitFor()
  const bar = page.getByRole('banner').getByRole('navigation')
  await bar.getByRole('button', { name: 'More pages' }).click()
  for (const name of ['Statistics', 'Administration']) await bar.getByRole('link', { name }).waitFor()
  await page.keyboard.press('Escape')
  await looking(page, 'to-decide')
  await tablet.goTo('/supervision/retenidas')
  const decide = page.getByRole('link', { name: /^Review / }).first()
  await decide.waitFor()
  await looking(page, 'held')
  await decide.click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').waitFor()
  await looking(page, 'held-discard')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await looking(page, 'held-answer')
  await tablet.goTo('/supervision/dispositivos')
  await page.getByText(/Everything saved before/).waitFor()
  await looking(page, 'devices')
  await tablet.goTo('/supervision/tareas')
  await page.getByText('There are no failed tasks.').waitFor()
  await looking(page, 'failed-tasks-none')
  await tablet.goTo('/sincronizacion')
  await page.getByRole('heading', { name: 'Storage on this device' }).waitFor()
  await looking(page, 'space')
  await mindsMoney(tablet, looking)
}

/** Edits forms and sees no answers; then the whole municipality is blocked. */
async function asGenerator(server: Server, tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await page.addInitScript(holdTheBlockedPage)
  await tablet.goTo('/respuestas/listado/inspeccion-local')
  await new SignInPage(page).signIn(GENERATOR)
  await page.getByRole('heading', { name: 'Forbidden' }).waitFor()
  await looking(page, 'forbidden')
  await tablet.goTo('/listar')
  await page.getByText(/Total forms: [1-9]/).waitFor()
  await server.stop()
  await blockMunicipality(server.dataDir)
  await server.start()
  await tablet.goTo('/listar')
  await page.getByText('Access denied. Municipality blocked.').first().waitFor()
  await looking(page, 'blocked')
}

/** Keeps the page open, because its three seconds are too short for six screenshots. */
function holdTheBlockedPage(): void {
  const { setTimeout: real } = globalThis
  globalThis.setTimeout = ((run: () => void, after?: number) =>
    real(run, after === 3000 ? 600_000 : after)) as typeof setTimeout
}

async function blockMunicipality(dataDir: string): Promise<void> {
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    const document = { ...(await store.get(MUNICIPALITY)), inhabilitado: true }
    await store.commit({
      keysFor: () => [],
      decide: () => ({ result: true, writes: [set(MUNICIPALITY, document)] }),
    })
  } finally {
    await store.close()
  }
}

const AREA = there(NOTE_FORM.areas[0])
const FORM = {
  ...buildTicketForm({}, { validated: true }),
  ...buildPlaceInfo(AREA),
  areas: [AREA],
  id: templateIdSchema.parse('viaje-entradas'),
  titulo: 'Entradas al teatro',
}
const MUNICIPALITY_PATH = municipalityPathSchema.parse(MUNICIPALITY)

/** Stores two answers of a ticket form while the server is stopped: one waits for validation, one was overpaid. */
async function plantMoney(dataDir: string): Promise<void> {
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
      set(keys.answer(answer.id), replacePaymentEntry(answer, buildPaymentEntry(order, '', 'UTC'))),
      set(keys.paymentOrder(answer.id), order),
    ]
  })
  const store = openSqliteStore(join(dataDir, 'relevo.sqlite'))
  try {
    await store.commit({
      keysFor: () => [],
      decide: () => ({ result: true, writes: [...buildVersionWrites(FORM), ...both] }),
    })
  } finally {
    await store.close()
  }
}

/** Validates, records a payment at the desk, refunds in part, settles a discrepancy, and closes the day. */
async function mindsMoney(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo(`/respuestas/listado/${FORM.id}?pago=pendiente`)
  await page.getByRole('table').getByText('Pending validation').first().waitFor()
  await looking(page, 'answers-with-payments')
  await page.getByRole('link', { name: 'See answer CBA9001' }).click()
  await page.getByRole('link', { name: 'Open full page' }).click()
  const card = page.getByRole('region', { name: 'Payment' })
  await card.getByRole('button', { name: 'Validate order' }).click()
  await page.getByText('Order validated. It can now be paid.').waitFor()
  await card.getByRole('button', { name: 'Record payment at the desk' }).click()
  const recording = page.getByRole('dialog', { name: 'Record payment at the desk' })
  await recording.getByLabel('Cash received').fill('120')
  await recording.getByRole('button', { name: 'Continue' }).click()
  await recording.getByRole('button', { name: 'Record payment' }).click()
  await card.getByRole('link', { name: 'Open the receipt' }).waitFor()
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
  await refund.getByLabel('Refund in cash at the desk').check()
  await refund.getByRole('button', { name: 'Refund' }).click()
  await card.getByText(/^\$125\.00 was received instead/).waitFor({ state: 'detached' })

  await tablet.goTo(`/municipios/${encodePlaceId(MUNICIPALITY_PATH)}/pagos`)
  await page.getByText('No account is connected.', { exact: false }).waitFor()
  await looking(page, 'payments-of-municipality')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  const amounts = csv.match(/-?\d+,\d\d(?=;ARS)/g)
  assert.deepEqual(amounts, ['100,00', '-25,50', '74,50'])
}
