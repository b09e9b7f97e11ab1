// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useEffect } from 'react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { NearbyAnswer } from '#domain/answers/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { setHeader } from '../form/form-actions.ts'
import { createFormStore } from '../form/form-store.ts'
import type { AnsweringSession } from '../session.ts'
import { useNearbyAnswersCheck } from './use-nearby.tsx'

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const HERE = { latitude: -31.4, longitude: -64.18 }
const LIGHT: NearbyAnswer = { kind: 'Light out', day: '2026-11-20', within: 50, state: 'Received' }
const found = (answers: readonly NearbyAnswer[]) => ({ kind: 'ok', value: { answers } })

function open(reply: () => unknown, options: object = {}) {
  const template = buildPlainTemplate(
    { id: templateIdSchema.parse('farolas') },
    { opcionales: { publico: true, geolocalizacion: true, offersNearby: true, ...options } },
  )
  const form = createFormStore(template)
  setHeader(form, { location: { direccion: '', latlng: HERE } })
  const ask = vi.fn(async () => reply())
  const session = { form } as unknown as AnsweringSession
  const opens = vi.fn()
  let before = (_opens: () => void): Promise<boolean> => Promise.resolve(false)
  function Page() {
    const nearby = useNearbyAnswersCheck(session)
    useEffect(() => void (before = nearby.before))
    return nearby.instead || <main>{nearby.shown}</main>
  }
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={{ ask } as unknown as Account}>
          <Page />
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  return { ask, form, opens, send: () => before(opens) }
}

async function asking(send: () => Promise<boolean>) {
  let goesOn: boolean | undefined
  act(() => void send().then((sends) => (goesOn = sends)))
  await screen.findByRole('dialog', { name: 'Is it one of these?' })
  return () => goesOn
}

it.each<[string, () => unknown, object]>([
  ['there is nothing nearby', () => found([]), {}],
  ['the server refuses', () => ({ kind: 'refused', problem: { code: 'request.too-many' } }), {}],
  ['the server cannot be reached', () => ({ kind: 'retry', problem: { code: 'network.unreachable' } }), {}],
  ['the form does not offer it', () => found([LIGHT]), { offersNearby: false }],
])('it is sent without a word where %s', async (_, reply, options) => {
  const { send, opens } = open(reply, options)
  expect(await send()).toBe(true)
  expect(opens).not.toHaveBeenCalled()
})

it('nothing is asked without a place, nor without a network', async () => {
  const { send, ask, form } = open(() => found([LIGHT]))
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await send()).toBe(true)
  online.mockRestore()
  setHeader(form, { location: { direccion: 'Av. Colón 1' } })
  expect(await send()).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

it('waits four seconds for a server that says nothing', async () => {
  const { send, ask } = open(() => new Promise(() => undefined))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  let goesOn: boolean | undefined
  void send().then((sends) => (goesOn = sends))
  while (ask.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await vi.advanceTimersByTimeAsync(3_900)
  expect(goesOn).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(goesOn).toBe(true)
})

it('another one is sent, and one place is asked about once', async () => {
  const { send, ask, opens, form } = open(() => found([LIGHT, { ...LIGHT, kind: null, within: 100, state: null }]))
  const sent = await asking(send)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Light out20/11/2026 · up to 50 m away · ReceivedYes, it is this one',
    'Nota20/11/2026 · up to 100 m awayYes, it is this one',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'No, send my answer' }))
  await waitFor(() => expect(sent()).toBe(true))
  expect(await send()).toBe(true)
  expect([ask.mock.calls.length, opens.mock.calls.length]).toEqual([1, 1])
  setHeader(form, { location: { direccion: '', latlng: { ...HERE, latitude: -31.5 } } })
  await asking(send)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('one of them is not sent again: its state is said, and the form is a tap away', async () => {
  const { send } = open(() => found([LIGHT]))
  const sent = await asking(send)
  fireEvent.click(screen.getByRole('button', { name: 'Yes, it is this one' }))
  await screen.findByRole('heading', { name: 'Thank you. The municipality already knows.' })
  expect(sent()).toBe(false)
  screen.getByText(/up to 50 m away · Received/)
  screen.getByText(/Your answer was not sent/)
  fireEvent.click(screen.getByRole('button', { name: 'Back to the form' }))
  screen.getByRole('main')
  expect(await send()).toBe(true)
})

it('closing it sends nothing, and it is asked again', async () => {
  const { send } = open(() => found([LIGHT]))
  const sent = await asking(send)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(sent()).toBe(false))
  await asking(send)
})
