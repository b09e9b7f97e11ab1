import { generateTemplateId, type TemplateId } from '../../../src/domain/kernel/index.ts'
import { DEMO_AREAS } from '../../../functions/src/embedded/demo/places.ts'
import { openBrowser } from '../support/browser.ts'
import { startDemo } from '../spine/app.ts'
import { centreOf, type Editor } from './editors.ts'
import { relevoForm, SIZES, type Size } from './forms.ts'

const EDITOR = 'supervisor-elevado@relevo.example'
const TITLE = '[data-question] textarea'

/**
 * Relevo as users run it: the built app on its own server; forms are stored through the API and pulled to the device.
 */
export async function openRelevo(dist: string): Promise<Editor> {
  const server = await startDemo(dist)
  const { context } = await openBrowser(undefined, { serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${server.origin}/login`)
  await page.locator('input[name="email"]').fill(EDITOR)
  await page.locator('input[name="password"]').fill(server.inspector.password)
  await page.locator('button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname !== '/login')
  const ids = new Map<Size, TemplateId>()
  for (const size of SIZES) {
    const id = generateTemplateId(crypto.getRandomValues(new Uint8Array(16)))
    const status = await page.evaluate(
      async (body) =>
        (await fetch('/api/templates', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))
          .status,
      JSON.stringify({ id, draft: relevoForm(size, DEMO_AREAS.cordoba.habilitaciones) }),
    )
    if (status !== 200 && status !== 201) throw new Error(`The form of ${size} questions was refused: ${status}`)
    ids.set(size, id)
  }
  return {
    name: 'relevo',
    page,
    prepare: async (size) => {
      const id = ids.get(size)
      // Unsaved edits are discarded, so each opening shows the saved form.
      await page.goto(`${server.origin}/listar`)
      await page.evaluate(forgetEdits)
      await page.goto(`${server.origin}/listar?nombre=${encodeURIComponent(`Medición de ${size}`)}`)
      await page.locator(`[data-menu-of="${id}"]`).click({ timeout: 60_000 })
      await page.locator(`[role="menuitem"][href*="${id}"]`).first().waitFor()
    },
    open: () => page.locator('[role="menuitem"][href^="/editar/"]').click(),
    opened: { selector: TITLE, text: 'Pregunta 1 ', count: 1 },
    editTitle: async (question) => {
      await page.locator(TITLE).nth(question).click()
      await page.keyboard.press('End')
    },
    add: () => page.locator('[data-add-question]').first().click(),
    added: { selector: `${TITLE}:focus:placeholder-shown`, count: 1 },
    undo: { event: 'keydown', key: 'z', go: () => page.keyboard.press('Control+z') },
    addUndone: { selector: `${TITLE}:placeholder-shown`, count: 0 },
    titles: TITLE,
    handle: (question) => centreOf(page, '[data-question] > [data-handle]', question),
    below: (question) => centreOf(page, '[data-question]', question, 0.8),
    dropEvent: 'drop',
  }
}

/** Runs in the page: empties the tables of unsaved edits directly. */
async function forgetEdits(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const asking = indexedDB.open(name)
      asking.onsuccess = () => resolve(asking.result)
      asking.onerror = () => reject(new Error(name))
    })
    const tables = [...database.objectStoreNames].filter((table) => table.startsWith('edit'))
    if (tables.length > 0) {
      const transaction = database.transaction(tables, 'readwrite')
      for (const table of tables) transaction.objectStore(table).clear()
      await new Promise((resolve) => (transaction.oncomplete = resolve))
    }
    database.close()
  }
}
