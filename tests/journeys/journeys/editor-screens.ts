import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import type { Journey } from '../support/journey.ts'
import { look, type Fault } from '../support/look.ts'
import { prepare } from '../support/main-job.ts'
import { takePhotos } from '../support/photos.ts'
import { EDITOR } from '../support/town.ts'
import { buildWholeForm, WHOLE_TITLE } from '../support/whole-form.ts'

export const journey: Journey = {
  name: 'axe finds nothing in the form editor, and nothing is wider than the window: three sizes, light and dark',
  seconds: 480,
  run: async (world) => {
    const server = await world.server()
    const tablet = await world.tablet(server.origin)
    await prepare(tablet, EDITOR)
    const [photo = ''] = await takePhotos(tablet, await world.folder('photos'), 1)
    const faults: Fault[] = []
    const looking = async (screen: string): Promise<void> => {
      faults.push(...(await look(tablet.page, screen)))
      world.step(`${screen}: ${faults.length} faults so far`)
    }
    await theEditor(tablet.page, looking, photo, world.step)
    assert.deepEqual(faults, [])
    const refusedByPolicy = tablet.console.filter((line) => /Content Security Policy|Refused to/.test(line))
    assert.deepEqual(refusedByPolicy, [], 'nothing breaks our own policy')
  },
}

type Looking = (screen: string) => Promise<void>

async function theEditor(page: Page, looking: Looking, photo: string, step: (text: string) => void): Promise<void> {
  await new FormsListPage(page).newForm()
  const editor = new EditorPage(page)
  await editor.isOpen()
  await looking('editor-new')
  await editor.pressPublish()
  await editor.problems().first().waitFor()
  await looking('editor-problems')
  await page.getByRole('button', { name: 'Close message' }).first().click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await buildWholeForm(page, photo, step)
  await looking('editor-whole')
  await page.getByRole('button', { name: 'More about: Employees' }).click()
  await page.getByRole('menu').waitFor()
  await looking('editor-question-menu')
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('dialog', { name: 'Move to…' }).waitFor()
  await looking('editor-move')
  await page.keyboard.press('Escape')
  await tool(page, looking, 'Import and export', 'editor-exchange')
  await tool(page, looking, 'Keyboard', 'editor-keyboard')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await page.getByRole('dialog').locator('iframe').waitFor()
  await looking('editor-preview')
  await page.keyboard.press('Escape')
  await editor.save()
  await new FormsListPage(page).choose(WHOLE_TITLE, 'Edit')
  await editor.isOpen()
  await tool(page, looking, 'Versions', 'editor-versions')
}

async function tool(page: Page, looking: Looking, item: string, screen: string): Promise<void> {
  await page.getByRole('button', { name: 'More about the form' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
  await looking(screen)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
