import { callPage, openBrowser, openPage } from '../support/browser.ts'
import { bundlePage } from '../support/bundle.ts'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { centreOf, type Editor } from './editors.ts'
import { surveyJson } from './forms.ts'

const QUESTION = '.svc-question__content'
const TITLE = `${QUESTION} .sd-question__title .sv-string-editor`

/** SurveyJS Creator on a page of its own that contains its form: opening it needs no server and no database. */
export async function openSurveyJs(): Promise<Editor> {
  const code = await bundlePage('editor/pages/surveyjs.tsx')
  const server = await startServerProcess('spine/servers/bare.ts', [await temporaryFolder('surveyjs')])
  const browser = await openBrowser()
  const page = await openPage(browser, `http://127.0.0.1:${server.port}`, code)
  return {
    name: 'surveyjs',
    page,
    prepare: (size) => callPage(page, 'prepare', surveyJson(size)),
    open: () => page.locator('#open').click({ force: true }),
    opened: { selector: TITLE, text: 'Pregunta 1 ', count: 1 },
    editTitle: async (question) => {
      await page.locator(TITLE).nth(question).click()
      await page.keyboard.press('End')
    },
    add: () => page.locator('.svc-page__add-new-question, .svc-page .svc-btn').first().click(),
    added: { selector: `${QUESTION}--selected .sv-string-editor`, text: 'question', count: 1 },
    undo: { event: 'click', go: () => page.locator('button[title="Undo"]').first().click({ timeout: 60_000 }) },
    addUndone: { selector: TITLE, text: 'question', count: 0 },
    titles: TITLE,
    handle: async (question) => {
      await page
        .locator(QUESTION)
        .nth(question)
        .hover({ position: { x: 12, y: 12 } })
      return centreOf(page, `${QUESTION} .svc-question__drag-element`, question)
    },
    below: (question) => centreOf(page, QUESTION, question, 0.9),
    dropEvent: 'pointerup',
  }
}
