// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { question } from '#tests/support/builders/form-parts.ts'
import { ScanCodeButton } from './scan-code.tsx'

const { loadScanButton } = vi.hoisted(() => ({
  loadScanButton: vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))),
}))
vi.mock('#ui/capture/index.ts', () => ({ openCodeReader: async () => async () => [], loadScanButton }))

afterEach(cleanup)

it('a button whose file is lost on the way takes nothing of the form with it', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const coded = question(0, { escaneable: true })
  render(
    <I18nProvider i18n={i18n}>
      <p>{'the form'}</p>
      <ScanCodeButton question={coded} value={{}} id="q" labelledBy="l" onChange={() => undefined} />
    </I18nProvider>,
  )
  await waitFor(() => expect(loadScanButton).toHaveBeenCalledOnce())
  await new Promise((resolve) => setTimeout(resolve, 20))
  screen.getByText('the form')
})
