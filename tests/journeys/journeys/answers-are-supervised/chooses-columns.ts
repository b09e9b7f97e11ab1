import assert from 'node:assert/strict'
import type { TemplateId } from '#domain/kernel/index.ts'
import { look } from '../../support/look.ts'
import type { Supervisor } from '../../support/supervisor.ts'
import type { Tablet } from '../../support/tablet.ts'
import { eventually } from '../../support/waiting.ts'

const QUESTIONS = ['Nombre de fantasía', 'Motivo de la inspección', 'Fachada del local'] as const

/**
 * Searches and chooses questions by keyboard. Checks that their answers are in the list and the choice in the URL, also
 * after the list is opened again without it.
 */
export async function chooseColumns(desk: Tablet, form: TemplateId, outside: Supervisor): Promise<void> {
  const { page } = desk
  await desk.goTo(`/respuestas/listado/${form}`)
  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  for (const question of QUESTIONS) {
    await dialog.getByLabel('Search questions').fill(question.slice(0, 8))
    await dialog.getByRole('checkbox', { name: question, exact: true }).press('Space')
  }
  await dialog.getByText('3 questions selected (maximum 5).').waitFor()
  assert.deepEqual(await look(page, 'columns-of-a-list'), [])
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await page.waitForURL(/columnas=/)
  await standsThere(desk, outside)
  assert.deepEqual(await look(page, 'answers-with-columns'), [])

  await desk.goTo('/forms')
  await desk.goTo(`/respuestas/listado/${form}`)
  assert.ok(!page.url().includes('columnas'))
  await standsThere(desk, outside)

  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter')
  await dialog.getByRole('button', { name: 'Reset' }).press('Enter')
  await page.getByRole('columnheader', { name: QUESTIONS[0] }).waitFor({ state: 'detached' })
}

/** Checks that the first row shows its answer's values. */
async function standsThere({ page }: Tablet, outside: Supervisor): Promise<void> {
  const row = page.getByRole('table', { name: 'Answers' }).locator('tbody tr').first()
  const id = await row.locator('a[data-answer]').getAttribute('data-answer')
  const answer = await outside.answer(id as never)
  const questions = answer.secciones.flatMap(({ preguntas }) => preguntas)
  const chosen = QUESTIONS.map((title) => questions.find(({ titulo }) => titulo === title))
  const texts = [
    chosen[0]?.respuesta,
    chosen[1]?.respuesta,
    chosen[2]?.imagen === undefined ? 'Not answered' : '1 file',
  ]
  await eventually('what was answered, in the list', async () => {
    const text = (await row.textContent()) ?? ''
    return texts.every((one) => typeof one === 'string' && text.includes(one))
  })
}
