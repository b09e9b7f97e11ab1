// @vitest-environment jsdom
import { open, stubBrowser } from '#tests/support/screens/sync-centre.tsx'
import { screen } from '@testing-library/react'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { authorSchema } from '#domain/kernel/index.ts'
import { openDevice, openLocal, saveAnswer, setCurrentAccount } from '#local/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'

stubBrowser()

it('says what is known of this account, and that another one has unsent work here', async () => {
  const indexedDB = new IDBFactory()
  vi.stubGlobal('indexedDB', indexedDB)
  Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
  const author = authorSchema.parse('eva')
  await setCurrentAccount(openDevice(indexedDB), author)
  await saveAnswer(openLocal(author), { mutation: buildPlainSubmit(1, 'una luz', { author }) })
  await open()
  await screen.findByText('The server has received everything you saved on this device.')
  await screen.findByText('Another account has unsent work on this device. It is sent when that account signs in here.')
  screen.getByText(/^A backup contains your work on this device .* with your account\./)
  expect(document.body.textContent).not.toContain('eva')
})
