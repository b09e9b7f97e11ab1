// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Integrations, WebhookListItem } from '#domain/integrations/index.ts'
import { addProblemMessages } from '#ui/index.ts'
import { AT, DELIVERY, HOOK, ID, NOTHING, TOKEN } from '#tests/support/builders/integrations.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'
import { there } from '#tests/support/there.ts'
import { IntegrationsScreen } from './integrations-screen.tsx'
import { INTEGRATION_MESSAGES } from './problem-messages.ts'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(navigator, 'clipboard')
})
addProblemMessages(INTEGRATION_MESSAGES)

type Answering = (asked: SentRequest) => Response | Promise<Response> | undefined

/** @param said replies to all other requests */
async function open(part: '' | '/webhooks' | '/referencia', page: Integrations, said: Answering = () => undefined) {
  const sent: SentRequest[] = []
  const opened = await openScreen({
    path: '/municipios/$id/integraciones/{-$parte}',
    screen: IntegrationsScreen,
    role: 'ROLE_ADMIN',
    templates: [],
    areas: [],
    address: `/municipios/${ID}/integraciones${part}`,
    answer: (asked) => {
      if (asked.method === 'GET' && asked.path.endsWith('/integrations')) return Response.json(page)
      sent.push(asked)
      return said(asked) as Response | undefined
    },
  })
  return { ...opened, sent }
}
const button = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => fireEvent.click(await button(name))
const submit = (dialog: HTMLElement) => fireEvent.submit(there(dialog.querySelector('form') ?? undefined))
const refusal = (code: string, status = 422) => Response.json({ error: { code } }, { status })

describe('the page of other systems', () => {
  const openWith = (answer: () => Response | undefined) =>
    openScreen({
      path: '/municipios/$id/integraciones/{-$parte}',
      screen: IntegrationsScreen,
      role: 'ROLE_ADMIN',
      templates: [],
      areas: [],
      address: `/municipios/${ID}/integraciones`,
      answer,
    })

  it('says that it needs a connection, and asks again', async () => {
    let online = false
    await openWith(() => (online ? Response.json(NOTHING) : undefined))
    await screen.findByText('Cannot reach the server')
    online = true
    await press('Try again')
    await screen.findByText('No other system can read data of this municipality yet.')
  })

  it('says of a municipality that someone does not administer that it does not exist, and of a failure that it failed', async () => {
    await openWith(() => refusal('place.missing', 404))
    await screen.findByText('It may not exist, or you may not have access to it.')
    for (const name of ['Create a token', 'Try again']) expect(screen.queryByRole('button', { name })).toBeNull()
    cleanup()
    await openWith(() => refusal('server.failed', 500))
    await screen.findByText('The data could not be loaded. Reload the page.')
    await button('Try again')
  })
})

describe('tokens', () => {
  it('begin with none, and say what one is', async () => {
    await open('', NOTHING)
    await screen.findByText('No other system can read data of this municipality yet.')
    await screen.findByText(/never more than its creator can read/)
  })

  it('are shown this once, in a dialog that neither Escape nor a click beside it closes', async () => {
    const { sent } = await open('', NOTHING, () => Response.json({ token: TOKEN, text: 'relevo_secret' }))
    await press('Create a token')
    const making = await screen.findByRole('dialog', { name: 'Create a token' })
    submit(making)
    await within(making).findByText('Enter a name for the token.')
    expect(sent).toEqual([])
    fireEvent.change(within(making).getByLabelText(/^Name/), { target: { value: 'Tablero' } })
    submit(making)
    const shown = await screen.findByRole('dialog', { name: 'The token “Tablero”' })
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'Tablero', scopes: ['templates:read', 'answers:read'], days: 90, areas: [], forms: [] },
    ])
    const field = within(shown).getByLabelText<HTMLInputElement>('Token')
    expect([field.value, field.readOnly]).toEqual(['relevo_secret', true])
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(screen.queryByDisplayValue('relevo_secret')).not.toBeNull()
    await press('I have saved it')
    await waitFor(() => expect(screen.queryByDisplayValue('relevo_secret')).toBeNull())
    expect(document.body.innerHTML).not.toContain('relevo_secret')
  })

  it('are made after the password was shown once more, where the server asks for it', async () => {
    let proven = false
    const { sent } = await open('', NOTHING, ({ method, path }) => {
      if (path.endsWith('/factors'))
        return Response.json({ password: true, required: false, proven, factors: [], recoveryLeft: 0 })
      if (path.endsWith('/session/confirm')) {
        proven = true
        return new Response(null, { status: 204 })
      }
      if (method !== 'POST') return undefined
      return proven ? Response.json({ token: TOKEN, text: 'relevo_secret' }) : refusal('session.confirm-required', 403)
    })
    await press('Create a token')
    const making = await screen.findByRole('dialog', { name: 'Create a token' })
    fireEvent.change(within(making).getByLabelText(/^Name/), { target: { value: 'Tablero' } })
    submit(making)
    await screen.findByRole('dialog', { name: 'Confirm your identity' })
    const password = await screen.findByLabelText<HTMLInputElement>(/password/i, { selector: 'input' })
    fireEvent.change(password, { target: { value: 'a password' } })
    fireEvent.submit(there(password.closest('form') ?? undefined))
    await screen.findByDisplayValue('relevo_secret')
    expect(sent.filter(({ path }) => path.endsWith('/tokens'))).toHaveLength(2)
  })

  it.each([
    ['copied', { writeText: async () => undefined }, 'Copied'],
    [
      'not to be copied',
      { writeText: async () => Promise.reject(new Error('no')) },
      'Could not copy it. Select the text and copy it.',
    ],
    ['without a clipboard, as over http', undefined, 'Could not copy it. Select the text and copy it.'],
  ])('can be copied, and what came of it is said: %s', async (_, clipboard, text) => {
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    await open('', NOTHING, () => Response.json({ token: TOKEN, text: 'relevo_secret' }))
    await press('Create a token')
    const making = await screen.findByRole('dialog', { name: 'Create a token' })
    fireEvent.change(within(making).getByLabelText(/^Name/), { target: { value: 'Tablero' } })
    submit(making)
    await press('Copy')
    await screen.findByText(text)
  })

  it('are listed with what they read, of what and until when, and are revoked after a question', async () => {
    const { sent } = await open(
      '',
      { ...NOTHING, tokens: [TOKEN, { ...TOKEN, id: 'V'.repeat(26) as never, name: 'Viejo', ended: true }] },
      () => refusal('server.busy', 503),
    )
    const [, first, second] = within(await screen.findByRole('table', { name: 'Tokens' })).getAllByRole('row')
    expect(first?.textContent).toMatch(/^TableroActiveRead forms · Read answersInspección.*Never.*ada/)
    expect(second?.textContent).toMatch(/^ViejoExpired/)
    await press('Revoke Tablero')
    const asking = await screen.findByRole('dialog', { name: 'Revoke “Tablero”?' })
    submit(asking)
    await waitFor(() =>
      expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `DELETE /api/municipalities/${ID}/tokens/${TOKEN.id}`,
      ]),
    )
    // A failure is reported in the dialog that caused it, which stays open.
    expect((await within(asking).findByRole('alert')).textContent).not.toBe('')
  })
})

describe('webhooks', () => {
  const withHook = { ...NOTHING, webhooks: [HOOK] }
  const part = '/webhooks' as const

  it('are not offered where this server tells no one', async () => {
    await open(part, { ...NOTHING, canTell: false })
    await screen.findByText('This server does not send messages to other systems.')
    expect(screen.queryByRole('button', { name: 'Create a webhook' })).toBeNull()
  })

  it('begin with none; their address is looked at before it is sent, and their secret is shown once', async () => {
    const { sent } = await open(part, NOTHING, () => Response.json({ webhook: HOOK, secret: 'whsec_abc' }))
    await screen.findByText('No other system is notified of answers.')
    await press('Create a webhook')
    const making = await screen.findByRole('dialog', { name: 'Create a webhook' })
    const write = (label: RegExp, value: string) =>
      fireEvent.change(within(making).getByLabelText(label), { target: { value } })
    write(/^Name/, 'Alertas')
    write(/^Webhook address/, 'hooks.example.org')
    submit(making)
    await within(making).findByText('Enter the full address, starting with https://.')
    write(/^Webhook address/, ' https://hooks.example.org/relevo ')
    for (const box of within(making).getAllByRole('checkbox', { name: /answer/i })) fireEvent.click(box)
    submit(making)
    await within(making).findByText('Select at least one event.')
    fireEvent.click(there(within(making).getAllByRole('checkbox', { name: /answer/i })[0]))
    expect(sent).toEqual([])
    submit(making)
    const shown = await screen.findByRole('dialog', { name: 'The secret of “Alertas”' })
    expect(sent.map(({ body }) => body)).toEqual([
      { name: 'Alertas', url: 'https://hooks.example.org/relevo', events: ['answer.created'], areas: [], forms: [] },
    ])
    expect(within(shown).getByLabelText<HTMLInputElement>('Secret').value).toBe('whsec_abc')
    await press('I have saved it')
    await waitFor(() => expect(screen.queryByDisplayValue('whsec_abc')).toBeNull())
  })

  it.each([
    [{ state: 'on' }, 'On', 'Turn off Alertas'],
    [{ state: 'off' }, 'Off', 'Turn on Alertas'],
    [{ state: 'failed', failingSince: AT }, 'Turned off after days of failures', 'Turn on Alertas'],
    [{ state: 'on', failingSince: AT }, /^Failing since /, 'Turn off Alertas'],
  ] as const)('say how it goes with %j, and are switched', async (how, text, name) => {
    const { sent } = await open(part, { ...NOTHING, webhooks: [{ ...HOOK, ...how } as WebhookListItem] }, () =>
      refusal('server.busy', 503),
    )
    await screen.findByText(text)
    await press(name)
    await waitFor(() => expect(sent.map(({ body }) => (body as { on: boolean }).on)).toEqual([how.state !== 'on']))
  })

  it('show what they sent and what came of it, and send it again', async () => {
    const { sent } = await open(part, withHook, ({ method }) =>
      method === 'GET'
        ? Response.json({ deliveries: [DELIVERY], next: null })
        : Response.json({ delivery: { ...DELIVERY, state: 'waiting' } }),
    )
    await press('See deliveries of Alertas')
    const list = await screen.findByRole('list', { name: 'Deliveries' })
    expect(list.textContent).toMatch(/3 attempts.*500 · .*msg_1_created.*Failed/)
    fireEvent.click(within(list).getByRole('button', { name: 'Send again: message 7' }))
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
        `/api/municipalities/${ID}/webhooks/${HOOK.id}/deliveries/7/send`,
      ]),
    )
  })

  it('show that nothing was sent, and that what was sent cannot be had without a connection', async () => {
    let online = true
    await open(part, withHook, () => (online ? Response.json({ deliveries: [], next: null }) : undefined))
    await press('See deliveries of Alertas')
    await screen.findByText('Nothing has been sent yet.')
    online = false
    await press('Refresh')
    await screen.findByText(/Could not refresh/)
  })

  it('get a new secret, and are removed, each after a question', async () => {
    await open(part, withHook, ({ method }) =>
      method === 'POST' ? Response.json({ webhook: HOOK, secret: 'whsec_new' }) : new Response(null, { status: 204 }),
    )
    await press('Generate new secret for Alertas')
    submit(await screen.findByRole('dialog', { name: 'Generate a new secret for “Alertas”?' }))
    await screen.findByDisplayValue('whsec_new')
    await press('I have saved it')
    await press('Remove Alertas')
    submit(await screen.findByRole('dialog', { name: 'Remove “Alertas”?' }))
    await screen.findByText('The webhook no longer exists.')
  })
})

describe('by keyboard', () => {
  it('a dialog takes the focus to its first field, gives it back to what opened it, and closes by Escape', async () => {
    await open('', NOTHING)
    const opener = await button('Create a token')
    opener.focus()
    fireEvent.click(opener)
    const making = await screen.findByRole('dialog', { name: 'Create a token' })
    await waitFor(() => expect(document.activeElement).toBe(within(making).getByLabelText(/^Name/)))
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('every control of both lists has a name and can be reached', async () => {
    await open('/webhooks', { ...NOTHING, webhooks: [HOOK] })
    await screen.findByRole('list', { name: 'Webhooks' })
    for (const one of screen.getAllByRole('button')) {
      expect(one.getAttribute('aria-label') ?? one.textContent).not.toBe('')
      expect(one.tabIndex).toBe(0)
    }
  })
})

it('the reference needs nothing from the server but the page, and shows how a message is verified', async () => {
  const { sent } = await open('/referencia', NOTHING)
  expect((await screen.findAllByText(/429/)).length).toBeGreaterThan(0)
  expect(document.body.textContent).toContain('/api/v1/answers')
  expect(document.body.textContent).toContain('webhook-id')
  expect(sent).toEqual([])
})
