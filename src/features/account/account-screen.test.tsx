// @vitest-environment jsdom
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AccountScreen } from './account-screen.tsx'
import { findPasswordFieldError } from './change-password.tsx'

vi.mock('#ui/security/browser-passkeys.ts', () => ({
  supportsPasskeys: () => true,
  makePasskey: async ({ challenge }: { readonly challenge: string }) =>
    challenge === 'refused' ? undefined : { id: 'a', rawId: 'a', type: 'public-key', response: {} },
  signWithPasskey: async () => undefined,
}))

afterEach(cleanup)

const line = (id: string, current: boolean, browser: string) => ({
  id,
  current,
  browser,
  system: browser === '' ? '' : 'Android',
  from: '192.0.2.1',
  signedInAt: '2026-11-20T15:30:00.000Z',
  lastSeenAt: '2026-11-20T16:30:00.000Z',
})

/** A server with three sessions. @returns requests sent to it, and a way to set its replies to changes */
async function open() {
  const sent: SentRequest[] = []
  const server = {
    sessions: [line('a', true, 'Chrome'), line('b', false, 'Firefox'), line('c', false, '')],
    refusal: '',
  }
  await openScreen({
    path: '/cuenta',
    screen: AccountScreen,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    answer: (asked) => {
      if (asked.method === 'GET') return Response.json({ sessions: server.sessions })
      sent.push(asked)
      if (server.refusal !== '') return Response.json({ error: { code: server.refusal } }, { status: 422 })
      const ended = asked.path.split('/').at(-1)
      server.sessions = server.sessions.filter(({ id, current }) => current || (ended !== 'sessions' && id !== ended))
      return new Response(null, { status: 204 })
    },
  })
  const list = within(await screen.findByRole('list', { name: 'Your sessions' }))
  return { sent, server, list }
}
const confirm = async () => {
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign out' }))
}

describe('where one is signed in', () => {
  it('marks this device, which has no way out there, and names the others', async () => {
    const { list } = await open()
    const items = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items[0]).toContain('Chrome on Android')
    expect(items[0]).toContain('This device')
    expect(items[1]).toContain('IP address: 192.0.2.1')
    expect(items[2]).toContain('Unknown browser')
    expect(list.getAllByRole('button')).toHaveLength(2)
  })

  it('ends one of them, after it was said what stays', async () => {
    const { sent, list } = await open()
    fireEvent.click(list.getByRole('button', { name: /^Sign out of Firefox on Android/ }))
    expect(sent).toEqual([])
    await confirm()
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(2))
    expect(sent).toMatchObject([{ method: 'DELETE', path: '/api/sessions/b' }])
  })

  it('ends all others at once, and then offers it no more', async () => {
    const { sent, list } = await open()
    fireEvent.click(screen.getByRole('button', { name: 'Sign out of other devices' }))
    await confirm()
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
    expect(sent).toMatchObject([{ method: 'DELETE', path: '/api/sessions' }])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out of other devices' })).toBeNull())
  })
})

describe('a new password', () => {
  it('is asked for with the old one, twice, and a refusal is said at the form', async () => {
    const { sent, server } = await open()
    server.refusal = 'password.wrong'
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
    const dialog = within(await screen.findByRole('dialog'))
    const type = (label: string, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Change password' }))
    submit()
    expect(dialog.getByText('Enter a password.')).toBeDefined()
    type('Current password', 'old')
    type('New password', 'a brand new password')
    type('Repeat new password', 'another')
    submit()
    expect(dialog.getByText('The passwords do not match.')).toBeDefined()
    expect(sent).toEqual([])
    type('Repeat new password', 'a brand new password')
    submit()
    expect(await dialog.findByText('The current password is wrong.')).toBeDefined()
    expect(sent).toMatchObject([
      { method: 'PUT', path: '/api/password', body: { old: 'old', password: 'a brand new password', language: 'en' } },
    ])
    server.refusal = ''
    submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stops at the first field that is wrong', () => {
    const whole = { old: 'a', fresh: 'b', again: 'b' }
    expect([
      findPasswordFieldError(whole),
      findPasswordFieldError({ ...whole, old: '' }),
      findPasswordFieldError({ ...whole, fresh: '' }),
      findPasswordFieldError({ ...whole, again: 'c' }),
    ]).toEqual([
      null,
      { field: 'old', why: 'missing' },
      { field: 'fresh', why: 'missing' },
      { field: 'again', why: 'different' },
    ])
  })
})

describe('a first second factor', () => {
  const RECOVERY = ['00000-00000', '11111-11111']

  /** An account without factors, whose setups come with these recovery codes. */
  async function openFactors(recovery: readonly string[] = RECOVERY) {
    const added: unknown[] = []
    await openScreen({
      path: '/cuenta',
      screen: AccountScreen,
      role: 'ROLE_INSPECTOR',
      areas: [],
      templates: [],
      answer: ({ method, path, body }) => {
        if (path === '/api/sessions') return Response.json({ sessions: [line('a', true, 'Chrome')] })
        if (method === 'GET')
          return Response.json({ password: true, required: false, proven: true, factors: [], recoveryLeft: 0 })
        if (path === '/api/factors/begin') {
          const setup = { secret: 'ABCDEFGH', address: 'otpauth://totp/x', options: { challenge: 'c' }, recovery }
          return Response.json({ ...(body as object), ...setup })
        }
        added.push(body)
        return new Response(null, { status: 204 })
      },
    })
    return { added }
  }
  const press = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

  it('shows its recovery codes before it is added, and leaving there adds none', async () => {
    const { added } = await openFactors()
    const add = await screen.findByRole('button', { name: 'Add an authenticator app' })
    fireEvent.click(add)
    expect(add.hasAttribute('data-loading')).toBe(true)
    await within(await screen.findByRole('dialog')).findByLabelText('Name')
    expect(add.hasAttribute('data-loading')).toBe(false)
    press('Continue')
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem')
    expect(codes.map(({ textContent }) => textContent)).toEqual(['00000-00000', '11111-11111'])
    screen.getByText(/They are valid once you have finished the next step/)
    expect(screen.queryByLabelText('Code')).toBeNull()
    press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(added).toEqual([])
  })

  it('is added with a code of the app, after its owner has saved the recovery codes', async () => {
    const { added } = await openFactors()
    fireEvent.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'My phone' } })
    press('Continue')
    await screen.findByRole('list', { name: 'Recovery codes' })
    press('I have saved them')
    fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } })
    expect(added).toEqual([])
    press('Confirm')
    await screen.findByText(/^Second factor added/)
    expect(added).toEqual([{ kind: 'app', name: 'My phone', code: '123456', language: 'en' }])
  })

  it('is a further one without codes, which asks for the app’s code at once', async () => {
    await openFactors([])
    fireEvent.click(await screen.findByRole('button', { name: 'Add an authenticator app' }))
    await screen.findByLabelText('Name')
    press('Continue')
    await screen.findByLabelText('Code')
    expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull()
  })
})
