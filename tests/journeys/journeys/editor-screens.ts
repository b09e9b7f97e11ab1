import { EditorPage } from '../pages/editor-page.ts'
import { FormsListPage } from '../pages/forms-list-page.ts'
import { lookAtTool } from '../support/editor-looks.ts'
import { test } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import { prepare } from '../support/main-job.ts'
import { EDITOR, SHOP_TITLE } from '../support/town.ts'

test('axe finds nothing on a new form in the editor, its problems and versions, and nothing is wider than the window: three sizes, light and dark', async ({
  world,
}) => {
  const server = await world.server()
  const tablet = await world.tablet(server.origin)
  await prepare(tablet, EDITOR)
  const { page } = tablet
  const forms = new FormsListPage(page)
  const editor = new EditorPage(page)
  const visit = async (looking: Looking) => {
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
  await lookAround(world, [tablet], visit, { tight: true })
})
