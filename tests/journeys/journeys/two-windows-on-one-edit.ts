import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { diskOf } from '../support/disk.ts'
import { test } from '../support/world.ts'
import { look, type Fault } from '../support/look.ts'
import { prepare } from '../support/main-job.ts'
import { EDITOR, NOTE_FORM, NOTE_TITLE } from '../support/town.ts'

const LOOKING_ON = 'You are editing this form in another window.'
const TAKEN = 'Editing continues in another window'

test('one person has a form in two windows: one edits, the other looks on and can take over, and nothing that was typed is lost', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await prepare(tablet, EDITOR)
  await new FormsListPage(tablet.page).choose(NOTE_TITLE, 'Edit')
  const [first, one] = [new EditorPage(tablet.page), tablet.page]
  await first.isOpen()
  await first.write('Description', 'From the first')

  const two = await tablet.newWindow(new URL(one.url()).pathname)
  const second = new EditorPage(two)
  await two.getByText(LOOKING_ON).waitFor()
  assert.equal(await one.getByText(LOOKING_ON).count(), 0, 'who was there first is not disturbed')
  assert.equal(await isLocked(two), true, 'the second can only look')
  const faults: Fault[] = [...(await look(two, 'editor-looking-on'))]
  world.step('the second looks on')

  // Accepted right after typing, before the journal writes.
  await title(one).fill('Typed just before')
  await two.getByRole('button', { name: 'Edit it here' }).click()
  await one.getByText(TAKEN).waitFor()
  await two.getByText(LOOKING_ON).waitFor({ state: 'detached' })
  await two.getByText('You are continuing with your unsaved changes').waitFor()
  assert.deepEqual(
    [await title(two).inputValue(), await description(two).inputValue()],
    ['Typed just before', 'From the first'],
  )
  assert.equal(await isLocked(one), true, 'the first can only look now')
  await one.keyboard.press('Control+z')
  assert.equal(await title(one).inputValue(), 'Typed just before', 'not even undo changes it there')
  faults.push(...(await look(one, 'editor-taken-over')))
  world.step('taken over with all that was typed')

  await second.write('Description', 'From the second')
  await second.isKept()
  await two.close()
  await one.getByText(TAKEN).waitFor({ state: 'detached' })
  assert.equal(
    await description(one).inputValue(),
    'From the second',
    'closed: the first goes on with what the second left',
  )
  await first.write('Form title', NOTE_FORM.titulo)
  await first.save()
  const { version, descripcion } = diskOf(server.dataDir).template(NOTE_FORM.titulo)
  assert.deepEqual([version, descripcion], [2, 'From the second'])
  assert.deepEqual(faults, [])
})

const title = (page: Page) => page.getByRole('textbox', { name: 'Form title', exact: true })
const description = (page: Page) => page.getByRole('textbox', { name: 'Description', exact: true })

async function isLocked(page: Page): Promise<boolean> {
  return (await page.getByRole('button', { name: 'Publish' }).isDisabled()) && !(await title(page).isEditable())
}
