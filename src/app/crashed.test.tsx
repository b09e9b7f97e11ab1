// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { routes } from './router.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

/** A screen of the test below the app's handlers of crashes and unknown URLs. */
async function open(address: string) {
  const { errorComponent, notFoundComponent } = routes[0].options.getParentRoute().options
  const root = createRootRoute({ errorComponent, notFoundComponent } as Parameters<typeof createRootRoute>[0])
  const crashing = createRoute({
    getParentRoute: () => root,
    path: '/crash',
    component: () => {
      throw new Error('a fault of ours')
    },
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([crashing]), history })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </I18nProvider>,
  )
  await router.load()
}

describe('part 1, point 2', () => {
  it('a crash says so, and leads home by reloading the page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await open('/crash')
    await screen.findByText('We are sorry, something went wrong...')
    expect(screen.getByRole('link', { name: 'Return to home' }).getAttribute('href')).toBe('/home')
    vi.restoreAllMocks()
  })

  it('a page that the worker has not kept yet is said to be missing without a connection', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open('/crash')
    await screen.findByText('This page has not been downloaded to this device yet.')
    expect(screen.queryByText('We are sorry, something went wrong...')).toBeNull()
    vi.restoreAllMocks()
  })

  it('an address that there is not is the 404 page, with the way home', async () => {
    await open('/no-such-thing')
    await screen.findByRole('heading', { name: 'Page Not Found' })
    expect(screen.getByText('The requested URL was not found.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/home')
  })
})
