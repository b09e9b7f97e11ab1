import assert from 'node:assert/strict'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import { test } from '../support/world.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import { mapDrawn, PLACE_FORM, tabletAt } from '../support/place-form.ts'
import { signInAs } from '../support/supervisor.ts'
import { SUPERVISOR } from '../support/town.ts'
import type { Tablet } from '../support/tablet.ts'
import { eventually } from '../support/waiting.ts'

const FOUND = 'Av. Colón 4521, Córdoba, Argentina'
const HERE = { latitude: -31.4142, longitude: -64.1893, accuracy: 25 }

test('a place is found on the map; without a network a position is enough, on the map of before, and its address is found when it arrives', async ({
  world,
}) => {
  const { server, tablet } = await tabletAt(world, HERE)
  const { page } = tablet

  await lookAround(world, [tablet], async (looking) => {
    await tablet.goTo(`/contestar/${PLACE_FORM}`)
    await mapDrawn(page)
    await page.getByLabel('Address').fill('av colon 4521')
    await page.getByRole('button', { name: 'Find this address' }).click()
    await page.getByRole('button', { name: FOUND }).waitFor()
    await looking(page, 'location-found')
    await page.getByRole('button', { name: FOUND }).click()
    assert.equal(await page.getByLabel('Address').inputValue(), FOUND)
    await mapDrawn(page)

    const before = await page.getByLabel('Longitude').inputValue()
    await page.getByRole('button', { name: 'Location; move it with the arrow keys' }).press('ArrowRight')
    await eventually('the point to have moved', async () => {
      return (await page.getByLabel('Longitude').inputValue()) !== before
    })
    await page.getByText('Satellite', { exact: true }).click()
    await mapDrawn(page)
    await page.getByRole('button', { name: 'Use my location' }).first().click()
    await page.getByText('Measured by this device, accurate to 25 m').waitFor()
    await mapDrawn(page)
    await page.getByText('Map', { exact: true }).click()
    await mapDrawn(page)
    world.step('found, moved and measured')

    const tree = new AnsweringPage(page).question('Dónde está')
    const written = async () => tree.getByRole('textbox').inputValue()
    await tree.getByRole('button', { name: 'Find on the map' }).click()
    await tree.locator('.leaflet-tile-loaded').first().waitFor()
    await tree.getByRole('button', { name: 'Use my location' }).click()
    await eventually('the address of the tree', async () =>
      /^.+, Córdoba, Argentina \(-31\.414200, -64\.189300\)$/.test(await written()),
    )
    await tree.getByText('Measured by this device, accurate to 25 m').waitFor()
    await mapDrawn(page)
    await looking(page, 'place-of-a-row')

    await tablet.goOffline()
    await tablet.goTo(`/contestar/${PLACE_FORM}?borrador=nuevo`)
    await page.getByRole('button', { name: 'Use my location' }).first().click()
    await page.getByText('Coordinates are enough. The server will add the address if it finds one.').waitFor()
    await mapDrawn(page)
    await looking(page, 'location-offline')
    const trees = new AnsweringPage(page)
    await trees.question('Dónde está').getByRole('button', { name: 'Use my location' }).click()
    await page.getByRole('button', { name: 'Add árbol' }).click()
    await trees.type('Dónde está', 'La esquina')
    await looking(page, 'places-of-rows-offline')
  })
  await new AnsweringPage(page).type('Nota', 'Un pozo')
  await new AnsweringPage(page).save()
  const confirmation = new ConfirmationPage(page)
  await confirmation.isSavedOnTheDevice()
  world.step('saved without a network, on the map of before')

  await tablet.goOnline()
  await confirmation.isRegistered()
  const supervisor = await signInAs(SUPERVISOR, server.origin)
  const address = await eventually('its address to be found', async () => {
    const { ubicacion } = await supervisor.answer(confirmation.answerId())
    return ubicacion?.direccion === '' ? undefined : ubicacion?.direccion
  })
  assert.match(address, /, Córdoba, Argentina$/)
  world.step(`its address was found: ${address}`)
  const { secciones } = await supervisor.answer(confirmation.answerId())
  const places = [secciones[1], ...(secciones[1]?.seccionesRepetibles ?? [])].map((row) => row?.preguntas[0]?.respuesta)
  assert.deepEqual(places, ['-31.414200, -64.189300', 'La esquina'])
  await lookAround(world, [tablet], async (looking) => {
    await tablet.goTo(`/ver/${confirmation.answerId()}`)
    await page.getByRole('button', { name: 'On the map' }).click()
    await eventually('both maps', async () => (await page.locator('.leaflet-container').count()) === 2)
    await mapDrawn(page)
    await looking(page, 'place-of-a-row-read')
  })
  world.step('each tree has its own place')

  await tablet.goOffline()
  await lookAround(world, [tablet], (looking) => startsLikeTheLast(tablet, looking))
  world.step('the next answer about the place begins like it, without a network')
})

/** The last answer about this place is offered to its author, applied, and undone. */
async function startsLikeTheLast(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo(`/contestar/${PLACE_FORM}?borrador=nuevo`)
  const note = new AnsweringPage(page).question('Nota').getByRole('textbox')
  await page.getByRole('button', { name: 'Use my location' }).first().click()
  const start = page.getByRole('button', { name: /^Copy the answer of/ })
  await start.waitFor()
  assert.equal(await note.inputValue(), '')
  await looking(page, 'like-the-last')
  await start.click()
  await page.getByText('1 answer copied. Check that it is still correct.').waitFor()
  assert.equal(await note.inputValue(), 'Un pozo')
  await looking(page, 'like-the-last-taken')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually('the note to be empty again', async () => (await note.inputValue()) === '')
}
