import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { PLACE_FORM, tabletAt } from '../support/place-form.ts'
import { eventually } from '../support/waiting.ts'

/** Two kilometres from the town's centre, where no map tile has been loaded. */
const FAR_OUT = { latitude: -31.4301, longitude: -64.1702, accuracy: 25 }
const CUT = 'Parts of the map could not be loaded. Showing the areas already viewed on this device.'

test('the map of the municipality is downloaded, paused, cut and reloaded on the way; without a network it is there where no one has looked, at every zoom', async ({
  world,
}) => {
  test.setTimeout(300_000)
  const { tablet } = await tabletAt(world, FAR_OUT)
  const { page } = tablet
  // Number of responses per tile; a rate-limited tile is requested again.
  const given = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.ok() && pathname.startsWith('/api/tiles/')) given.set(pathname, (given.get(pathname) ?? 0) + 1)
  })

  await lookAround(world, [tablet], async (looking) => {
    await tablet.goTo('/sincronizacion')
    await page.getByRole('button', { name: 'Download map' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download map' })
    await dialog
      .getByText(/^About [\d.]+ (KB|MB), up to \d+ min/)
      .first()
      .waitFor()
    assert.ok(given.size < 40, 'its size is told before it is fetched')
    await looking(page, 'map-size')
    await dialog.getByRole('radio', { name: /^2 km/ }).check()
    await dialog.getByRole('button', { name: 'Download', exact: true }).click()
    await page.getByRole('progressbar', { name: /^Map downloaded: [1-9]\d*%$/ }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('Paused').waitFor()
    await looking(page, 'map-paused')
    await page.reload({ waitUntil: 'domcontentloaded' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Downloading map').waitFor()
    await looking(page, 'map-on-its-way')
    world.step('its size was told; begun, paused, reloaded and resumed')

    await tablet.goOffline()
    await page.getByText('Waiting for a connection').waitFor({ timeout: 20_000 })
    await tablet.goOnline()
    await page.getByText('Downloading map').waitFor({ timeout: 20_000 })
    // The download continues after a reload.
    await page.reload({ waitUntil: 'domcontentloaded' })
    await eventually('all of it to be here', async () => (await stored(page)).isWhole, {
      within: 150_000,
      every: 500,
    })
    const { tiles } = await stored(page)
    const twice = [...given.values()].filter((count) => count > 1).length
    assert.ok(tiles > 1_000, `${tiles} squares of five kilometres`)
    assert.ok(twice < 120, `only what was on the line when it was cut came again: ${twice} squares`)
    await page.getByText('Maps available offline').waitFor()
    await looking(page, 'map-downloaded')
    world.step(`cut and gone on by itself: ${tiles} squares are on the device`)

    await tablet.goOffline()
    await tablet.goTo(`/contestar/${PLACE_FORM}`)
    await page.getByRole('button', { name: 'Use my location' }).first().click()
    await page.getByText('Measured by this device, accurate to 25 m').waitFor()
    for (let zoom = 15; zoom <= 18; zoom += 1) {
      await wholeMap(page, zoom)
      if (zoom < 18) await page.getByRole('button', { name: 'Zoom in' }).click()
    }
    assert.equal(await page.getByText(CUT).count(), 0)
    await looking(page, 'map-taken-along')
    await dropNearest(page)
    await tablet.goTo(`/contestar/${PLACE_FORM}?borrador=nuevo`)
    await page.getByRole('button', { name: 'Use my location' }).first().click()
    await page.getByText('Measured by this device, accurate to 25 m').waitFor()
    await wholeMap(page, 15)
    for (let zoom = 15; zoom < 18; zoom += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
    await wholeMap(page, 18)
    await page.getByText(CUT).waitFor()
    await looking(page, 'map-enlarged')
    world.step(
      'without a network the map is whole where nobody has looked, down to the nearest zoom; where that did not fit, the next one is enlarged',
    )

    await tablet.goTo('/sincronizacion')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove map' }).click()
    await page.getByRole('button', { name: 'Download map' }).waitFor()
    await looking(page, 'map-removed')
    world.step('removed')
  })
})

/** State of the download in the device's database. */
async function stored(page: Page): Promise<{ readonly tiles: number; readonly isWhole: boolean }> {
  return page.evaluate(
    () =>
      new Promise<{ tiles: number; isWhole: boolean }>((resolve, reject) => {
        const opening = indexedDB.open('relevo-map')
        opening.onerror = () => reject(new Error('It cannot be opened'))
        opening.onsuccess = () => {
          const database = opening.result
          const asking = database.transaction('downloads').objectStore('downloads').get('map')
          asking.onerror = () => reject(new Error('It cannot be read'))
          asking.onsuccess = () => {
            const { tiles, total } = asking.result as { tiles: number; total: number }
            database.close()
            resolve({ tiles, isWhole: tiles === total })
          }
        }
      }),
  )
}

/** Deletes the tiles of the nearest zoom level, as if they had not fitted. */
async function dropNearest(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('relevo-map')
        opening.onerror = () => reject(new Error('It cannot be opened'))
        opening.onsuccess = () => {
          const database = opening.result
          const writing = database.transaction(['tiles', 'downloaded'], 'readwrite')
          const nearest = IDBKeyRange.bound('/api/tiles/default/18/', '/api/tiles/default/18/~')
          for (const name of ['tiles', 'downloaded']) writing.objectStore(name).delete(nearest)
          writing.onabort = () => reject(new Error('It cannot be written'))
          writing.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
  )
}

/** Waits until every visible tile of this zoom level is drawn. */
async function wholeMap(page: Page, zoom: number): Promise<void> {
  await eventually(`the map to be whole at zoom ${zoom}`, async () => {
    const [drawn, all] = await Promise.all([
      page.locator('.leaflet-tile-loaded').count(),
      page.locator('.leaflet-tile').count(),
    ])
    return drawn >= 4 && drawn === all
  })
}
