// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { ok, refuse, type Problem } from '#domain/kernel/index.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { storeSsoFlow, SessionActionsProvider, type SessionActions, type SsoFlow } from '#ui/index.ts'
import { SsoReturnScreen } from './sso-screens.tsx'

const shown = vi.fn<(input: unknown) => Problem | undefined>()
const ask = (async (_: unknown, input: unknown) => {
  const problem = shown(input)
  return problem === undefined ? { kind: 'ok', value: null } : { kind: 'refused', problem, status: 422 }
}) as unknown as RequestSender
const enter = vi.fn<SessionActions['enter']>(async () => ok(null))

afterEach(cleanup)
beforeEach(() => {
  localStorage.clear()
  shown.mockReset()
  enter.mockClear()
})

/** The provider redirects back, and the server requires a second step. */
async function comeBack(mode: SsoFlow['mode'], volver?: string) {
  storeSsoFlow({ state: 'a', mode, shared: true, ...(volver === undefined ? {} : { volver }) })
  window.history.replaceState(null, '', '/sso/retorno?code=x&state=a')
  const details = { wants: 'prove', apps: 1, passkeys: 0 }
  const actions = {
    ask,
    enter,
    sso: { finish: async () => refuse('session.second-step', details) },
  } as unknown as SessionActions
  const Screen = () => (
    <SessionActionsProvider value={actions}>
      <SsoReturnScreen />
    </SessionActionsProvider>
  )
  return openScreen({ path: '/sso/retorno', screen: Screen, role: 'ROLE_INSPECTOR', templates: [], areas: [] })
}
async function show(code: string) {
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
}

describe('coming back from the provider, where a second factor is asked for, too', () => {
  it('takes the second step, and then this window takes up the session', async () => {
    shown.mockReturnValueOnce({ code: 'factor.wrong' })
    const { pathname } = await comeBack('redirect', '/cuenta')
    await show('000000')
    await screen.findByText(/^This code is wrong/)
    expect(enter).not.toHaveBeenCalled()
    await show('123456')
    await waitFor(() => expect(pathname()).toBe('/cuenta'))
    expect(shown).toHaveBeenLastCalledWith({ body: { kind: 'code', code: '123456' } })
    expect(enter).toHaveBeenCalledWith(true)
    expect(screen.queryByText(/Your password is right/)).toBeNull()
  })

  it('says so to the window that waits for this one', async () => {
    vi.spyOn(window, 'close').mockImplementation(() => undefined)
    const channel = new BroadcastChannel('relevo-sso')
    const heard = new Promise((resolve) => channel.addEventListener('message', resolve, { once: true }))
    await comeBack('popup')
    await show('123456')
    await heard
    channel.close()
    await screen.findByText('You are signed in. You can close this window.')
    expect(enter).not.toHaveBeenCalled()
  })

  it('can be left for the sign-in page', async () => {
    const { pathname } = await comeBack('redirect')
    fireEvent.click(await screen.findByRole('button', { name: 'Use another account' }))
    await waitFor(() => expect(pathname()).toBe('/login'))
  })
})
