import assert from 'node:assert/strict'
import { test } from '../support/world.ts'
import { SHOP_TITLE, SHOP_TITLE_ES, INSPECTOR } from '../support/town.ts'
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
