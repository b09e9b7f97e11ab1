// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

let isCut = true
vi.mock('../refusals/problem-messages.ts', async (original) => {
  if (isCut) throw new Error('the network is cut')
  return original()
})

it('says what it can while the words of a refusal are not there, asks for them again, and says it once they come', async () => {
  vi.resetModules()
  const { loadProblemMessages, useProblemText } = await import('./problem-text.ts')
  i18n.activate('en')
  const Refusal = () => <p>{useProblemText()({ code: 'file.too-large' })}</p>
  const shown = () =>
    render(<Refusal />, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> })
  const first = shown()
  await act(() => loadProblemMessages())
  screen.getByText('Something went wrong. Try again.')
  first.unmount()

  isCut = false
  shown()
  await act(() => loadProblemMessages())
  expect(screen.getByText('The file is too large.')).toBeTruthy()
})
