import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { AnswerViewPage } from '../pages/answer-view-page.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { test } from '../support/world.ts'
import { chooseColumns } from './answers-are-supervised/chooses-columns.ts'
import { decideInARow } from './answers-are-supervised/decides-in-a-row.ts'
import { openAnswersOnMap, downloadFiles } from './answers-are-supervised/answers-on-map.ts'
import { look, lookForCuts, TONGUES } from '../support/look.ts'
import { restoreDeletedAnswer } from './answers-are-supervised/restores.ts'
import { signInAs, type Supervisor } from '../support/supervisor.ts'
import type { Tablet } from '../support/tablet.ts'
import { settleUnknownCitizen } from './answers-are-supervised/unknown-citizen.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { EDITOR, NOTE_FORM, NOTE_TITLE, OTHER_INSPECTOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

/** Both may correct: the supervisor at the desk, the inspector offline. */
test('an answer is corrected at the desk and without a connection, the conflict is decided, and a deleted one is gone and comes back', async ({
  world,
}) => {
  test.setTimeout(600_000)
  const server = await world.server()
  const desk = await world.tablet(server.origin, { as: EDITOR, viewport: { width: 1440, height: 900 } })
  const field = await world.tablet(server.origin, { as: OTHER_INSPECTOR })

  await new FormsListPage(field.page).answer(NOTE_TITLE)
  const form = new AnsweringPage(field.page)
  await form.type('Nota', 'A broken lamp')
  await form.save()
  const confirmation = new ConfirmationPage(field.page)
  const id = confirmation.answerId()
  const outside = await signInAs(EDITOR, server.origin)
  await eventually('the answer to arrive', async () => (await outside.answersOf(NOTE_FORM.id)).length === 1)
  const note = async () => (await outside.answer(id)).secciones[0]?.preguntas[0]?.respuesta

  world.step('both open its correction; one loses the connection')
  await field.goTo(`/correctForm/${id}`)
  await field.page.getByText('Save changes').waitFor()
  await field.goOffline()
  await form.type('Nota', 'Two broken lamps')
  await form.saveCorrection()
  await field.page.getByText(/Waiting on this device/).waitFor()
  await field.page.getByText('Two broken lamps').first().waitFor()

  await desk.goTo(`/ver/${id}`)
  const view = new AnswerViewPage(desk.page)
  await view.shows('A broken lamp')
  await desk.page.getByRole('link', { name: 'Edit answer' }).click()
  const correcting = new AnsweringPage(desk.page)
  await correcting.type('Nota', 'A broken street lamp')
  assert.deepEqual(await look(desk.page, 'correction'), [])
  await correcting.type('Nota', '')
  await desk.page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await desk.page.getByRole('button', { name: '1 missing' }).waitFor()
  assert.deepEqual(await lookForCuts(desk.page, 'correction-missing', TONGUES), [])
  await desk.page.setViewportSize({ width: 1440, height: 900 })
  await correcting.type('Nota', 'A broken street lamp')
  await correcting.pressSave()
  await desk.page.getByRole('dialog', { name: 'Your changes' }).getByText('A broken street lamp').waitFor()
  assert.deepEqual(await look(desk.page, 'correction-review'), [])
  await desk.page.keyboard.press('Escape')
  await correcting.saveCorrection('The lamp stands in the street')
  await eventually('the correction to arrive', async () => (await note()) === 'A broken street lamp')

  world.step('what was kept without a connection arrives and meets the other')
  await field.goOnline()
  await eventually('the conflict', async () => (await outside.answer(id)).conflicts.length === 1)
  assert.equal(await note(), 'A broken street lamp', 'nothing is overwritten')
  await desk.goTo(`/ver/${id}`)
  await desk.page.getByRole('heading', { name: 'Open conflicts' }).waitFor()
  assert.deepEqual(await look(desk.page, 'answer-with-conflict'), [])
  await desk.page.getByRole('button', { name: 'Use the proposed value' }).click()
  await eventually('the decision', async () => (await note()) === 'Two broken lamps')
  await desk.page.getByRole('heading', { name: 'Open conflicts' }).waitFor({ state: 'detached' })

  world.step('its versions are compared, and it is deleted by the keyboard')
  await desk.page.getByRole('button', { name: 'Compare versions' }).click()
  await desk.page.getByRole('table', { name: 'Differences' }).waitFor()
  assert.deepEqual(await look(desk.page, 'answer-history'), [])
  await desk.page.getByRole('button', { name: 'Delete answer' }).focus()
  await desk.page.keyboard.press('Enter')
  const dialog = desk.page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete answer' }).focus()
  await desk.page.keyboard.press('Enter')
  await desk.page.getByText('There are no answers available.').waitFor()
  assert.deepEqual(await outside.answersOf(NOTE_FORM.id), [])
  world.step('it is restored, as it was, and deleted again')
  await restoreDeletedAnswer(desk, field, outside, id)

  world.step(
    'in a long list, answers are found by a name, moved from their rows and at once, and read one after the other',
  )
  await handlesMany(desk, outside)
  world.step('questions of the form become columns of its list, and are there again the next time')
  await chooseColumns(desk, MANY, outside)
  world.step('what waits is decided about without the mouse, one after the other')
  await decideInARow(desk, MANY, outside)

  world.step('located answers are found on a map, and the way back leads to the same place')
  await openAnswersOnMap(desk, outside)
  await downloadFiles(desk)

  world.step('a citizen is asked to correct: marked, read, sent once, and waiting where everything waits')
  await asksCitizen(desk, outside)
  world.step('a citizen unknown to the registry is typed in without a connection, and settled at the desk')
  await settleUnknownCitizen(field, desk, outside, join(server.dataDir, 'mail'))
})

/** The demonstration's city issues certificates for this form. */
async function takesCertificate({ page }: Tablet, code: string): Promise<void> {
  await page
    .getByRole('region', { name: 'Selected answer' })
    .getByRole('button', { name: 'Answer details' })
    .press('Enter')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More PDFs' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Download the registration certificate' }).press('Enter')
  const download = await downloading
  assert.equal(download.suggestedFilename(), `Registration_certificate_${code}.pdf`)
  const text = readPdf(await readFile(await download.path()))
    .pages.flat()
    .join('\n')
  for (const part of [code, 'Line of business', 'Surface', 'Tax number']) assert.ok(text.includes(part), text)
  assert.ok(!text.includes('Not answered'), text)
}

/** A form of the demonstration, with states and a year of answers. */
const MANY = templateIdSchema.parse('inspeccion-local')

async function handlesMany(desk: Tablet, outside: Supervisor): Promise<void> {
  const { page } = desk
  await desk.goTo(`/respuestas/listado/${MANY}`)
  await page.getByRole('searchbox', { name: 'Search answers' }).fill('carranza')
  await page.waitForURL(/codigo=carranza/)
  const rows = page.getByRole('table', { name: 'Answers' }).locator('tbody tr')
  await eventually('only what Carranza has to do with', async () => {
    const texts = await rows.allTextContents()
    return texts.length > 0 && texts.every((text) => text.includes('Carranza'))
  })
  const ofCarranza = (await rows.allTextContents()).join()
  // Searches by words in any order, by prefixes and without accents. The matching answers depend on the day.
  await page.getByRole('searchbox', { name: 'Search answers' }).fill('HELADERA roedor')
  await page.waitForURL(/codigo=HELADERA/)
  await eventually('what says so', async () => {
    const texts = await rows.allTextContents()
    return texts.length > 0 && texts.join() !== ofCarranza
  })
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page
    .getByText(/rastros de roedores/)
    .first()
    .waitFor()
  await page.goBack()
  await page.waitForURL(/listado\/[^/]+\?/)
  await page.getByRole('searchbox', { name: 'Search answers' }).fill('')
  await page.waitForURL((url) => !url.searchParams.has('codigo'))
  await page.getByRole('button', { name: 'Needs my action', exact: true }).press('Enter')
  await page.waitForURL(/espera=si/)
  await savesFilter(desk)
  await narrowsByNumber(desk)
  const selects = page.getByRole('combobox', { name: /^Change the state of/ })
  await eventually('only what waits', async () => (await rows.count()) === 15 && (await selects.count()) === 15)
  assert.deepEqual(await look(page, 'answers-that-wait'), [])

  const stateOf = async (code: string) =>
    (await outside.answersOf(MANY)).find(({ codigoMunicipio }) => codigoMunicipio === code)?.estado
  const codes = await page.getByRole('rowheader').getByRole('link').allTextContents()
  // The state of each demonstration answer depends on the day.
  const named = await selects.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
  const pending = codes.filter((code) =>
    named.some((name) => name.startsWith(`Change the state of ${code}, now Pendiente`)),
  )
  const [first = '', second = '', third = ''] = pending
  await page
    .getByRole('combobox', { name: new RegExp(`^Change the state of ${first},`) })
    .selectOption({ label: 'Observado' })
  await eventually('the state of the first row', async () => (await stateOf(first)) === 'Observado')

  for (const code of [second, third]) await page.getByRole('checkbox', { name: `Select answer ${code}` }).press('Space')
  await page.getByRole('button', { name: 'Change the state of 2 answers' }).press('Enter')
  await page.getByText('State changed for 2 of 2.').waitFor()
  const message = await page.getByText('State changed for 2 of 2.').boundingBox()
  assert.ok((message?.y ?? 0) > 600, 'the message does not cover the actions of the page')
  assert.deepEqual(await look(page, 'answers-moved'), [])
  for (const code of [second, third]) assert.equal(await stateOf(code), 'Observado')

  const [top = '', next = '', last = ''] = codes
  await page.getByRole('link', { name: `See answer ${top}` }).press('Enter')
  for (const code of [next, last]) {
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByRole('heading', { level: 2, name: code }).waitFor()
  }
  await takesCertificate(desk, last)
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('heading', { level: 2, name: next }).waitFor()
  assert.match(page.url(), /espera=si/)
  assert.deepEqual(await look(page, 'answer-beside-its-list'), [])
}

/**
 * Filters by the surface of the premises: fewer answers, the filter is named above the list, and clearing it shows all.
 */
async function narrowsByNumber({ page }: Tablet): Promise<void> {
  const count = async (): Promise<number> => Number.parseInt(await page.getByText(/^[\d.,]+ answers?$/).innerText(), 10)
  const before = await count()
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
  const question = page.getByRole('combobox', { name: 'Question', exact: true })
  await question.fill('superficie')
  await page.getByRole('option', { name: 'Superficie cubierta (m²)' }).click()
  await page.getByLabel('Condition', { exact: true }).selectOption({ label: 'is at most' })
  await page.getByLabel('Value', { exact: true }).fill('60,5')
  await page.keyboard.press('Enter')
  const chip = page.getByRole('button', { name: 'Remove filter: Superficie cubierta (m²): at most 60.5' })
  await chip.waitFor()
  await eventually('fewer answers', async () => (await count()) < before)
  assert.deepEqual(await look(page, 'answers-by-number'), [])
  await chip.press('Enter')
  await page.waitForURL((url) => !url.searchParams.has('valores'))
  await eventually('all answers again', async () => (await count()) === before)
  await page.getByRole('button', { name: /^Filters/ }).press('Enter')
}

/** Saves the list's filter under a name, shares it with the area, applies it with one tap, and deletes it. */
async function savesFilter({ page }: Tablet): Promise<void> {
  const open = async () => {
    await page.getByRole('button', { name: 'Saved filters' }).press('Enter')
    return page.getByRole('dialog', { name: 'Saved filters' })
  }
  const saving = await open()
  await saving.getByLabel('Name of this filter').fill('To decide')
  await saving.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await saving.getByRole('button', { name: 'To decide', exact: true }).waitFor()
  await saving.getByRole('button', { name: 'Share filter To decide with the area' }).press('Enter')
  const shared = page.getByRole('region', { name: 'Shared with the area' })
  await shared.getByRole('button', { name: /^To decide/ }).waitFor()
  assert.deepEqual(await look(page, 'saved-filters'), [])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Needs my action', exact: true }).press('Enter')
  await page.waitForURL((url) => !url.search.includes('espera'))
  await open()
  await shared.getByRole('button', { name: /^To decide/ }).press('Enter')
  await page.waitForURL(/espera=si/)
  const removing = await open()
  await removing.getByRole('button', { name: 'Delete shared filter To decide' }).press('Enter')
  await shared.waitFor({ state: 'detached' })
  await removing.getByRole('button', { name: 'Delete filter To decide' }).press('Enter')
  await removing.getByText('You have no saved filters for this form.').waitFor()
  await page.keyboard.press('Escape')
}

async function asksCitizen(desk: Tablet, outside: Supervisor): Promise<void> {
  const { page } = desk
  const answers = await Promise.all((await outside.answersOf(MANY)).map(({ id }) => outside.answer(id)))
  const answer = answers.find(({ opcionales }) => opcionales.citizenAssociationFromCitizenPortal)
  assert.ok(answer !== undefined)
  await desk.goTo(`/ver/${answer.id}`)
  await page.getByRole('link', { name: 'Request a correction' }).press('Enter')
  const mark = page.getByRole('checkbox', { name: /^Request a correction of/ }).first()
  await mark.press('Space')
  await page.getByRole('textbox', { name: /^What to change/ }).fill('As it stands on the sign')
  assert.deepEqual(await look(page, 'ask-for-a-correction'), [])
  await page.getByRole('button', { name: 'Preview message' }).press('Enter')
  const message = page.getByRole('dialog', { name: 'Message to the citizen' })
  await message.getByText(/^Estimado\/a .+: Observación general:/).waitFor()
  assert.deepEqual(await look(page, 'message-to-the-citizen'), [])
  await message.getByRole('button', { name: 'Send' }).press('Enter')
  await page.getByText('In review').waitFor()
  await eventually('the request to reach the citizen', async () => {
    const { requestsForChanges } = await outside.answer(answer.id)
    return requestsForChanges.length === 1 && requestsForChanges[0]?.messageSent === true
  })
  assert.deepEqual(await look(page, 'answer-that-is-asked-for'), [])
  await page.getByRole('link', { name: 'Supervision' }).first().press('Enter')
  await page.getByRole('list', { name: 'Correction requests' }).getByText(answer.codigoMunicipio).waitFor()
  assert.deepEqual(await look(page, 'to-decide'), [])
}
