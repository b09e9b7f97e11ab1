// @vitest-environment jsdom
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { authorSchema, type Author } from '#domain/kernel/index.ts'
import {
  discardEntry,
  listOutbox,
  openDevice,
  openLocal,
  saveAnswer,
  setCurrentAccount,
  writeMeta,
} from '#local/index.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { there } from '#tests/support/there.ts'
import { SyncIndicator } from './sync-indicator.tsx'

afterEach(cleanup)

const HINT = 'Another account has unsent work on this device'
const EVA = authorSchema.parse('eva')
const OWN = AUTHOR_PROFILE.id as Author

/** A device on which both have signed in, and one of them has saved an answer. */
async function savedBy(author: Author) {
  const device = openDevice()
  for (const account of [EVA, OWN]) await setCurrentAccount(device, account)
  const local = openLocal(author)
  await saveAnswer(local, { mutation: buildPlainSubmit(1, 'una luz', { author }) })
  return local
}

const open = () =>
  openScreen({ path: '/home', screen: SyncIndicator, role: 'ROLE_INSPECTOR', areas: [], templates: [] })

it('hints at unsent work of another account, without name and number, until it is gone', async () => {
  const local = await savedBy(EVA)
  await open()
  const link = await screen.findByRole('link', { name: `All sent ${HINT}` })
  expect(link.getAttribute('href')).toBe('/sincronizacion')
  expect(screen.getByRole('status').textContent).toBe('All sent')
  const [entry] = await listOutbox(local)
  await discardEntry(local, there(entry).id)
  fireEvent.focus(window)
  await waitFor(() => expect(screen.queryByText(HINT)).toBeNull())
  screen.getByRole('link', { name: 'All sent' })
})

it('hints at nothing where only the account on screen has unsent work', async () => {
  await savedBy(OWN)
  await open()
  await screen.findByRole('link', { name: 'All sent' })
  await new Promise((done) => setTimeout(done, 200))
  expect(screen.queryByText(HINT)).toBeNull()
})

it('is not green after a failed request, until a pull succeeds', async () => {
  const { local } = await open()
  await screen.findByRole('link', { name: 'All sent' })
  await writeMeta(local, 'failures', [Date.now()])
  const link = await screen.findByRole('link', { name: 'Cannot reach the server' })
  expect(link.dataset['tone']).toBe('waiting')
  await writeMeta(local, 'pulledAt', Date.now())
  expect((await screen.findByRole('link', { name: 'All sent' })).dataset['tone']).toBe('received')
})
