// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { ok, refuse, type Problem } from '#domain/kernel/index.ts'
import { SessionActionsProvider, type SessionActions } from '#ui/index.ts'
import { SignInForm } from './sign-in-form.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const asked = vi.fn<(path: string, input: unknown) => Problem | undefined>()
const ask = (async (endpoint: { readonly path: string }, input: unknown) => {
  const problem = asked(endpoint.path, input)
  return problem === undefined ? { kind: 'ok', value: null } : { kind: 'refused', problem, status: 422 }
}) as unknown as RequestSender
const enter = vi.fn<SessionActions['enter']>(async () => ok(null))
const signedIn = vi.fn()

async function showPassword(details: Problem['details'] = { wants: 'prove', apps: 1, passkeys: 0 }) {
  const actions = {
    signIn: async () => refuse('session.second-step', details),
    enter,
    ask,
    sso: { label: async () => null },
    sharedDevice: () => 'no',
  } as unknown as SessionActions
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <SessionActionsProvider value={actions}>
          <SignInForm onSignedIn={signedIn} />
        </SessionActionsProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ines@relevo.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}
const field = () => screen.findByLabelText<HTMLInputElement>('Code', {}, { timeout: 10_000 })

describe('a password that is not enough', () => {
  beforeEach(() => void asked.mockReset())
  afterEach(() => {
    cleanup()
    vi.clearAllMocks()
  })

  it('gives way to the code, which has the focus, and then this window takes up the session', async () => {
    await showPassword()
    const code = await field()
    await waitFor(() => expect(document.activeElement).toBe(code))
    expect(screen.queryByLabelText('Password')).toBeNull()
    fireEvent.change(code, { target: { value: ' 123 456 ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(signedIn).toHaveBeenCalledOnce())
    expect(asked.mock.calls).toEqual([['/session/second-step', { body: { kind: 'code', code: '123 456' } }]])
    expect(enter).toHaveBeenCalledWith(false)
  })

  it('says at the field what went wrong, and signs no one in', async () => {
    asked.mockReturnValue({ code: 'factor.wrong' })
    await showPassword()
    const go = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    const code = await field()
    go()
    expect(screen.getByText('Enter the code.')).toBeDefined()
    expect(asked).not.toHaveBeenCalled()
    fireEvent.change(code, { target: { value: '000000' } })
    go()
    expect(await screen.findByText(/^This code is wrong/)).toBeDefined()
    expect([signedIn.mock.calls, enter.mock.calls]).toEqual([[], []])
    fireEvent.click(screen.getByRole('button', { name: 'Use another account' }))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  })

  it('leads to setting a factor up where the role has to have one', async () => {
    await showPassword({ wants: 'enrol', apps: 0, passkeys: 0 })
    const app = await screen.findByRole('button', { name: 'Authenticator app' }, { timeout: 10_000 })
    expect(screen.getByText(/^Your role requires a second factor/)).toBeDefined()
    fireEvent.click(app)
    expect(await screen.findByDisplayValue('Authenticator app')).toBeDefined()
  })
})
