import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import type { AnswerId } from '#domain/kernel/index.ts'
import { readMails } from '#sandbox/mailbox.ts'
import { AnsweringPage } from '../../pages/answering-page.ts'
import { ConfirmationPage } from '../../pages/confirmation-page.ts'
import { look } from '../../support/look.ts'
import type { Supervisor } from '../../support/supervisor.ts'
import type { Tablet } from '../../support/tablet.ts'
import { VISIT_FORM } from '../../support/town.ts'
import { eventually } from '../../support/waiting.ts'

/** First step, offline and online: the desk creates a citizen unknown to the registry, the field finds a known one. */
export async function settleUnknownCitizen(
  field: Tablet,
  desk: Tablet,
  outside: Supervisor,
  mails: string,
): Promise<void> {
  const form = new AnsweringPage(field.page)
  await opened(field)
  await field.goOffline()
  await lookUp(field.page, '35111222')
  await field.page.getByText(/the server will search/).waitFor()
  await field.page.getByLabel('First name').fill('Nadia')
  await field.page.getByLabel('Last name').fill('Ruiz')
  await field.page.getByLabel('Name of the recipient').fill('Club Atlético Sur')
  await form.type('Nota', 'Sin agua')
  assert.deepEqual(await look(field.page, 'citizen-typed-offline'), [])
  await savedWithCopy(field)
  const id = new ConfirmationPage(field.page).answerId()
  await field.goOnline()
  await wentOut(id, desk, outside, mails)

  await eventually('the registry to be asked', async () => (await outside.unsettledCitizens()) === 1)
  await desk.goTo('/supervision/ciudadanos')
  const decide = desk.page.getByRole('button', { name: /^Identify the citizen of answer/ })
  await desk.page.getByRole('link', { name: 'Citizens (1)' }).waitFor()
  assert.deepEqual(await look(desk.page, 'citizens-to-settle'), [])
  await decide.press('Enter')
  const dialog = desk.page.getByRole('dialog', { name: 'Who is Nadia Ruiz?' })
  await dialog.getByRole('radio', { name: 'Add Nadia Ruiz to the registry' }).check()
  assert.deepEqual(await look(desk.page, 'citizen-is-settled'), [])
  await dialog.getByRole('button', { name: 'Identify' }).click()
  await desk.page.getByText('There are no citizens to identify.').waitFor()
  const { datosCiudadano, persona } = await outside.answer(id)
  assert.match(datosCiudadano?.id ?? '', /^\d+$/)
  assert.equal(persona?.nombre, 'Club Atlético Sur')

  await opened(field)
  await lookUp(field.page, '35111222')
  const card = field.page.getByRole('region', { name: 'Citizen from the registry' })
  await card.getByText('Nadia Ruiz').waitFor()
  assert.deepEqual(await look(field.page, 'citizen-found'), [])
  await field.page.getByRole('radio', { name: 'Legal entity' }).click()
  const asking = field.page.getByRole('dialog', { name: 'Do you want to change the citizen?' })
  await asking.getByText('This action will remove the user already assigned').waitFor()
  assert.deepEqual(await look(field.page, 'citizen-to-change'), [])
  await asking.getByRole('button', { name: 'Change' }).click()
  await card.waitFor({ state: 'detached' })
}

/** Saves and requests a copy by e-mail, both offline. */
async function savedWithCopy({ page }: Tablet): Promise<void> {
  await page.getByRole('button', { name: 'Save answer and send email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a copy by e-mail' })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText("Remember to press the '+' button after typing an address.").waitFor()
  await dialog.getByLabel('E-mail address').fill('nadia@vecinos.example')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  await dialog.getByLabel('Message (optional)').fill('Gracias por avisar.')
  assert.deepEqual(await look(page, 'copy-by-email'), [])
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Checks the answer's effects: one incident, whose number the answer shows, and one e-mail with its PDF. */
async function wentOut(id: AnswerId, desk: Tablet, outside: Supervisor, mails: string): Promise<void> {
  const incident = await eventually('the incident of the answer', async () => {
    const { muniCore } = await outside.answer(id).catch(() => ({ muniCore: undefined }))
    return muniCore?.idIncidente
  })
  await desk.goTo(`/ver/${id}`)
  await desk.page.getByText(incident, { exact: true }).waitFor()
  const letters = await eventually('the letter', async () => {
    const found = (await readMails({ folder: mails })).filter(({ to }) => to === 'nadia@vecinos.example')
    return found.length > 0 ? found : undefined
  })
  const { codigoMunicipio } = await outside.answer(id)
  assert.equal(letters.length, 1)
  assert.match(letters[0]?.text ?? '', /Gracias por avisar\./)
  assert.deepEqual(
    letters[0]?.attachments.map(({ name, type }) => [name, type]),
    [[`${codigoMunicipio}.pdf`, 'application/pdf']],
  )
  const entry = desk.page.getByRole('listitem').filter({ hasText: 'Copy by e-mail to 1 address' })
  await entry.getByText('1 sent').waitFor()
  assert.equal(await desk.page.getByText('nadia@vecinos.example').count(), 0)
  await entry.scrollIntoViewIfNeeded()
  assert.deepEqual(await look(desk.page, 'copy-on-the-timeline'), [])
}

async function opened(field: Tablet): Promise<void> {
  await field.goTo(`/contestar/${VISIT_FORM.id}`)
  await field.page.getByRole('region', { name: 'Citizen and recipient' }).waitFor()
}

async function lookUp(page: Page, number: string): Promise<void> {
  await page.getByLabel('ID number').fill(number)
  await page.getByLabel('ID number').press('Enter')
}
