// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart } from '#ui/index.ts'
import { LoadErrorBoundary } from './public-pages.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('a part whose file is lost leaves words and a way on, not a white page', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  // React logs the error.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const Lost = lazyPart(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  const reload = vi.fn()
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <LoadErrorBoundary reload={reload}>
          <Lost />
        </LoadErrorBoundary>
      </MantineProvider>
    </I18nProvider>,
  )
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('What you wrote is still on this device.')
  fireEvent.click(within(said).getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})
