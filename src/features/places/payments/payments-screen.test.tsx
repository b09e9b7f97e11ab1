// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/places/index.ts'
import type { Role } from '#domain/users/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { PaymentsScreen } from './payments-screen.tsx'

afterEach(cleanup)

const ID = 'AR~cordoba~villa-serena'
const ACCOUNT = { provider: 'mercado-pago', mode: 'test', secrets: 2, at: '2026-11-20T12:00:00.000Z' }
const WEBHOOKS = { stripe: '/api/payments/webhooks/stripe', 'mercado-pago': '/api/payments/webhooks/mercado-pago' }

/** @param refused the server's reply to the first change */
async function open({
  account = null as object | null,
  refused = undefined as object | undefined,
  role = 'ROLE_ADMIN' as Role,
} = {}) {
  let refusal = refused
  const opened = await openScreen({
    path: '/municipios/$id/pagos',
    screen: PaymentsScreen,
    role,
    areas: [],
    templates: [],
    address: `/municipios/${ID}/pagos`,
    answer: ({ method, path }) => {
      if (path.endsWith('/settings'))
        return Response.json({
          municipality: { id: ID, path: MUNICIPALITY, nombre: 'Villa Serena' },
          settings: { ...DEFAULT_SETTINGS, timeZone: 'Pacific/Kiritimati' },
          mine: [],
        })
      if (path === '/api/payments/closing') return Response.json({ csv: 'serie' })
      if (!path.startsWith('/api/payments/account')) return undefined
      if (method === 'GET' || refusal === undefined) return Response.json({ account, webhooks: WEBHOOKS })
      const reply = Response.json({ error: refusal }, { status: 409 })
      refusal = undefined
      return reply
    },
  })
  return { ...opened, sent: () => opened.asked.filter(({ method }) => method !== 'GET') }
}
const fill = (dialog: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })

it('says that no account is connected, and connects one with its keys, which are shown nowhere', async () => {
  const { sent } = await open({ refused: { code: 'payment.account-in-use', details: { orders: 2 } } })
  await screen.findByText(/No account is connected/)
  fireEvent.click(screen.getByRole('button', { name: 'Connect an account' }))
  const dialog = await screen.findByRole('dialog')
  const press = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Connect' }))
  fireEvent.change(within(dialog).getByLabelText('Payment provider'), { target: { value: 'mercado-pago' } })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Address for webhooks').value).toMatch(/^http.*mercado-pago$/)
  fill(dialog, /Access token/, 'APP_USR 1')
  press()
  await within(dialog).findByText(/Enter the key as the provider shows it/)
  fill(dialog, /Access token/, 'APP_USR-1')
  fill(dialog, /^Webhook signing secret/, 'short')
  press()
  await within(dialog).findByText(/Enter the signing secret/)
  fill(dialog, /^Webhook signing secret/, 'long-enough')
  expect(within(dialog).getByLabelText<HTMLInputElement>(/Access token/).type).toBe('password')
  expect(sent()).toEqual([])
  press()
  await within(dialog).findByText(/2 orders are being paid/)
  press()
  await screen.findByText('The account is connected.')
  expect(sent().at(-1)?.body).toEqual({
    provider: 'mercado-pago',
    mode: 'live',
    key: 'APP_USR-1',
    webhookSecrets: ['long-enough'],
  })
})

it('shows who takes the money, and that it is of play', async () => {
  await open({ account: ACCOUNT })
  await screen.findByText('Mercado Pago')
  await screen.findByText(/only accepts test payments/)
  expect(screen.getByLabelText<HTMLInputElement>('Address for webhooks').value).toMatch(/webhooks\/mercado-pago$/)
})

it('closes a day, today’s at first on the clock of the municipality', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T11:00:00.000Z'), toFake: ['Date'] })
  URL.createObjectURL = () => 'blob:x'
  const { sent } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  await screen.findByText('The receipts were downloaded.')
  // In that time zone it is 01:00 of the next day.
  await waitFor(() => expect(sent()[0]?.body).toEqual({ municipality: MUNICIPALITY, day: '2026-11-25' }))
  vi.useRealTimers()
})
