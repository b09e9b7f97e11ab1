import assert from 'node:assert/strict'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { Supervisor } from '../../support/supervisor.ts'
import type { Tablet } from '../../support/tablet.ts'
import { eventually } from '../../support/waiting.ts'

/** Rows per page of the list. */
const PAGE = 15
/** Some of the next page, too. */
const DECIDED = PAGE + 3

/**
 * Opens waiting answers one after the other, over more than a page, and changes the state of each by a letter key;
 * undoes the first change once.
 */
export async function decideInARow(desk: Tablet, form: TemplateId, outside: Supervisor): Promise<void> {
  const { page } = desk
  const { keyboard } = page
  await desk.goTo(`/respuestas/listado/${form}?espera=si`)
  const links = page.getByRole('link', { name: /^See answer/ })
  await links.first().waitFor()
  // The keyboard focus reaches the list; the user chooses the row.
  await links.first().focus()
  await keyboard.press('Enter')
  await page.getByRole('region', { name: 'Selected answer' }).waitFor()
  await keyboard.press('Enter')
  const waiting = Number.parseInt((await page.getByText(/^\d+ answers$/).textContent()) ?? '', 10)
  assert.ok(waiting > DECIDED, `${waiting} answers wait, which is hardly more than a page`)
  const all = await outside.answersOf(form)
  const codes = new Set(all.map(({ codigoMunicipio }) => codigoMunicipio))
  const heading = page.getByRole('region', { name: 'Selected answer' }).getByRole('heading', { level: 2 }).first()
  /** The code is last in the heading, after the subject of the answer. */
  const shown = async () => (await heading.textContent())?.split(/\s/).at(-1) ?? ''
  const decided: string[] = []
  let code = ''
  /** The list asks before the first change to the final state. */
  let isConfirmed = false
  for (let count = 0; count < DECIDED; count += 1) {
    const last = code
    await eventually(`the answer after ${last}`, async () => {
      code = await shown()
      return code !== last && codes.has(code)
    })
    // Waits like a person who reads first; the next answer opens by itself.
    const state = page.getByRole('group', { name: 'Change state to' }).getByRole('button').first()
    const key = await state.getAttribute('aria-keyshortcuts')
    const isFinal = (await state.textContent())?.startsWith('Aprobado') === true
    const press = async (): Promise<void> => {
      await keyboard.press(`Key${key}`)
      if (isFinal && !isConfirmed) await page.getByRole('dialog').getByRole('button', { name: 'Change state' }).click()
      isConfirmed ||= isFinal
    }
    await press()
    decided.push(code)
    if (count === 0) {
      await eventually('the next answer', async () => (await shown()) !== code)
      // The change can be undone once it is stored on this device.
      await page.getByRole('button', { name: 'Undo' }).waitFor()
      await keyboard.press('KeyU')
      await eventually('the answer that is taken back', async () => (await shown()) === code)
      await press()
    }
  }
  const before = new Map(all.map(({ codigoMunicipio, estado }) => [codigoMunicipio, estado]))
  await eventually('all of them to be moved', async () => {
    const now = new Map((await outside.answersOf(form)).map(({ codigoMunicipio, estado }) => [codigoMunicipio, estado]))
    return decided.every((one) => now.get(one) !== before.get(one))
  })
}
