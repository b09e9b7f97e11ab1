import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { test } from '../support/world.ts'
import { look, type Fault } from '../support/look.ts'
import { prepare } from '../support/main-job.ts'
import { ADMIN, NOTE_TITLE } from '../support/town.ts'

test('axe finds nothing on the forms list, its menu and its dialogs, and nothing is wider than the window: three sizes, light and dark', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await prepare(tablet, ADMIN)
  const faults: Fault[] = []
  await theList(tablet.page, async (screen) => {
    faults.push(...(await look(tablet.page, screen)))
    world.step(`${screen}: ${faults.length} faults so far`)
  })
  assert.deepEqual(faults, [])
})

type Looking = (screen: string) => Promise<void>

async function theList(page: Page, looking: Looking): Promise<void> {
  const list = new FormsListPage(page)
  await page.getByRole('switch').first().waitFor()
  await looking('forms-of-admin')
  await page.getByRole('button', { name: `More actions for ${NOTE_TITLE}` }).click()
  await page.getByRole('menu').waitFor()
  await looking('forms-menu')
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('dialog').getByLabel(/Area/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('Select the area of the copy.').waitFor()
  await looking('duplicate')
  await page.keyboard.press('Escape')
  await list.choose(NOTE_TITLE, 'Delete')
  await page.getByText('The form has no associated answers.').waitFor()
  await looking('delete')
  await page.keyboard.press('Escape')
  await list.choose(NOTE_TITLE, 'My answers')
  await page.getByRole('heading', { name: 'My answers' }).waitFor()
  await looking('own-answers')
}
