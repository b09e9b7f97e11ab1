import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { AREAS } from '#embedded/demo/places.ts'
import { QUESTION_TYPE, templateDraftSchema } from '#domain/documents/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AnsweringPage } from '../pages/answering-page.ts'
import { ConfirmationPage } from '../pages/confirmation-page.ts'
import type { Journey } from '../support/journey.ts'
import { lookAround, type Looking } from '../support/looking.ts'
import { prepare } from '../support/main-job.ts'
import { signInAs } from '../support/supervisor.ts'
import { EDITOR, SUPERVISOR, type Person } from '../support/town.ts'
import type { Tablet } from '../support/tablet.ts'
import { eventually } from '../support/waiting.ts'

const FORM = 'P'.repeat(26)
const FOUND = 'Av. Colón 4521, Córdoba, Argentina'
const HERE = { latitude: -31.4142, longitude: -64.1893, accuracy: 25 }

export const journey: Journey = {
  name: 'a place is found on the map; without a network a position is enough, on the map of before, and its address is found when it arrives',
  seconds: 120,
  run: async (world) => {
    const server = await world.server()
    await publish(server.origin, EDITOR)
    const tablet = await world.tablet(server.origin)
    const { page } = tablet
    await tablet.context.grantPermissions(['geolocation'], { origin: server.origin })
    await tablet.context.setGeolocation(HERE)
    await prepare(tablet)

    await lookAround(world, [tablet], async (looking) => {
      await tablet.goTo(`/contestar/${FORM}`)
      await drawn(page)
      await page.getByLabel('Address').fill('av colon 4521')
      await page.getByRole('button', { name: 'Find this address' }).click()
      await page.getByRole('button', { name: FOUND }).waitFor()
      await looking(page, 'location-found')
      await page.getByRole('button', { name: FOUND }).click()
      assert.equal(await page.getByLabel('Address').inputValue(), FOUND)
      await drawn(page)

      const before = await page.getByLabel('Longitude').inputValue()
      await page.getByRole('button', { name: 'The place; the arrow keys move it' }).press('ArrowRight')
      await eventually('the point to have moved', async () => {
        return (await page.getByLabel('Longitude').inputValue()) !== before
      })
      await page.getByText('Satellite', { exact: true }).click()
      await drawn(page)
      await page.getByRole('button', { name: 'Use my position' }).click()
      await page.getByText('Measured by this device, to within 25 m').waitFor()
      await drawn(page)
      await page.getByText('Map', { exact: true }).click()
      await drawn(page)
      world.step('found, moved and measured')

      await tablet.goOffline()
      await tablet.goTo(`/contestar/${FORM}?borrador=nuevo`)
      await page.getByRole('button', { name: 'Use my position' }).click()
      await page
        .getByText('The position is enough. Its address is added when the answer arrives, where one can be found.')
        .waitFor()
      await drawn(page)
      await looking(page, 'location-offline')
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

    await tablet.goOffline()
    await lookAround(world, [tablet], (looking) => startsLikeTheLast(tablet, looking))
    world.step('the next answer about the place begins like it, without a network')
  },
}

/** What was said of this place is offered to the one who said it, taken over, and taken back. */
async function startsLikeTheLast(tablet: Tablet, looking: Looking): Promise<void> {
  const { page } = tablet
  await tablet.goTo(`/contestar/${FORM}?borrador=nuevo`)
  const note = new AnsweringPage(page).question('Nota').getByRole('textbox')
  await page.getByRole('button', { name: 'Use my position' }).click()
  const start = page.getByRole('button', { name: /^Start like the answer of/ })
  await start.waitFor()
  assert.equal(await note.inputValue(), '')
  await looking(page, 'like-the-last')
  await start.click()
  await page.getByText('1 answer taken over: see whether it still holds.').waitFor()
  assert.equal(await note.inputValue(), 'Un pozo')
  await looking(page, 'like-the-last-taken')
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually('the note to be empty again', async () => (await note.inputValue()) === '')
}

/** Some squares of the map are drawn. */
async function drawn(page: Page): Promise<void> {
  await eventually('the map to be drawn', async () => (await page.locator('.leaflet-tile-loaded').count()) >= 4)
}

/** A form that asks for a line of text, and where. */
async function publish(origin: string, { email, password }: Person): Promise<void> {
  const post = async (path: string, body: object, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    })
  const cookie = (await post('/api/session', { email, password })).headers.get('set-cookie')?.split(';')[0]
  const secciones = [
    { orden: 0, preguntas: [{ orden: 0, titulo: 'Nota', tipoPregunta: QUESTION_TYPE.OPEN, required: true }] },
  ]
  const opcionales = { geolocalizacion: true, startLikeLast: true }
  const facts = { areas: [AREAS.cordoba.habilitaciones] }
  const form = buildPlainTemplate(facts, { titulo: 'Andanza: lugar', secciones, opcionales })
  const made = await post('/api/templates', { id: FORM, draft: templateDraftSchema.parse(form) }, cookie)
  assert.equal(made.status, 200, await made.text())
}
