import { gzipSync } from 'node:zlib'
import { callPage, openBrowser, openPage } from '../support/browser.ts'
import { bundlePage } from '../support/bundle.ts'
import { startServerProcess } from '../support/child.ts'
import { temporaryFolder } from '../support/cleanup.ts'
import { OPTIONS, surveyJson, titlesOf } from '../editor/forms.ts'
import { CUT, type Filler } from './fillers.ts'
import { xformOf } from './xform.ts'

type Peer = Pick<Filler, 'name' | 'field' | 'checked'> & {
  readonly file: string
  readonly button: string
  readonly form: (size: number) => object
}

const PLAIN: Peer = {
  name: 'plain',
  file: 'answering/pages/plain.tsx',
  field: '[data-question="q0"] input',
  button: '#save',
  checked: { selector: '[role="alert"]', text: 'This question' },
  form: (size) => ({
    options: OPTIONS,
    sections: titlesOf(size, CUT).map((questions, section) =>
      questions.map((asked, index) => ({ ...asked, id: `q${section * CUT.perSection + index}` })),
    ),
  }),
}
const SURVEYJS: Peer = {
  name: 'surveyjs',
  file: 'answering/pages/surveyjs.tsx',
  field: '[data-name="q0"] input',
  button: '.sd-navigation__complete-btn',
  checked: { selector: '.sd-question__erbox' },
  form: (size) => surveyJson(size, CUT),
}

/** ODK Web Forms, with the engine of ODK's forms in browsers. */
const ODK: Peer = {
  name: 'odk',
  file: 'answering/pages/odk.ts',
  field: '.form-questions .p-panel:first-child .question-container:first-child input[type="text"]',
  button: 'button[aria-label="Send"]',
  checked: { selector: '.validation-message', text: 'Condition not satisfied' },
  form: (size) => ({ xml: xformOf(size) }),
}

/**
 * Opens a peer's form in a page of its own. The form is already in the page, so opening it needs no server and no
 * database.
 */
async function openPeer({ file, form, button, ...peer }: Peer): Promise<Filler> {
  const code = await bundlePage(file)
  const server = await startServerProcess('spine/servers/bare.ts', [await temporaryFolder(peer.name)])
  const browser = await openBrowser()
  const page = await openPage(browser, `http://127.0.0.1:${server.port}`, code)
  return {
    ...peer,
    page,
    prepare: (size) => callPage(page, 'prepare', form(size)),
    open: () => page.locator('#open').click({ force: true }),
    // The button is far below the visible part of the form.
    check: () => page.locator(button).evaluate((element) => (element as HTMLElement).click()),
    bytes: gzipSync(code, { level: 9 }).length,
  }
}

export function openPlain(): Promise<Filler> {
  return openPeer(PLAIN)
}

export function openSurveyJs(): Promise<Filler> {
  return openPeer(SURVEYJS)
}

export function openOdk(): Promise<Filler> {
  return openPeer(ODK)
}
