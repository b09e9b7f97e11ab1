// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { ok, refuse } from '#domain/kernel/index.ts'
import { SessionActionsProvider, takeSsoFlow, type SessionActions } from '#ui/index.ts'
import { SignInForm } from './sign-in-form.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const sso = { label: async () => label, start: vi.fn(async () => ok({ address: '#at-the-provider', state: 's' })) }
let label: string | null = null
const signIn = vi.fn<SessionActions['signIn']>(async () => ok(null))

function show(sharing: ReturnType<SessionActions['sharedDevice']>, email?: string) {
  const actions = { signIn, sso, sharedDevice: () => sharing } as unknown as SessionActions
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <SessionActionsProvider value={actions}>
          <SignInForm {...(email === undefined ? {} : { email })} onSignedIn={() => undefined} />
        </SessionActionsProvider>
      </MantineProvider>
    </I18nProvider>,
  )
}

const box = () => screen.queryByRole<HTMLInputElement>('checkbox')

async function send() {
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ines@relevo.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(signIn).toHaveBeenCalledOnce())
  return signIn.mock.calls[0]
}

describe('the sign-in form', () => {
  // Files of one process share a document.
  afterEach(cleanup)
  beforeEach(() => {
    signIn.mockClear()
    sso.start.mockClear()
    label = null
    localStorage.clear()
  })

  it('says without a connection that signing in needs one, also to people who have used the device', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show('seen')
    screen.getByText(/^No connection. Signing in needs one, also on a device that you have used before/)
    vi.restoreAllMocks()
  })

  it('masks the password until someone asks, and lets a password manager and the clipboard fill it in', () => {
    show('no')
    const field = screen.getByLabelText<HTMLInputElement>('Password')
    expect([field.type, field.autocomplete]).toEqual(['password', 'current-password'])
    expect([screen.getByLabelText<HTMLInputElement>('E-mail').autocomplete, field.name]).toEqual([
      'username',
      'password',
    ])
    expect(fireEvent.paste(field, { clipboardData: { getData: () => 'secret' } })).toBe(true)
    fireEvent.mouseDown(screen.getByRole('button', { name: 'Show or hide password' }))
    expect(field.type).toBe('text')
  })

  it('takes a device for one person’s until someone says otherwise', async () => {
    show('no')
    expect(screen.getByText(/^When you sign out, /).textContent).toMatch(/^When/)
    expect(await send()).toEqual(['ines@relevo.example', 'secret', false])
  })

  it('asks whether others use the device, and remembers what was said', async () => {
    show('no')
    fireEvent.click(box() as HTMLInputElement)
    expect(await send()).toEqual(['ines@relevo.example', 'secret', true])
    cleanup()
    show('said')
    expect([box()?.checked, box()?.disabled]).toEqual([true, false])
  })

  it('shows that a device on which several have signed in is shared, whatever anybody says', () => {
    show('seen')
    expect([box()?.checked, box()?.disabled]).toEqual([true, true])
  })

  it('offers single sign-on where there is a provider, and keeps what has to come back', async () => {
    show('no')
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull())
    cleanup()
    label = 'Mi Ciudad'
    show('no', 'ines@relevo.example')
    fireEvent.click(await screen.findByRole('button', { name: 'Sign in with Mi Ciudad' }))
    await waitFor(() => expect(takeSsoFlow('?state=s')).toMatchObject({ mode: 'redirect' }))
    // With open work the provider asks for the account again, whichever it remembers.
    expect(sso.start).toHaveBeenCalledWith({ again: true })
    expect(takeSsoFlow('?state=s')).toBeUndefined()
  })

  it('says after a third wrong password that one will have to wait, and what helps', async () => {
    show('no')
    signIn.mockResolvedValue(refuse('session.bad-credentials'))
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ines@relevo.example' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
    const warned: boolean[] = []
    for (let tries = 1; tries <= 3; tries += 1) {
      fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
      await waitFor(() => expect(signIn).toHaveBeenCalledTimes(tries))
      await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
      warned.push(screen.queryByText(/After several wrong passwords you must wait/) !== null)
    }
    expect(warned).toEqual([false, false, true])
    signIn.mockResolvedValue(ok(null))
  })

  it('does not ask again over someone’s open work', async () => {
    show('said', 'ines@relevo.example')
    expect(box()).toBeNull()
    expect(await send()).toEqual(['ines@relevo.example', 'secret', undefined])
  })
})
