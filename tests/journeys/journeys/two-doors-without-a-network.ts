import assert from 'node:assert/strict'
import { DoorPage } from '../pages/door-page.ts'
import { SignInPage } from '../pages/sign-in-page.ts'
import { EVENT_FORM, sellEvent } from '../support/event.ts'
import type { Journey, World } from '../support/journey.ts'
import { look } from '../support/look.ts'
import type { Tablet } from '../support/tablet.ts'
import { EDITOR } from '../support/town.ts'

const PHONE = { width: 390, height: 844 }

export const journey: Journey = {
  name: 'two doors without a network let in the same two tickets, and staff see both places when they report',
  seconds: 90,
  run: async (world) => {
    const { server, tickets } = await sellEvent(await world.folder('event'))
    world.ending(() => server.close(0))
    const origin = `http://localhost:${server.port}`
    const [first, second] = tickets
    if (first === undefined || second === undefined) throw new Error('Two tickets are needed')

    const staff = await world.tablet(origin)
    await staff.goTo('/login?volver=/entradas/viaje-concierto')
    await new SignInPage(staff.page).signIn(EDITOR)
    const office = new DoorPage(staff.page)
    assert.deepEqual(await look(staff.page, 'door, unnamed'), [])
    await office.open('Oficina')
    const link = await office.makeLink('Puertas')
    assert.deepEqual(await look(staff.page, 'door, links'), [])
    await office.close()
    world.step('staff have made a link')

    const [north, south] = await Promise.all(['Norte', 'Sur'].map((name) => openOffline(world, origin, link, name)))
    if (north === undefined || south === undefined) throw new Error('Two doors are needed')
    for (const [{ door }, verdict] of [
      [north, 'Let in'],
      [south, 'Let in'],
    ] as const) {
      await door.type(first.number)
      await door.says(verdict, 'Platea', /^By the list of/)
      await door.scan(second.qrCode)
      await door.shows('2 scans to send')
      await door.says(verdict)
    }
    await north.phone.page.waitForTimeout(3_000)
    await north.door.type(first.number)
    await north.door.says('Already used', /^Entered .* at Norte$/)
    assert.deepEqual(await look(north.phone.page, 'door, refused', { tight: true }), [])
    world.step('both doors have let in both tickets')

    // Killed and opened anew without a network: what waits is there.
    await south.phone.goTo('/entradas/viaje-concierto')
    await south.door.isOpen()
    await south.door.shows('2 scans to send')
    assert.ok(!south.phone.page.url().includes('d1.'), 'the secret is not in the address')
    for (const { phone, door } of [north, south]) {
      await phone.goOnline()
      await door.shows('Online')
      await phone.page.getByText('to send').waitFor({ state: 'detached' })
    }
    await office.openReport()
    const report = staff.page.getByRole('table', { name: 'Let in twice' })
    await report.waitFor()
    assert.equal(await report.getByText('Norte').count(), 2)
    assert.equal(await report.getByText('Sur').count(), 2)
    assert.deepEqual(await look(staff.page, 'door, report'), [])
  },
}

/** A phone without an account that has opened the link, and has no network from then on: the page itself comes without one. */
async function openOffline(world: World, origin: string, link: string, name: string) {
  const phone: Tablet = await world.tablet(origin, { viewport: PHONE, touch: true })
  const door = new DoorPage(phone.page)
  await phone.goTo(link.slice(origin.length))
  await door.open(name)
  await phone.workerControls()
  await phone.goOffline()
  await phone.goTo(`/entradas/${EVENT_FORM.id}`)
  await door.isOpen()
  return { phone, door }
}
