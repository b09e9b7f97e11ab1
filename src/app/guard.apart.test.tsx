// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { act, cleanup, render, screen } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { SessionActionsProvider, setSessionPhase, type SessionActions } from '#ui/index.ts'
import { ACCOUNT_ACCESS } from '#domain/access/index.ts'
import { useOpenAccount } from './account.ts'
import { RouteGuard, LazyShell } from './guard.tsx'

vi.mock('./shell/shell.tsx', () => ({ Shell: () => <p>{'the shell'}</p> }))

i18n.loadAndActivate({ locale: 'en', messages: {} })

const signOut = vi.fn(async () => undefined)
const actions = { signOut } as unknown as SessionActions

async function open(address: string) {
  const root = createRootRoute()
  const login = createRoute({ getParentRoute: () => root, path: '/login', component: () => <p>{'sign in here'}</p> })
  const listar = createRoute({
    getParentRoute: () => root,
    path: '/listar',
    component: () => <RouteGuard access={ACCOUNT_ACCESS} frame="shell" />,
  })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([login, listar]), history })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <SessionActionsProvider value={actions}>
          <RouterProvider router={router as never} />
        </SessionActionsProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  await router.load()
  return history
}

describe('Guard', () => {
  beforeEach(() => {
    cleanup()
    signOut.mockClear()
  })

  it('shows an outline while the session is looked up, and goes nowhere', async () => {
    setSessionPhase({ kind: 'loading' })
    const history = await open('/listar')
    expect(await screen.findByRole('status')).toBeTruthy()
    expect(history.location.pathname).toBe('/listar')
  })

  it('sends anyone who is not signed in to the sign-in page, once, with the address to come back to', async () => {
    setSessionPhase({ kind: 'unauthenticated' })
    const history = await open('/listar?nombre=poda')
    expect(await screen.findByText('sign in here')).toBeTruthy()
    expect(history.location.pathname).toBe('/login')
    expect(new URLSearchParams(history.location.search).get('volver')).toBe('/listar?nombre=poda')
    expect(history.length).toBe(1)
  })

  it('says that the municipality is blocked, and signs out after three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    setSessionPhase({ kind: 'error', problem: { code: 'municipality.blocked' } })
    await open('/listar')
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(signOut).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3000)
    expect(signOut).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  it('shows the shell in the same moment as the account is open, when its file is here: an outline would stand for 300 ms at least', async () => {
    setSessionPhase({ kind: 'loading' })
    await open('/listar')
    await screen.findByRole('status')
    await act(async () => LazyShell.preload())
    act(() => {
      useOpenAccount.setState({ account: {} as never })
      setSessionPhase({ kind: 'authenticated', profile: {} as never })
    })
    expect(screen.queryByText('the shell')).toBeTruthy()
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('offers another account when this one has no areas', async () => {
    setSessionPhase({ kind: 'error', problem: { code: 'session.no-areas' } })
    await open('/listar')
    expect(await screen.findByRole('button')).toBeTruthy()
  })
})
