import assert from 'node:assert/strict'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { Supervisor } from './supervisor.ts'
import type { Tablet } from './tablet.ts'
import { eventually } from './waiting.ts'

/** Rows of the list. */
const PAGE = 15
/** From the beginning of an answer to what may be done with it, by Tab. */
const MOST_TABS = 12

/** Everything that waits for a decision, a page and more of it, is opened and moved to its next state, one answer after the other, by keys alone. */
export async function decidesInARow(desk: Tablet, form: TemplateId, outside: Supervisor): Promise<void> {
  const { page } = desk
  const { keyboard } = page
  const tabTo = async (name: string): Promise<void> => {
    for (let tab = 0; tab < MOST_TABS; tab += 1) {
      await keyboard.press('Tab')
      const focused = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (focused.trim() === name) return
    }
    assert.fail(`${name} is further away than ${MOST_TABS} tabs`)
  }
  const stateOf = async (code: string) =>
    (await outside.answersOf(form)).find(({ codigoMunicipio }) => codigoMunicipio === code)?.estado

  await desk.goTo(`/respuestas/listado/${form}?espera=si`)
  const links = page.getByRole('link', { name: /^See answer/ })
  await links.first().waitFor()
  // The list is where the keyboard comes to; which row is chosen is somebody's own.
  await links.first().focus()
  await keyboard.press('Enter')
  await page.getByRole('region', { name: 'Chosen answer' }).waitFor()
  await keyboard.press('Enter')
  const waiting = Number.parseInt((await page.getByText(/^\d+ answers$/).textContent()) ?? '', 10)
  assert.ok(waiting > PAGE, `${waiting} answers wait, which is no more than a page`)
  const codes = new Set((await outside.answersOf(form)).map(({ codigoMunicipio }) => codigoMunicipio))
  const heading = page.getByRole('region', { name: 'Chosen answer' }).getByRole('heading', { level: 2 }).first()
  let code = ''
  for (let decided = 0; decided < waiting; decided += 1) {
    const last = code
    await eventually(`the answer after ${last}`, async () => {
      code = (await heading.textContent()) ?? ''
      return code !== last && codes.has(code)
    })
    const before = await stateOf(code)
    await page.getByRole('button', { name: 'Change state' }).waitFor()
    await tabTo('Change state')
    await keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Change state' }).getByRole('radio').first().waitFor()
    await keyboard.press('Enter')
    await eventually(`${code} to be moved`, async () => (await stateOf(code)) !== before)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await keyboard.press('Alt+ArrowDown')
  }
}
