import assert from 'node:assert/strict'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { Supervisor } from '../../support/supervisor.ts'
import type { Tablet } from '../../support/tablet.ts'
import { eventually } from '../../support/waiting.ts'

/** Rows of the list. */
const PAGE = 15

/** Opens each answer that waits, over more than a page, and moves it by its letter; the first is taken back once. */
export async function decidesInARow(desk: Tablet, form: TemplateId, outside: Supervisor): Promise<void> {
  const { page } = desk
  const { keyboard } = page
  await desk.goTo(`/respuestas/listado/${form}?espera=si`)
  const links = page.getByRole('link', { name: /^See answer/ })
  await links.first().waitFor()
  // The keyboard comes to the list; which row is chosen is up to the user.
  await links.first().focus()
  await keyboard.press('Enter')
  await page.getByRole('region', { name: 'Selected answer' }).waitFor()
  await keyboard.press('Enter')
  const waiting = Number.parseInt((await page.getByText(/^\d+ answers$/).textContent()) ?? '', 10)
  assert.ok(waiting > PAGE, `${waiting} answers wait, which is no more than a page`)
  const all = await outside.answersOf(form)
  const codes = new Set(all.map(({ codigoMunicipio }) => codigoMunicipio))
  const heading = page.getByRole('region', { name: 'Selected answer' }).getByRole('heading', { level: 2 }).first()
  /** The code stands last, after whom or what the answer is about. */
  const shown = async () => (await heading.textContent())?.split(/\s/).at(-1) ?? ''
  const decided: string[] = []
  let code = ''
  for (let count = 0; count < waiting; count += 1) {
    const last = code
    await eventually(`the answer after ${last}`, async () => {
      code = await shown()
      return code !== last && codes.has(code)
    })
    // Seen first, as by a person; the next one comes by itself.
    const state = page.getByRole('group', { name: 'Change state to' }).getByRole('button').first()
    const key = await state.getAttribute('aria-keyshortcuts')
    await keyboard.press(`Key${key}`)
    decided.push(code)
    if (count === 0) {
      await eventually('the next answer', async () => (await shown()) !== code)
      // It can be taken back once it is on this device.
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await keyboard.press('KeyU')
      await eventually('the answer that is taken back', async () => (await shown()) === code)
      await keyboard.press(`Key${key}`)
    }
  }
  const before = new Map(all.map(({ codigoMunicipio, estado }) => [codigoMunicipio, estado]))
  await eventually('all of them to be moved', async () => {
    const now = new Map((await outside.answersOf(form)).map(({ codigoMunicipio, estado }) => [codigoMunicipio, estado]))
    return decided.every((one) => now.get(one) !== before.get(one))
  })
}
