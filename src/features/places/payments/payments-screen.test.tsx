// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Role } from '#domain/users/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { PaymentsScreen } from './payments-screen.tsx'

afterEach(cleanup)

const ID = 'AR~cordoba~villa-serena'
const REPORT = {
  timeZone: 'Pacific/Kiritimati',
  language: 'es',
  today: '2026-11-25',
  sums: [],
  differences: [],
  moreDifferences: false,
  closings: [],
}
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
      // The treasury may not read these.
      if (path.endsWith('/settings')) return Response.json({ error: { code: 'access.forbidden' } }, { status: 403 })
      if (path.startsWith('/api/payments/closings?')) return Response.json(REPORT)
      if (path === '/api/payments/closing') return Response.json({ csv: 'serie' })
      if (!path.startsWith('/api/payments/account')) return undefined
      if (method === 'GET' || refusal === undefined) return Response.json({ account, webhooks: WEBHOOKS })
      const reply = Response.json({ error: refusal }, { status: 409 })
      refusal = undefined
      return reply
    },
  })
  return {
    ...opened,
    sent: () => opened.asked.filter(({ method, path }) => method !== 'GET' && path !== '/api/getListaPaises'),
  }
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
  expect(within(dialog).getByLabelText<HTMLInputElement>('Webhook address').value).toMatch(/^http.*mercado-pago$/)
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
  expect(screen.getByLabelText<HTMLInputElement>('Webhook address').value).toMatch(/webhooks\/mercado-pago$/)
})

it.each<Role>(['ROLE_ADMIN', 'ROLE_SUPERVISOR_ELEVADO', 'ROLE_TESORERIA'])('exports receipts for %s', async (role) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T11:00:00.000Z'), toFake: ['Date'] })
  URL.createObjectURL = () => 'blob:x'
  const { sent } = await open({ role })
  fireEvent.click(await screen.findByRole('button', { name: 'Download' }))
  await screen.findByText('The receipts were downloaded.')
  // In that time zone it is 01:00 of the next day.
  await waitFor(() => expect(sent().at(-1)?.body).toEqual({ municipality: MUNICIPALITY, day: '2026-11-25' }))
  const back = screen.getByRole('link', { name: /^(Closings|Municipality settings)$/ }).getAttribute('href')
  // The treasury may neither open the settings nor see the account.
  const isTreasury = role === 'ROLE_TESORERIA'
  expect(back).toBe(isTreasury ? '/pagos#cierres' : `/municipios/${ID}`)
  expect(screen.queryByText('Account for online payments') === null).toBe(isTreasury)
  vi.useRealTimers()
})
