// @vitest-environment jsdom
import { listNamed, notices, open, press, save, stubBrowser, take } from '#tests/support/screens/sync-centre.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { listOutbox } from '#local/index.ts'
import { capture } from '#tests/support/device/device.ts'

stubBrowser()

it('an answer is discarded only while nothing of it has left', async () => {
  const { local } = await open((one) => save(one, 1, [capture('x')]))
  fireEvent.click(await within(await listNamed('To be sent')).findByRole('button', { name: /^Discard/ }))
  await press('Discard permanently', await screen.findByRole('dialog', { name: 'Discard this answer?' }))
  await waitFor(async () => expect(await listOutbox(local)).toEqual([]))
  expect(await local.database.blobs.count()).toBe(0)
  await waitFor(() => expect(notices().at(-1)).toEqual(['waiting', 'Discarded']))

  await save(local, 2)
  await within(await listNamed('To be sent')).findByRole('button', { name: /^Discard/ })
  await take(local)
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Discard/ })).toBeNull())
  expect(await listOutbox(local)).toHaveLength(1)
})
