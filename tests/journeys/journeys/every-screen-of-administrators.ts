import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { MunicipalitiesPage } from '../pages/municipalities-page.ts'
import { lookAtTool } from '../support/editor-looks.ts'
import { test } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import type { Tablet } from '../support/tablet.ts'
import { ADMIN, EDITOR, NOTE_TITLE, SHOP_TITLE } from '../support/town.ts'

test('axe finds nothing on the screens of administrators and editors, and none is wider than the window', async ({
  world,
}) => {
  test.setTimeout(600_000)
  const server = await world.server()
  const admin = await world.tablet(server.origin, { as: ADMIN })
  const editor = await world.tablet(server.origin, { as: EDITOR })
  await lookAround(world, [admin], (looking) => lookAtForms(admin.page, looking), { spoken: true })
  await lookAround(
    world,
    [admin, editor],
    async (looking) => {
      await lookAtPlaces(admin, looking)
      await lookAtEditor(editor, looking)
      await editor.goTo('/municipios/AR~cordoba~cordoba-capital')
      await editor.page.getByRole('combobox', { name: 'Form' }).waitFor()
      await looking(editor.page, 'own-municipality-settings')
      await lookAtOtherSystems(editor.page, server.origin, looking)
    },
    { tight: true, spoken: true },
  )
})

/** The forms list with its menu and dialogs. */
async function lookAtForms(page: Page, looking: Looking): Promise<void> {
  const list = new FormsListPage(page)
  await page.getByRole('switch').first().waitFor()
  await looking(page, 'forms-of-admin')
  await page.getByRole('button', { name: `More actions for ${NOTE_TITLE}` }).click()
  await page.getByRole('menu').waitFor()
  await looking(page, 'forms-menu')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('dialog').getByLabel(/Area/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('Select the area of the copy.').waitFor()
  await looking(page, 'duplicate')
  await page.keyboard.press('Escape')
  await list.choose(NOTE_TITLE, 'Delete')
  await page.getByText('The form has no associated answers.').waitFor()
  await looking(page, 'delete')
  await page.keyboard.press('Escape')
  await list.choose(NOTE_TITLE, 'My answers')
  await page.getByRole('heading', { name: 'My answers' }).waitFor()
  await looking(page, 'own-answers')
}

async function lookAtPlaces(admin: Tablet, looking: Looking): Promise<void> {
  const { page } = admin
  await admin.goTo('/municipios')
  await page.getByRole('link', { name: 'Settings of Montevideo' }).waitFor()
  await looking(page, 'municipalities')
  await page.getByRole('button', { name: 'New municipality' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByText('Enter a name for the municipality.').waitFor()
  await looking(page, 'municipality-dialog')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await new MunicipalitiesPage(page).choose('Montevideo', 'Block')
  await dialog.getByText(/It has \d+ users?/).waitFor()
  await looking(page, 'municipality-block')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await admin.goTo('/municipios?buscar=xyz')
  await page.getByText('No results found').waitFor()
  await looking(page, 'municipalities-empty')
  await admin.goTo('/paises')
  await page.getByRole('button', { name: 'Actions for Argentina' }).waitFor()
  await looking(page, 'countries')
  await admin.goTo('/configuracion')
  await page.getByRole('switch', { name: 'Combined questions' }).waitFor()
  await looking(page, 'remote-config')
  await admin.goTo('/municipios/UY~montevideo~montevideo')
  await page.getByRole('combobox', { name: 'Form' }).waitFor()
  await looking(page, 'municipality-settings')
}

/** A form's versions and settings, and a new form with its problems. */
async function lookAtEditor(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  const forms = new FormsListPage(page)
  const editor = new EditorPage(page)
  await forms.choose(SHOP_TITLE, 'Edit')
  await editor.isOpen()
  await lookAtTool(page, looking, 'Versions', 'editor-versions')
  await editor.look('Settings')
  await looking(page, 'editor-settings')
  await tablet.goTo('/listar')
  await forms.newForm()
  await editor.isOpen()
  await looking(page, 'editor-new')
  await editor.pressPublish()
  await editor.problems().first().waitFor()
  await looking(page, 'editor-problems')
}

/** Creates a token that can read until it is revoked, and a webhook; the secret of each is shown once. */
async function lookAtOtherSystems(page: Page, origin: string, looking: Looking): Promise<void> {
  const dialog = page.getByRole('dialog')
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  const asked = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${origin}/api/v1/templates`, { headers })).status
  }
  await page.getByRole('link', { name: 'Other systems' }).click()
  await page.getByRole('button', { name: 'Create a token' }).click()
  await dialog.getByLabel(/^Name/).fill('Tablero de obras')
  await dialog.getByText('Only some areas or forms').click()
  await looking(page, 'token-dialog')
  await press('Create')
  const token = await dialog.getByLabel('Token', { exact: true }).inputValue()
  await press('I have saved it')
  await page.getByRole('button', { name: 'Revoke Tablero de obras' }).waitFor()
  await looking(page, 'tokens')
  assert.equal(await asked(token), 200)
  await page.getByRole('button', { name: 'Revoke Tablero de obras' }).click()
  await press('Revoke')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await asked(token), 401)

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  await dialog.getByLabel(/^Name/).fill('Mesa de entradas')
  await dialog.getByLabel('Address').fill('https://127.0.0.1/')
  await press('Create')
  await dialog.getByText('Messages can only be sent to public https addresses').waitFor()
  await dialog.getByLabel('Address').fill('https://hooks.relevo.example/relevo')
  await press('Create')
  assert.match(await dialog.getByLabel('Secret', { exact: true }).inputValue(), /^whsec_/)
  await press('I have saved it')
  await page.getByRole('button', { name: 'See deliveries of Mesa de entradas' }).waitFor()
  await looking(page, 'webhooks')
  await page.getByRole('button', { name: 'See deliveries of Mesa de entradas' }).click()
  await press('Send a test')
  await dialog.getByRole('button', { name: 'Send again: message 1' }).waitFor()
  await looking(page, 'webhook-deliveries')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Documentation' }).click()
  await page.getByText('GET /api/v1/answers/{id}/history').waitFor()
  await looking(page, 'integrations-reference')
}
