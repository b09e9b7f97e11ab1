// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CopyableCode } from './code-to-copy.tsx'

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const page = (text: string) => (
  <I18nProvider i18n={i18n}>
    <MantineProvider env="test">
      <CopyableCode text={text} />
    </MantineProvider>
  </I18nProvider>
)
const browserWith = (clipboard: unknown) => vi.stubGlobal('navigator', { clipboard })
const press = () => fireEvent.click(screen.getByRole('button'))

describe('a code', () => {
  it('is copied with one tap, and said to be until it is another', async () => {
    const writeText = vi.fn(async () => undefined)
    browserWith({ writeText })
    const { rerender } = render(page('VIS1'))
    press()
    await screen.findByText('Copied')
    expect(writeText).toHaveBeenCalledWith('VIS1')
    rerender(page('VIS2'))
    screen.getByText('Copy')
  })

  it.each([
    ['has no clipboard, as over http', undefined],
    ['forbids it', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
  ])('is marked where the browser %s, and that is said', async (_, clipboard) => {
    browserWith(clipboard)
    render(page('VIS1'))
    press()
    expect((await screen.findByRole('alert')).textContent).toMatch(/Could not copy/)
    expect(getSelection()?.toString()).toBe('VIS1')
    expect(screen.queryByText('Copied')).toBeNull()
  })
})
