// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Dexie } from 'dexie'
import { afterEach, expect, it, vi } from 'vitest'
import type { DoorData } from '#domain/tickets/index.ts'
import { codeOf, doorWorld, FORM, hashOf, NUMBER, OTHER } from '#tests/support/doors/door-world.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { DoorScreen } from './door-screen.tsx'

afterEach(async () => {
  cleanup()
  // Dexie warns about each connection that it closes.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await Dexie.delete('relevo-doors')
})

/** The screen with a server of its own; the browser has neither camera nor sound. */
async function open(more: Partial<DoorData> = {}, isThere = true) {
  const { server, askAs } = await doorWorld(more)
  server.clock = Date.now
  server.deviceClock = Date.now
  server.isThere = isThere
  const ask = askAs(undefined)
  await openScreen({
    path: '/entradas/concierto',
    screen: () => <DoorScreen form={FORM} secret={undefined} ask={ask} />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
  })
  return server
}
async function openDoor(name = 'Norte'): Promise<void> {
  await screen.findByRole('button', { name: 'Start checking tickets' })
  fireEvent.change(screen.getByLabelText(/Name of this door/), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'Start checking tickets' }))
  await screen.findByLabelText('Ticket number')
}
function type(text: string): void {
  fireEvent.change(screen.getByLabelText('Ticket number'), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
}

it('a door has a name before it opens, and without a camera numbers are typed', async () => {
  const server = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Start checking tickets' }))
  expect(await screen.findByText('Enter a name for this door.')).toBeTruthy()
  await openDoor()
  expect(await screen.findByRole('heading', { name: 'Concierto' })).toBeTruthy()
  expect(await screen.findByText(/No camera found/)).toBeTruthy()
  server.isThere = false
  type(NUMBER)
  expect(await screen.findByText('Admit')).toBeTruthy()
  expect(screen.getByText('Platea')).toBeTruthy()
  expect(screen.getByText(/^Checked with the list of \d\d:\d\d$/)).toBeTruthy()
  expect(await screen.findByText('1 scan to send')).toBeTruthy()
  expect(screen.getByText(/^Offline, list of/)).toBeTruthy()
  type(OTHER)
  expect(await screen.findByText('Not a ticket of this event')).toBeTruthy()
})

it('refuses at once before the opening hours, with and without a network, and says when it opens', async () => {
  const zones = [{ zone: 0, name: 'Platea' }]
  const opens = Date.now() + 19 * 24 * 3_600_000
  const server = await open({
    event: { form: FORM, title: 'Concierto', mark: 'a1b2c3d4e5f60718', isTest: false, again: 'never', zones, opens },
  })
  await openDoor()
  for (const isThere of [true, false]) {
    server.isThere = isThere
    type(isThere ? NUMBER : await codeOf(OTHER))
    expect(await screen.findByText('Doors are closed')).toBeTruthy()
    expect(screen.getByText(/^Open from /)).toBeTruthy()
  }
  expect(screen.queryByText('Admit')).toBeNull()
})

it('says where a ticket was used, which the server knows', async () => {
  const server = await open()
  await openDoor('Sur')
  const before = {
    ticket: hashOf(NUMBER),
    at: Date.now() - 60_000,
    direction: 'entry' as const,
    device: 'x',
    door: 'Norte',
    isAdmitted: true,
  }
  server.verdict = { kind: 'refused', why: 'used', before }
  type(NUMBER)
  expect(await screen.findByText('Already used')).toBeTruthy()
  expect(screen.getByText(/^Entered .*\d\d:\d\d at Norte$/)).toBeTruthy()
  expect(screen.getByText('Checked online')).toBeTruthy()
})

it('hears a scanner that types wherever the focus is, and presses no button by its spaces', async () => {
  const server = await open()
  await openDoor()
  server.isThere = false
  const settings = screen.getByRole('button', { name: 'This door' })
  settings.focus()
  const code = `${await codeOf(OTHER)}`
  const typed = [...code, 'Enter'].map((key) => fireEvent.keyDown(settings, { key }))
  expect(await screen.findByText('Admit')).toBeTruthy()
  expect(screen.getByText(/^Newer than the list of .* by its signature$/)).toBeTruthy()
  expect(typed.at(-1)).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('lets out where it stands for exits, and only whom it has been set to let in', async () => {
  const zones = [
    { zone: 0, name: 'Platea' },
    { zone: 1, name: 'Campo' },
  ]
  const server = await open({
    event: { form: FORM, title: 'Concierto', mark: 'a1b2c3d4e5f60718', isTest: true, again: 'never', zones },
  })
  fireEvent.click(await screen.findByLabelText('Platea'))
  await openDoor()
  expect(screen.getByText(/uses test payments/)).toBeTruthy()
  server.isThere = false
  type(NUMBER)
  expect(await screen.findByText('Wrong entrance')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Exit' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Exit' }).checked).toBe(true))
  type(NUMBER)
  expect(await screen.findByText('Let out')).toBeTruthy()
})

it('is set to let in at least one zone, and hears a scanner after its direction was pressed', async () => {
  const zones = [
    { zone: 0, name: 'Platea' },
    { zone: 1, name: 'Campo' },
  ]
  const server = await open({
    event: { form: FORM, title: 'Concierto', mark: 'a1b2c3d4e5f60718', isTest: false, again: 'never', zones },
  })
  for (const { name } of zones) {
    expect((await screen.findByText(name)).className).toContain('r-target')
    fireEvent.click(screen.getByLabelText(name))
  }
  fireEvent.change(screen.getByLabelText(/Name of this door/), { target: { value: 'Norte' } })
  fireEvent.click(screen.getByRole('button', { name: 'Start checking tickets' }))
  expect(await screen.findByText(/this door admits no one/)).toBeTruthy()
  fireEvent.click(screen.getByLabelText('Platea'))
  await openDoor()
  server.isThere = false
  const radio = screen.getByRole('radio', { name: 'Entry' })
  for (const key of [...NUMBER, 'Enter']) fireEvent.keyDown(radio, { key })
  expect(await screen.findByText('Admit')).toBeTruthy()
  // A code still held in front of the scanner is no second person: neither green nor red.
  type(NUMBER)
  expect((await screen.findByText('Same ticket again')).closest('[data-kind]')?.getAttribute('data-kind')).toBe('again')
  const [waiting] = await screen.findAllByText('1 scan to send')
  expect(waiting).toBeTruthy()
  server.isThere = true
  server.drops = true
  fireEvent(window, new Event('online'))
  expect(await screen.findByText('1 scan was rejected by the server')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove it from this device' }))
  await waitFor(() => expect(screen.queryByText('1 scan was rejected by the server')).toBeNull())
})

it('that was never fetched says so, and opens when the server is there', async () => {
  const server = await open({}, false)
  expect(await screen.findByText(/has not been downloaded to this device/)).toBeTruthy()
  server.isThere = true
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await openDoor()
})

it('whose right is gone says so, and has nothing left to judge by', async () => {
  const server = await open()
  await openDoor()
  server.refuses = { problem: { code: 'access.forbidden' }, status: 403 }
  type(NUMBER)
  expect(await screen.findByText('This door is closed.')).toBeTruthy()
  expect(screen.queryByLabelText('Ticket number')).toBeNull()
  server.refuses = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByLabelText('Ticket number')).toBeTruthy()
})
