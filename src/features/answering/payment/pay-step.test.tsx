// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listAskedQuestions, rebuildTemplateFromPublicForm, toPublicForm } from '#domain/answering/index.ts'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { PUBLIC_AUTHOR, toInstant } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import { openLocal, saveAnswer, storePublicForm, type LocalAnswer } from '#local/index.ts'
import { storeReceipts } from '#local/sending.ts'
import { AccountProvider, type Account } from '#ui/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { PESO } from '#tests/support/builders/payments.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { mediaThat } from '#tests/support/what-jsdom-lacks.ts'
import { PublicSavedPage } from '../public/public-saved.tsx'
import { PaymentStep } from './pay-step.tsx'

const submit = buildPlainSubmit(1)
const AT = toInstant(0)
const RECEIPT = { id: submit.id, answer: submit.answer, code: 'VIS1', receivedAt: AT, receipt: [] }
const APPLIED = { ...RECEIPT, status: 'applied', version: 1 } as StoredReceipt
const FREE = buildTicketForm({ ticketSale: undefined }, { base: 0, currency: PESO })
const DEAR = buildTicketForm({ ticketSale: undefined }, { base: 500, currency: PESO })
const WAITING = { delivery: { kind: 'saved' }, submit, entries: [{}] }
const received = (receipt: object) => ({ delivery: { kind: 'received' }, receipts: [{ ...APPLIED, ...receipt }] })

afterEach(cleanup)
function show(answer: object, form = buildTicketForm(), online = true): HTMLElement {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', mediaThat(false))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  const local = { id: submit.answer, entries: [], receipts: [], submit: undefined, ...answer } as unknown as LocalAnswer
  return render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <PaymentStep answer={local} form={form} />
      </MantineProvider>
    </I18nProvider>,
  ).container
}
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Go to the payment' })

describe('the way to the payment', () => {
  it('is shown where only a later version of the form asks for money, and not where none does', () => {
    const unpaidThen = buildPlainTemplate()
    show(received({}), unpaidThen)
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    show(received({ unpaid: true }), unpaidThen)
    expect(button().disabled).toBe(false)
  })

  it('posts what only this device knows of the answer, once it has arrived', () => {
    const container = show(received({ unpaid: true }))
    const fields = new FormData(container.querySelector('form') ?? undefined)
    expect([button().disabled, Object.fromEntries(fields)]).toEqual([
      false,
      { answer: submit.answer, proof: submit.id, lang: 'en' },
    ])
    expect(container.querySelector('form')?.getAttribute('action')).toBe('/pago')
  })

  it('takes along what was chosen before the questions, with its price, for that answer alone', () => {
    sessionStorage.setItem('relevo.chosen', `${submit.answer} 2 3`)
    const container = show(received({ unpaid: true }))
    const fields = new FormData(container.querySelector('form') ?? undefined)
    expect(Object.fromEntries(fields)).toMatchObject({ zone: '2', quanty: '3' })
    screen.getByText('$60.00')
    cleanup()
    sessionStorage.removeItem('relevo.due')
    // The prices of answers are known only while the answers are on this device.
    const opciones = [{ orden: 0, texto: 'Con guía', precio: 500 }]
    const priced = [{ orden: 0, titulo: 'Visita', tipoPregunta: QUESTION_TYPE.RADIO, opciones }]
    show(received({ unpaid: true }), buildTicketForm({ secciones: [{ orden: 0, preguntas: priced }] }))
    screen.getByText('from $60.00')
    cleanup()
    sessionStorage.setItem('relevo.chosen', `${buildPlainSubmit(2).answer} 2 3`)
    expect(show(received({ unpaid: true })).querySelector('[name=zone]')).toBeNull()
    sessionStorage.clear()
  })

  it('keeps the exact total of an answer in the tab when its content has left the device', () => {
    const opciones = [{ orden: 0, texto: 'Con guía', precio: 500 }]
    const priced = [{ orden: 0, titulo: 'Visita', tipoPregunta: QUESTION_TYPE.RADIO, opciones }]
    const form = buildTicketForm(
      { ticketSale: undefined, secciones: [{ orden: 0, preguntas: priced }] },
      { base: 85_000, currency: PESO },
    )
    const address = listAskedQuestions(form, submit.content)[0]?.address ?? ''
    show(
      { ...WAITING, submit: { ...submit, content: { ...submit.content, values: { [address]: { chosen: [0] } } } } },
      form,
    )
    screen.getByText('$855.00')
    cleanup()
    show(received({ unpaid: true }), form)
    screen.getByText('$855.00')
    cleanup()
    show({ ...received({ unpaid: true }), id: buildPlainSubmit(2).answer }, form)
    screen.getByText('from $850.00')
    sessionStorage.clear()
  })

  it('says first that nothing is reserved without payment, with amount, event, date and place', () => {
    sessionStorage.setItem('relevo.chosen', `${submit.answer} 2 1`)
    show(received({ unpaid: true }))
    const text = document.body.textContent ?? ''
    for (const said of [
      'Not paid yet: your tickets are not reserved.',
      '$20.00',
      'Nota',
      '10/01/2027 18:00',
      'Teatro Municipal',
    ])
      expect(text).toContain(said)
    expect(text.indexOf('Teatro Municipal')).toBeLessThan(text.indexOf('Go to the payment'))
    cleanup()
    show(WAITING)
    screen.getByText('Not paid yet: your tickets are not reserved.')
    sessionStorage.clear()
    cleanup()
    show(WAITING, DEAR)
    screen.getByText('Not paid yet.')
    screen.getByText('$5.00')
  })

  it.each([received({ unpaid: true }), WAITING])('asks for no amount while nothing was chosen', (answer) => {
    show(answer)
    screen.getByText('Nothing is reserved yet. Choose what you want to buy on the payment page.')
    screen.getByText('from $20.00')
    expect(screen.queryByText('To pay')).toBeNull()
    expect(screen.queryByText(/^Not paid yet/)).toBeNull()
  })

  it('does not say that nothing is paid once the payment was opened here: the device does not learn its end', () => {
    const container = show(received({ unpaid: true }))
    const already = 'If you have already paid, open the payment page to check that your payment was received.'
    expect(screen.queryByText(already)).toBeNull()
    fireEvent.submit(container.querySelector('form') ?? document.body)
    screen.getByText(already)
    screen.getByText('If you have not finished the payment, your tickets are not reserved.')
    cleanup()
    show(received({ unpaid: true }))
    screen.getByText('If you have not finished the payment, your tickets are not reserved.')
    localStorage.clear()
  })

  it('is offered for what a supervisor accepted', () => {
    show(received({ status: 'held' }))
    expect(button()).toBeDefined()
  })

  it('is not there for what costs nothing', () => {
    const shown = () => document.querySelector('form, p') !== null
    show(received({}), FREE)
    show(WAITING, FREE)
    expect(shown()).toBe(false)
    show(WAITING, DEAR)
    expect(shown()).toBe(true)
  })

  it('says to connect where there is no network, before and after the answer has arrived', () => {
    show(WAITING, DEAR, false)
    expect(screen.getAllByText(/Connect to the internet to pay/)).toHaveLength(1)
    cleanup()
    show(received({ unpaid: true }), DEAR, false)
    expect(button().disabled).toBe(true)
    expect(screen.getAllByText(/Connect to the internet to pay/)).toHaveLength(1)
  })

  it.each(['attention', 'discarded', 'held'])('is not there for what is %s', (kind) => {
    const container = show({ delivery: { kind }, submit }, DEAR)
    expect(container.querySelector('form, p, section')).toBe(null)
  })
})

it('the page after sending has the payment before code, state and QR', async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  vi.stubGlobal('matchMedia', mediaThat(false))
  const local = openLocal(PUBLIC_AUTHOR, { indexedDB: new IDBFactory(), IDBKeyRange })
  const form = rebuildTemplateFromPublicForm(toPublicForm(buildTicketForm()))
  await storePublicForm(local, form, { codeHidden: false, timeZone: 'America/Lima' })
  await saveAnswer(local, { mutation: buildPlainSubmit(1, 'sin luz', { author: PUBLIC_AUTHOR }) })
  await storeReceipts(local, [{ ...APPLIED, unpaid: true } as StoredReceipt])
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AccountProvider value={{ local, sync: {} } as unknown as Account}>
          <PublicSavedPage form={submit.template} answer={submit.answer} sent={undefined} />
        </AccountProvider>
      </MantineProvider>
    </I18nProvider>,
  )
  const qr = await screen.findByRole('img')
  const pay = await screen.findByRole('button', { name: 'Go to the payment' })
  // 18:00 in the time zone of the tests.
  screen.getByText(/10\/01\/2027 16:00/)
  for (const later of [screen.getByText('VIS1'), screen.getByRole('status'), qr])
    expect(pay.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it.each([
  [{}, 'See the payment', 'Payment received.'],
  [{ isFree: true }, 'See the order', 'Order confirmed. No payment was required.'],
])(
  'says that it is paid once it was paid elsewhere, asked at opening and when the window is used again: %j',
  async (free, name, about) => {
    let orderId: string | null = null
    const asked: unknown[] = []
    const ask: RequestSender = (_, input) => {
      asked.push(input)
      return Promise.resolve({ kind: 'ok', value: { orderId, ...free } } as never)
    }
    const answer = { id: submit.answer, entries: [], submit: undefined, ...received({ unpaid: true }) }
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    render(
      <I18nProvider i18n={i18n}>
        <MantineProvider env="test">
          <AccountProvider value={{ ask } as unknown as Account}>
            <PaymentStep answer={answer as unknown as LocalAnswer} form={DEAR} />
          </AccountProvider>
        </MantineProvider>
      </I18nProvider>,
    )
    await waitFor(() => expect(asked).toEqual([{ body: { answer: submit.answer, proof: submit.id } }]))
    expect(button()).toBeDefined()
    orderId = 'K3WQ9ZT0M4XB'
    fireEvent.focus(window)
    const link = await screen.findByRole('link', { name })
    screen.getByText(about)
    expect(link.getAttribute('href')).toBe(`/pago-exitoso/K3WQ9ZT0M4XB/${submit.answer}?lang=en`)
    expect(screen.queryByRole('button', { name: 'Go to the payment' })).toBeNull()
  },
)
