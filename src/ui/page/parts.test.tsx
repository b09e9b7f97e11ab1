// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { ScreenTabs } from './parts.tsx'

const PARTS = [
  { to: '/usuarios', name: 'Users' },
  { to: '/areas', name: 'Areas' },
  { to: '/auditoria', name: 'Audit log' },
]

beforeEach(() => {
  // Each link is 100 px wide.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function offset(this: HTMLElement) {
    return 100 * [...(this.parentElement?.children ?? [])].indexOf(this)
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #notify: () => void
      constructor(notify: () => void) {
        this.#notify = notify
      }
      observe() {
        this.#notify()
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(width: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  const shown = () => <ScreenTabs label="Administration" parts={PARTS} />
  const opened = await openScreen({ path: '/usuarios', screen: shown, role: 'ROLE_ADMIN', areas: [], templates: [] })
  await screen.findByRole('navigation', { name: 'Administration' })
  return opened
}
const visible = () =>
  screen
    .getAllByRole('link')
    .filter(({ style }) => style.visibility !== 'hidden')
    .map(({ textContent }) => textContent)

it.each([300, 299])('shows all tabs if they fit, also where rounding takes a pixel: %i', async (width) => {
  await open(width)
  expect(visible()).toEqual(['Users', 'Areas', 'Audit log'])
  expect(screen.queryByRole('button', { name: 'More pages' })).toBeNull()
})

it('has the tabs without space in a menu, which Escape closes', async () => {
  const { pathname } = await open(298)
  expect(visible()).toEqual(['Users', 'Areas'])
  const more = screen.getByRole('button', { name: 'More pages' })
  fireEvent.click(more)
  expect(visible()).toEqual(['Users', 'Areas', 'Audit log'])
  fireEvent.keyDown(document, { key: 'Escape' })
  expect(visible()).toEqual(['Users', 'Areas'])
  expect(document.activeElement).toBe(more)
  fireEvent.click(more)
  fireEvent.click(screen.getByRole('link', { name: 'Audit log' }))
  await waitFor(() => expect(pathname()).toBe('/auditoria'))
})
