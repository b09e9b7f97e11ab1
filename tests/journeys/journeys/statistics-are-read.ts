import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { StatisticsPage } from '../pages/statistics-page.ts'
import { test } from '../support/world.ts'
import { look } from '../support/look.ts'
import { EDITOR } from '../support/town.ts'

/** A form of the demonstration, with half a year of answers. */
const FORM = 'inspeccion-local'
const QUESTION = 'Motivo de la inspección'

test('a supervisor finds what is answered most, filters by it, goes to those answers, takes a PDF along, and has it all without a network', async ({
  world,
}) => {
  const server = await world.server()
  const desk = await world.tablet(server.origin, { as: EDITOR, viewport: { width: 1440, height: 900 } })
  const { page } = desk

  world.step('the statistics of the last three months, with what was answered most')
  const received = page.waitForResponse(/\/columns/)
  await desk.goTo(`/estadisticas/${FORM}`)
  const statistics = new StatisticsPage(page)
  await statistics.choose('Last 3 months')
  const all = await statistics.found()
  const [most, second] = await statistics.answered(QUESTION)
  assert.ok(most !== undefined && second !== undefined && second.count > 0)
  assert.deepEqual(await look(page, 'statistics'), [])

  world.step('the figures are on the first screen, below one row of filters')
  assert.ok((await statistics.figuresEnd()) <= 900, 'the figures are above the fold')
  assert.equal((await statistics.filterLines()).length, 1, 'the filters are in one row')

  world.step('a name filters the whole page by the keyboard, and takes that back')
  await statistics.pick(QUESTION, most.name)
  await statistics.shows(most.count)
  await statistics.pick(QUESTION, most.name)
  await statistics.shows(all)
  await statistics.pick(QUESTION, most.name)
  await statistics.shows(most.count)

  world.step('the PDF says what the page says')
  const text = readPdf(await readFile(await statistics.takesPdf()))
    .pages.flat()
    .join('\n')
  for (const part of [most.name, String(most.count), QUESTION]) assert.ok(text.includes(part), part)

  world.step('its count leads to those answers, and back')
  await statistics.goToAnswers(QUESTION, most.name)
  await page
    .getByRole('link', { name: /^See answer/ })
    .first()
    .waitFor()
  await page.goBack()
  await statistics.shows(most.count)

  world.step('the same page without a network, and filtered as it never was with one')
  await (await received).finished()
  await desk.goOffline()
  await page.reload()
  await page.getByText(/Showing the figures saved on this device, as of/).waitFor()
  await statistics.shows(most.count)
  assert.equal((await statistics.answered(QUESTION))[0]?.name, most.name)
  assert.deepEqual(await look(page, 'statistics-offline'), [])
  await statistics.pick(QUESTION, most.name)
  await statistics.pick(QUESTION, second.name)
  await statistics.shows(second.count)
  await desk.goOnline()

  world.step('how the work goes in each municipality')
  await desk.goTo('/estadisticas')
  await page.getByRole('table', { name: 'Municipalities' }).waitFor()
  assert.deepEqual(await look(page, 'general-statistics'), [])
})
