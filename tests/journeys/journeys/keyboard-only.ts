import assert from 'node:assert/strict'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { tabTo } from '../support/keyboard.ts'
import { INSPECTOR, NOTE_FORM, NOTE_TITLE } from '../support/town.ts'

test('with a keyboard alone, someone signs in, finds a form, answers it and saves', async ({ world }) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  const { page } = tablet
  const { keyboard } = page
  await tablet.goTo('/listar')
  await page.getByLabel('E-mail').waitFor()

  await tabTo(page, 'E-mail')
  await keyboard.type(INSPECTOR.email)
  await tabTo(page, 'Password')
  await keyboard.type(INSPECTOR.password)
  await keyboard.press('Enter')
  await page.waitForURL(/\/listar/)
  await new FormsListPage(page).isHere(NOTE_TITLE)
  world.step('signed in')

  await tabTo(page, 'Form name')
  await keyboard.type('journey: no')
  await page.getByText('Total forms: 1').waitFor()
  await tabTo(page, `Answer ${NOTE_TITLE}`)
  await keyboard.press('Enter')
  await page.waitForURL(/\/contestar\//)
  await page.getByRole('heading', { name: NOTE_TITLE, level: 1 }).waitFor()

  // Saving an empty form moves to the first missing answer, and so does the list of missing answers.
  const atQuestion = (): Promise<unknown> =>
    page.waitForFunction(() => document.activeElement?.closest('[data-question="0/0"]') !== null)
  await tabTo(page, 'Save answer')
  await keyboard.press('Enter')
  await page.getByText('Some required fields are missing.').waitFor()
  await atQuestion()
  await tabTo(page, '1 missing')
  await keyboard.press('Enter')
  await tabTo(page, 'Nota: Nota')
  await keyboard.press('Escape')
  await tabTo(page, '1 missing', 1)
  await keyboard.press('Enter')
  await tabTo(page, 'Nota: Nota')
  await keyboard.press('Enter')
  await atQuestion()
  await keyboard.type('Sin novedad')
  await tabTo(page, 'Save answer')
  await keyboard.press('Enter')
  await new ConfirmationPage(page).isRegistered()
  assert.equal(diskOf(server.dataDir).answers(NOTE_FORM.id)[0]?.secciones[0]?.preguntas[0]?.respuesta, 'Sin novedad')
  world.step('answered')

  await tabTo(page, 'Back to the forms')
  await keyboard.press('Enter')
  await page.waitForURL(/\/listar/)
})
