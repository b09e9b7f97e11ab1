// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Problem } from '#domain/kernel/index.ts'
import { loadProblemMessages, useProblemText } from './problem-text.ts'

afterEach(cleanup)

function Refusal({ problem }: { readonly problem: Problem }) {
  return <p role="alert">{useProblemText()(problem)}</p>
}

const changed = (currency: string): Problem => ({
  code: 'payment.changes-price',
  details: { before: 12.5, after: 1_250, currency },
})

it.each([
  ['es', 'ARS', '12,50', '1.250,00'],
  ['en', 'ARS', '12.50', '1,250.00'],
  ['es', 'CLP', '12,50', '1.250'],
])('writes both amounts of a refused change as %s does for %s', async (language, currency, before, after) => {
  i18n.loadAndActivate({ locale: language, messages: {} })
  render(<Refusal problem={changed(currency)} />, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })
  await act(() => loadProblemMessages())
  const amounts = screen.getByRole('alert').textContent.match(/\d[\d.,]*\d/g)
  expect(amounts).toEqual([before, after])
})

it.each([
  ['with its reference', { id: '1a2b3c4d5e6f' }, /automatically\. Reference: 1a2b3c4d5e6f$/],
  ['without one, as of a proxy', undefined, /automatically\.$/],
])('shows a failure of the server %s', async (_, details, text) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(<Refusal problem={{ code: 'server.failed', ...(details === undefined ? {} : { details }) }} />, {
    wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>,
  })
  await act(() => loadProblemMessages())
  expect(screen.getByRole('alert').textContent).toMatch(text)
})
