// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { DeliveryBadge } from './delivery-badge.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const line = vi.hoisted(() => ({ there: true }))
function turn(there: boolean): void {
  line.there = there
  act(() => void dispatchEvent(new Event(there ? 'online' : 'offline')))
}

describe('what is under way', () => {
  it('waits on this device while there is no line, and is under way again with one', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => line.there)
    render(
      <I18nProvider i18n={i18n}>
        <MantineProvider env="test">
          <DeliveryBadge delivery={{ kind: 'sending', confirmed: 1, files: 3 }} />
        </MantineProvider>
      </I18nProvider>,
    )
    expect(screen.getByText('Sending files: 1 of 3')).toBeTruthy()
    turn(false)
    expect(screen.getByText('Saved on this device')).toBeTruthy()
    turn(true)
    expect(screen.getByText('Sending files: 1 of 3')).toBeTruthy()
  })
})
