// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { Notices, SessionActionsProvider, setSessionPhase, type SessionActions } from '#ui/index.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { SetPasswordScreen } from './set-password-screen.tsx'

configure({ asyncUtilTimeout: 10_000 })
i18n.loadAndActivate({ locale: 'en', messages: {} })
// Files of one process share state, and another may have left an account signed in.
beforeEach(() => setSessionPhase({ kind: 'unauthenticated' }))
afterEach(() => {
  cleanup()
  setSessionPhase({ kind: 'unauthenticated' })
})

const signIn = vi.fn<SessionActions['signIn']>()

/** Chooses a password. @returns the browser's URL */
async function choose(
  signedIn: Result<null>,
  chosen: Result<{ readonly email: string }> = ok({ email: 'ines@relevo.example' }),
) {
  signIn.mockReset().mockResolvedValue(signedIn)
  const actions = {
    choosePassword: async () => chosen,
    signIn,
    sharedDevice: () => 'no',
    ask: async () => ({ kind: 'retry', problem: { code: 'network.unreachable' } }),
  } as unknown as SessionActions
  const root = createRootRoute()
  const routeTree = root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/contrasena', component: SetPasswordScreen }),
    createRoute({ getParentRoute: () => root, path: '/home', component: () => null }),
    createRoute({ getParentRoute: () => root, path: '/login', component: () => null }),
  ])
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: ['/contrasena#TOKEN'] }),
  })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <SessionActionsProvider value={actions}>
          <RouterProvider router={router as never} />
          <Notices />
        </SessionActionsProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  for (const label of ['New password', 'Repeat password'])
    fireEvent.change(await screen.findByLabelText(label), { target: { value: 'a brand new password' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save password' }))
  return () => router.state.location.pathname
}

describe('after a password was chosen', () => {
  it('one is signed in by the way of the sign-in page, and at home', async () => {
    const pathname = await choose(ok(null))
    await waitFor(() => expect(pathname()).toBe('/home'))
    await screen.findByText('Your password is saved. Next time, sign in as ines@relevo.example.')
    expect(signIn.mock.calls).toEqual([['ines@relevo.example', 'a brand new password', false]])
  })

  it('a second factor is asked for first', async () => {
    const pathname = await choose(refuse('session.second-step', { wants: 'prove', apps: 1, passkeys: 0 }))
    await screen.findByLabelText('Code')
    expect(pathname()).toBe('/contrasena')
  })

  it('what keeps one out leaves the way to the sign-in page', async () => {
    const pathname = await choose(refuse('session.throttled'))
    await screen.findByText('You can now use your new password.')
    await screen.findByText('Sign in as ines@relevo.example.')
    expect(pathname()).toBe('/contrasena')
  })

  it('a link that is no good signs no one in', async () => {
    await choose(ok(null), refuse('session.token-invalid'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
    expect(signIn).not.toHaveBeenCalled()
  })

  it('no one is signed in over the work of another', async () => {
    setSessionPhase({ kind: 'authenticated', profile: AUTHOR_PROFILE })
    await choose(ok(null))
    await screen.findByText('You can now use your new password.')
    expect(signIn).not.toHaveBeenCalled()
  })
})
