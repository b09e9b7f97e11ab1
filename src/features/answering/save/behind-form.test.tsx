// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, it, vi } from 'vitest'
import { PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { openLocal, saveAnswer } from '#local/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import type { AnsweringSession } from '../session.ts'
import { SaveBarExtras } from './behind-form.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function renderExtras(account: object, elsewhere?: AnsweringSession): void {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const form = createFormStore(templateOf([section(0, [question(0)])]), {})
  const files = { attach: vi.fn(), replace: vi.fn(), load: vi.fn() }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={account as Account}>
          <FormContextProvider value={{ form, files }}>
            <SaveBarExtras answer={buildPlainSubmit().answer} elsewhere={elsewhere ?? false} />
          </FormContextProvider>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
}

function show(account: string, online: boolean, keptByPage?: boolean): string {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  renderExtras({ local: { account }, keptByPage })
  return screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('')
}

it('tells the public before sending that there is no connection, and what becomes of the answer', () => {
  expect(show(PUBLIC_AUTHOR, false)).toBe(
    'No connection. Your answer will be kept on this device until it can be sent.',
  )
  cleanup()
  expect(show(PUBLIC_AUTHOR, false, true)).toMatch(/^No connection. Keep this page open until you can send/)
})

it.each([
  [PUBLIC_AUTHOR, true],
  ['ana', false],
] as const)('says nothing to %s with a connection (%s): staff have the sync indicator', (account, online) => {
  expect(show(account, online)).toBe('')
})

it('says that the draft is open in another window until that window has saved the answer', async () => {
  const local = openLocal(PUBLIC_AUTHOR, { indexedDB: new IDBFactory(), IDBKeyRange })
  const mutation = buildPlainSubmit(1, 'sin luz', { author: PUBLIC_AUTHOR })
  renderExtras({ local }, { answer: mutation.answer, mutation: buildPlainSubmit(2).id } as unknown as AnsweringSession)
  await screen.findByText('Also open in another window.')
  await act(() => saveAnswer(local, { mutation }))
  await waitFor(() => expect(screen.queryByText('Also open in another window.')).toBeNull())
})
