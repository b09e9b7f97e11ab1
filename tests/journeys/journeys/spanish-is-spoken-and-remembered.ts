import assert from 'node:assert/strict'
import { test } from '../support/world.ts'
import { ADMIN, SHOP_TITLE, SHOP_TITLE_ES, INSPECTOR } from '../support/town.ts'
import { TopBar } from '../controls/top-bar.ts'

/** Texts quoted in the specification (parts 1 and 3); the screens around them are Relevo's own. */
const QUOTED = {
  required: '* Respuesta obligatoria',
  incomplete: 'Falta completar algunos campos obligatorios.',
  nothingFound: 'No se encontraron formularios con ese nombre',
  noForm: 'El formulario a contestar no existe.',
} as const

test('the language is switched to Spanish, speaks with the words of the specification, and is remembered', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin, { as: INSPECTOR })
  const { page } = tablet
  await new TopBar(page).openMenu()
  await page.getByLabel('Language').selectOption('es')
  await page.getByRole('heading', { name: 'Formularios', level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'es')
  assert.equal(await page.getByRole('link', { name: `Answer ${SHOP_TITLE}` }).count(), 0, 'forms speak it, too')
  world.step('switched')

  await page.reload()
  await page.getByLabel('Nombre del formulario').fill('zzz')
  await page.getByText(QUOTED.nothingFound).waitFor()
  await page.getByLabel('Nombre del formulario').fill('comercio')
  await page.getByRole('link', { name: `Contestar ${SHOP_TITLE_ES}` }).click()
  await page.getByRole('button', { name: 'Guardar respuesta' }).click()
  await page.getByText(QUOTED.incomplete).waitFor()
  assert.ok((await page.getByText(QUOTED.required, { exact: true }).count()) >= 2)
  await tablet.goTo('/contestar/no-hay-tal-formulario')
  await page.getByText(QUOTED.noForm).waitFor()

  await tablet.close()
  await server.stop()
  await tablet.open()
  await tablet.goTo('/listar')
  await tablet.page.getByRole('heading', { name: 'Formularios', level: 1 }).waitFor()
  world.step('remembered by another start, without a network')
})

test('a municipality translates texts, and its language is spoken, also without a network', async ({ world }) => {
  const server = await world.server()
  const desk = await world.tablet(server.origin, { as: ADMIN })
  const { page } = desk
  await desk.goTo('/municipios/AR~cordoba~cordoba-capital')
  const field = page.getByRole('group', { name: 'Another language' })
  await field.getByLabel('Name of the language').fill('Runasimi')
  await field.getByLabel('Code of the language').fill('qu-BO')
  const upload = async (text: string) =>
    field
      .locator('input[type=file]')
      .setInputFiles({ name: 'qu.po', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await upload('msgid "Settings of {0}"\nmsgstr "Kamachiykuna"\n')
  await field.getByText('Line 1: the translation of “Settings of {0}” must contain exactly').waitFor()
  await upload('msgid "Forms"\nmsgstr "Willakuna"\n')
  await field.getByText(/^Runasimi: 1 of [\d,]+ texts are translated\./).waitFor()
  world.step('translated')

  await desk.goTo('/listar')
  await new TopBar(page).openMenu()
  await page.getByLabel('Language').selectOption({ label: 'Runasimi' })
  await page.getByRole('heading', { name: 'Willakuna', level: 1 }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'qu-BO')
  await page.getByLabel('Form name').waitFor()
  world.step('spoken, with English where it lacks a text')

  await server.stop()
  await page.reload()
  await page.getByRole('heading', { name: 'Willakuna', level: 1 }).waitFor()
})
