// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { BEFORE } from '#tests/support/builders/template.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { DoorLinksPanel } from './door-links.tsx'

afterEach(cleanup)

const FORM = buildTicketForm().id
const ID = 'a'.repeat(20)
const LINK = { id: ID, name: 'Ruben', until: '2027-01-17T21:00:00.000Z', at: BEFORE, by: 'sofia' }

/** The list of links with a server that discards in two requests. */
async function open(link: object = LINK) {
  const sent: SentRequest[] = []
  let left = 2
  await openScreen({
    path: '/entradas',
    screen: () => <DoorLinksPanel form={FORM} timeZone="America/Lima" />,
    role: 'ROLE_SUPERVISOR_ELEVADO',
    areas: [],
    templates: [],
    answer: (asked) => {
      sent.push(asked)
      if (asked.path.endsWith('/scans')) return Response.json({ scans: 312 })
      if (asked.method === 'POST') return Response.json({ scans: 156, isDone: (left -= 1) === 0 })
      const state = left === 0 ? { ended: BEFORE, discarded: { at: BEFORE, isDone: true } } : {}
      return Response.json({ links: [{ ...link, ...state }] })
    },
  })
  return sent
}
const posts = (sent: readonly SentRequest[]) => sent.filter(({ method }) => method === 'POST').map(({ path }) => path)

it('names the number of scans before they are discarded, and asks until all are', async () => {
  const sent = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard the scans of Ruben' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard the scans of Ruben' })
  expect(await within(dialog).findByText('312 scans of this link will be discarded.')).toBeTruthy()
  expect(within(dialog).getByText(/^The link ends\./)).toBeTruthy()
  expect(posts(sent)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Discard scans' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const path = `/api/doors/${FORM}/links/${ID}/discard`
  expect(posts(sent)).toEqual([path, path])
  expect(await screen.findByText(/^Ended .*, scans discarded$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Discard the scans of Ruben' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'End the link of Ruben' })).toBeNull()
})

it('shows the end of a link in the time zone of the municipality', async () => {
  await open()
  expect(await screen.findByText('17/01/2027 16:00')).toBeTruthy()
})

it('offers an ended link whose scans are not all discarded', async () => {
  await open({ ...LINK, ended: BEFORE, discarded: { at: BEFORE, isDone: false } })
  expect(await screen.findByText(/, discarding scans$/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Discard the scans of Ruben' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'End the link of Ruben' })).toBeNull()
})
