import assert from 'node:assert/strict'
import type { Page } from '@playwright/test'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { PublicSavedPage } from '../pages/public-page.ts'
import { countOnDevice } from '../support/device-storage.ts'
import { test } from '../support/world.ts'
import { lookAround } from '../support/looking.ts'
import { mapDrawn, PLACE_FORM, publishPlaceForm } from '../support/place-form.ts'
import { signInAs } from '../support/supervisor.ts'
import { EDITOR, SUPERVISOR } from '../support/town.ts'
import { eventually } from '../support/waiting.ts'

const ADDRESS = `/publico/contestar/${PLACE_FORM}`
const PHONE = { width: 390, height: 844 }
const FOUND = 'Av. Colón 4521, Córdoba, Argentina'
const PUBLIC = { id: 'public', email: '', password: '' }
const HERE = { latitude: -31.4142, longitude: -64.1893, accuracy: 25 }
const NO_MAP = 'The map is not available. Type the address or use this device’s location.'

test('someone without an account finds a place on the map, which is fetched when they want it; without a network, and where no map can be had, they say it in words; what others sent nearby is offered before sending', async ({
  world,
}) => {
  const server = await world.server()
  await publishPlaceForm(server.origin, EDITOR, 'public')
  const phone = await world.tablet(server.origin, { viewport: PHONE })
  const { page } = phone
  await phone.context.grantPermissions(['geolocation'], { origin: server.origin })
  await phone.context.setGeolocation(HERE)
  const asked = mapRequests(page)

  await lookAround(world, [phone], async (looking) => {
    await phone.goTo(ADDRESS)
    const form = new AnsweringPage(page)
    await page.getByRole('button', { name: 'Find on the map' }).waitFor()
    await phone.workerControls()
    assert.equal(asked.length, 0, 'nothing of a map is fetched before somebody wants it')
    await looking(page, 'public-place-offered')

    await page.getByRole('button', { name: 'Find on the map' }).click()
    await mapDrawn(page)
    await page.getByLabel('Address').fill('av colon 4521')
    await page.getByRole('button', { name: 'Find this address' }).click()
    await page.getByRole('button', { name: FOUND }).waitFor()
    await looking(page, 'public-place-found')
    const paint = (button: Element): string => getComputedStyle(button).backgroundColor
    const painted = await page.getByRole('button', { name: 'Send', exact: true }).evaluate(paint)
    assert.notEqual(painted, 'rgba(0, 0, 0, 0)', 'the styles that come with the map leave those of the page')
    await page.getByRole('button', { name: FOUND }).click()
    await mapDrawn(page)
    const before = await page.getByLabel('Longitude').inputValue()
    await page.getByRole('button', { name: 'Location; move it with the arrow keys' }).press('ArrowRight')
    await eventually('the point to have moved', async () => {
      return (await page.getByLabel('Longitude').inputValue()) !== before
    })
    await page.getByText('Satellite', { exact: true }).click()
    await mapDrawn(page)
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText('Measured by this device, accurate to 25 m').waitFor()
    await eventually('the address of the position', async () => {
      const address = await page.getByLabel('Address').inputValue()
      return address !== FOUND && address.endsWith(', Córdoba, Argentina')
    })
    await mapDrawn(page)
    await looking(page, 'public-place-measured')
    assert.deepEqual(
      asked.filter((path) => path.startsWith('/api/') && !path.startsWith(`/api/public/forms/${PLACE_FORM}/`)),
      [],
      'all of it comes from what the public may ask',
    )
    assert.ok(asked.some((path) => path.includes('/tiles/satellite/')))
    world.step('found, moved, seen from above and measured')

    await phone.goOffline()
    const drawn = await page.locator('.leaflet-tile-loaded').count()
    await page.getByText('Map', { exact: true }).click()
    await mapDrawn(page)
    assert.ok(drawn > 0, 'what was seen is there while the page is')
    await form.type('Nota', 'Una luz apagada')
    await form.choose('Problema', 'Apagada')
    await form.save()
    await new PublicSavedPage(page).waits()
    await phone.goOnline()
    const code = await new PublicSavedPage(page).isRegistered()
    const first = await placeOf(server.origin, 1)
    assert.deepEqual(first.latlng, { latitude: HERE.latitude, longitude: HERE.longitude })
    assert.match(first.direccion, /, Córdoba, Argentina$/)
    assert.equal(await keptMaps(page), 0, 'where they looked does not stay on the device')
    world.step('sent with its coordinates and its address')

    // A booking product redirects users to this address; the citizen's id is removed from it.
    await phone.goTo(`/ciudadano/guardado/${PLACE_FORM}/${code}/77/true`)
    await new PublicSavedPage(page).isRegistered()
    assert.equal(new URL(page.url()).pathname, `/publico/guardado/${PLACE_FORM}/${code}`)

    await phone.goOffline()
    await phone.goTo(ADDRESS)
    await page.getByRole('button', { name: 'Find on the map' }).click()
    await page.getByText(NO_MAP).waitFor()
    await looking(page, 'public-place-offline')
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByText('Measured by this device, accurate to 25 m').waitFor()
    await form.type('Nota', 'Otra luz apagada')
    await form.choose('Problema', 'Titila')
    await form.save()
    await new PublicSavedPage(page).waits()
    await phone.goOnline()
    await new PublicSavedPage(page).isRegistered()
    const second = await eventually('its address to be found', async () => {
      const place = await placeOf(server.origin, 2)
      return place.direccion === '' ? undefined : place
    })
    assert.match(second.direccion, /, Córdoba, Argentina$/)
    world.step('without a map: the position is enough, and its address is found when it arrives')

    const another = async (note: string): Promise<void> => {
      await phone.goTo(ADDRESS)
      await page.getByRole('button', { name: 'Use my location' }).click()
      await page.getByText('Measured by this device, accurate to 25 m').waitFor()
      await form.type('Nota', note)
      await form.choose('Problema', 'Apagada')
      await form.pressSave()
    }
    await another('La misma luz')
    const offered = page.getByRole('dialog', { name: 'Is it one of these?' })
    await offered.getByText('up to 50 m away').first().waitFor()
    assert.deepEqual(await offered.locator('strong').allInnerTexts(), ['Titila', 'Apagada'], 'the newest first')
    assert.ok(!/luz|Colón|Anónimo/.test(await offered.innerText()), 'nothing of what others wrote')
    await looking(page, 'public-nearby')
    await page.keyboard.press('Escape')
    await offered.waitFor({ state: 'hidden' })
    await form.pressSave()
    await offered.getByRole('button', { name: 'Yes, it is this one' }).last().click()
    await page.getByRole('heading', { name: 'Thank you. The municipality already knows.' }).waitFor()
    await looking(page, 'public-nearby-known')
    await page.getByRole('button', { name: 'Discard what I wrote' }).click()
    await page.getByRole('button', { name: 'Discard permanently' }).click()
    await page.getByText('What you wrote is no longer on this device').waitFor()
    assert.equal((await supervised(server.origin)).length, 2, 'nothing was sent')
    assert.equal(await countOnDevice(phone, PUBLIC, 'drafts'), 0, 'and nothing is left')
    await another('Una tercera')
    await offered.getByRole('button', { name: 'No, send my answer' }).click()
    await new PublicSavedPage(page).isRegistered()
    assert.equal((await supervised(server.origin)).length, 3)
    world.step('what others sent nearby is offered: one of these is not sent again, another one is')
  })
})

/** Records a page's map requests: tiles, addresses, and the map's own code. */
function mapRequests(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(?:map|tiles|geocode)|\/(?:map|tiles|geocode)(?:\/|$)|leaflet|ground-map/.test(pathname))
      asked.push(pathname)
  })
  return asked
}

async function supervised(origin: string) {
  return (await signInAs(SUPERVISOR, origin)).answersOf(templateIdSchema.parse(PLACE_FORM))
}

/** Location of the newest answer, once this many exist. */
async function placeOf(origin: string, count: number) {
  const supervisor = await signInAs(SUPERVISOR, origin)
  const youngest = await eventually('the answer at the desk', async () => {
    const answers = await supervised(origin)
    return answers.length < count ? undefined : answers.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
  })
  const { ubicacion } = await supervisor.answer(youngest.id)
  assert.ok(ubicacion !== undefined, 'it says where')
  return ubicacion
}

/** Number of map databases on this device. */
function keptMaps(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return databases.filter(({ name }) => name === 'relevo-map').length
  })
}
