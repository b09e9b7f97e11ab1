// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PUBLIC_AUTHOR } from '#domain/kernel/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { FormContextProvider } from '../form/form-context.ts'
import { createFormStore } from '../form/form-store.ts'
import { SaveBarExtras } from './behind-form.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(account: string, online: boolean, keptByPage?: boolean): string {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  const form = createFormStore(templateOf([section(0, [question(0)])]), {})
  const files = { attach: vi.fn(), replace: vi.fn(), load: vi.fn() }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={{ local: { account }, keptByPage } as unknown as Account}>
          <FormContextProvider value={{ form, files }}>
            <SaveBarExtras />
          </FormContextProvider>
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
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
