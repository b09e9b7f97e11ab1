import { SignInPage } from '../pages/sign-in-page.ts'
import type { Journey } from '../support/journey.ts'
import { lookAround } from '../support/looking.ts'
import { ADMIN, EDITOR } from '../support/town.ts'

export const journey: Journey = {
  name: 'axe finds nothing on the screens of municipalities, countries, settings and flags, and none is wider than the window',
  seconds: 240,
  run: async (world) => {
    const server = await world.server()
    const [admin, supervisor] = [await world.tablet(server.origin), await world.tablet(server.origin)]
    await lookAround(world, [admin, supervisor], async (looking) => {
      const { page } = admin
      await admin.goTo('/municipios')
      await new SignInPage(page).signIn(ADMIN)
      await page.getByRole('button', { name: 'Edit Montevideo' }).waitFor()
      await looking(page, 'municipalities')
      await page.getByRole('button', { name: 'New municipality' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await dialog.getByText('You must enter a name for the municipality.').waitFor()
      await looking(page, 'municipality-dialog')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('button', { name: 'Block Montevideo' }).click()
      await dialog.getByText(/works? there/).waitFor()
      await looking(page, 'municipality-block')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await admin.goTo('/municipios?buscar=xyz')
      await page.getByText('No results found').waitFor()
      await looking(page, 'municipalities-empty')
      await admin.goTo('/paises')
      await page.getByRole('button', { name: 'New province of Argentina' }).waitFor()
      await looking(page, 'countries')
      await admin.goTo('/configuracion')
      await page.getByRole('switch', { name: 'Combined questions' }).waitFor()
      await looking(page, 'remote-config')
      await admin.goTo('/municipios/UY~montevideo~montevideo')
      await page.getByRole('combobox', { name: 'Form' }).waitFor()
      await looking(page, 'municipality-settings')
      await supervisor.goTo('/municipios/AR~cordoba~cordoba-capital')
      await new SignInPage(supervisor.page).signIn(EDITOR)
      await supervisor.page.getByRole('combobox', { name: 'Form' }).waitFor()
      await looking(supervisor.page, 'own-municipality-settings')
    })
  },
}
