import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { readZip } from '../../../support/read-zip.ts'
import { TopBar } from '../../controls/top-bar.ts'
import { look } from '../../support/look.ts'
import type { Supervisor } from '../../support/supervisor.ts'
import type { Tablet } from '../../support/tablet.ts'
import { eventually } from '../../support/waiting.ts'

/** A form of the demonstration whose answers are located. */
const LOCATED = templateIdSchema.parse('censo-arbolado')

/**
 * Opens the list's map, goes by keyboard from cluster to cluster into a popup, which stays open while another answer is
 * deleted elsewhere and leaves the map. Then opens the answer on its own map, and returns to the same place.
 */
export async function openAnswersOnMap(desk: Tablet, outside: Supervisor): Promise<void> {
  const { page } = desk
  await desk.goTo(`/respuestas/listado/${LOCATED}`)
  await page.getByRole('link', { name: 'Map', exact: true }).press('Enter')
  await page.waitForURL(/vista=mapa/)
  await page.getByText(/^\d+ answers on the map/).waitFor()
  const cluster = page.locator('.map-cluster')
  const spot = page.locator('.map-spot')
  await cluster.first().waitFor()
  assert.deepEqual(await look(page, 'answers-map'), [])
  await eventually(
    'the map to have gone in until an answer lies alone',
    async () => {
      if ((await spot.count()) > 0) return true
      // Markers of a view that is being left ignore keys, so the keys are pressed again on the next one.
      await cluster
        .first()
        .press('Enter', { timeout: 1_000 })
        .catch(() => undefined)
      return false
    },
    { within: 60_000, every: 500 },
  )
  await spot.first().press('Enter')
  const popup = page.locator('.leaflet-popup-content')
  await popup.getByText('Author', { exact: true }).waitFor()
  assert.deepEqual(await look(page, 'answer-on-the-map'), [])
  // The address follows the map a moment after the windows of other sizes.
  let place = ''
  await eventually(
    'the map to stand still',
    async () => {
      const before = place
      place = page.url()
      return place === before
    },
    { within: 20_000, every: 1_500 },
  )
  await losesOne(desk, outside, (await popup.locator('.r-code').textContent()) ?? '')
  assert.equal(page.url(), place, 'the map stands where it stood')
  await popup.getByText('Author', { exact: true }).waitFor()
  await popup.getByRole('link', { name: 'See answer' }).press('Enter')
  await page.getByRole('group', { name: 'Map of the location' }).waitFor()
  await page.getByText('Coordinates').waitFor()
  await page.locator('.map-pin').waitFor()
  assert.deepEqual(await look(page, 'answer-with-its-place'), [])
  await page.goBack()
  await eventually('the same place', async () => page.url() === place)
  // After the deletion, another answer may be a marker of its own.
  await page.locator('.map-spot, .map-cluster').first().waitFor()
  await page.getByRole('link', { name: 'List', exact: true }).press('Enter')
  await page.getByRole('table', { name: 'Answers' }).waitFor()
}

/** Another tab deletes an answer that is not open here; the map updates and shows one fewer. */
async function losesOne({ page, origin }: Tablet, outside: Supervisor, read: string): Promise<void> {
  const located = (await outside.answersOf(LOCATED)).filter(({ ubicacion }) => ubicacion?.latlng !== undefined)
  await page.getByText(`${located.length} answers on the map`).waitFor()
  const other = located.find(({ codigoMunicipio }) => codigoMunicipio !== read)
  assert.ok(other !== undefined)
  const tab = await page.context().newPage()
  await tab.goto(`${origin}/ver/${other.id}`)
  await tab.getByRole('button', { name: 'Delete answer' }).press('Enter')
  await tab.getByRole('dialog').getByRole('button', { name: 'Delete answer' }).press('Enter')
  await eventually('the answer to be gone', async () => (await outside.answersOf(LOCATED)).length < located.length)
  // Work left behind by a closed tab has its own test (src/sync/triggers.test.ts).
  await new TopBar(tab).says('All sent')
  await tab.close()
  // Points are requested again only after twenty times the duration of the last request.
  await page.getByText(`${located.length - 1} answers on the map`).waitFor({ timeout: 60_000 })
}

/** Downloads the files of a list as one archive and checks that each has the code of its answer. */
export async function downloadFiles({ page }: Tablet): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export answers' })
  await dialog.getByRole('radio', { name: /ZIP/ }).press('Space')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).press('Enter'),
  ])
  await dialog.getByText(/The ZIP with .* is in your downloads\.$/).waitFor()
  assert.match(download.suggestedFilename(), /^respuestas_\d\d-\d\d-\d{4}\.zip$/)
  const files = Object.entries(readZip(new Uint8Array(await readFile(await download.path()))))
  assert.ok(files.length > 20, `${files.length} files`)
  for (const [path, bytes] of files) {
    assert.match(path, /^CBA\d+\/.+\.(jpe?g|png)$/)
    assert.ok(bytes.length > 100, path)
  }
  await page.keyboard.press('Escape')
}
