import { PAID_STATUS } from '#domain/kernel/index.ts'
import { createMoneyFormat, splitOperationId, type PayerOrder } from '#domain/payments/index.ts'
import { escapeHtml } from '../../pages/escaped.ts'
import { buildStatusMessages } from '../../pages/messages.ts'
import { renderPlainPage, type PageBrand } from '../../pages/plain-page.ts'
import type { ReaderLanguage } from '../../pages/reader-language.ts'
import { PAYER_STYLE } from './style.ts'
import { buildPayerMessages, type PayerMessages } from './messages.ts'

/** Data of an order's page in addition to the API's reply. */
export type OrderView = {
  readonly order: PayerOrder
  /** the municipality; missing when it was deleted */
  readonly brand?: PageBrand | undefined
  /** name, time and place of the event */
  readonly event?: {
    readonly name: string
    readonly when: string
    readonly where: string
    readonly isCancelled: boolean
  }
  /** code or reference of the answer; missing when the answer was deleted */
  readonly code?: string
  /** refunds; `reference` is also the name of the credit note, if there is one (`hasNote`) */
  readonly refunds: readonly {
    readonly reference: string
    readonly amount: number
    readonly hasNote: boolean
    /** a settled dispute: the payer's bank or the provider took the money */
    readonly isDispute: boolean
  }[]
  /** the payer's chosen language, if known; sent along by the page's forms */
  readonly lang?: ReaderLanguage
  /** state of staff's validation, if the answer needs it; `done`: it can be paid */
  readonly validation?: 'waits' | 'done'
}

type OrderPageData = OrderView & { readonly messages: PayerMessages; readonly written: (cents: number) => string }

/** Page `/pago-exitoso/{orderId}/{id}` of an order that is paid or can still be paid. */
export function renderOrderPaidPage(view: OrderView, language: ReaderLanguage): string {
  const notice = buildOrderPageData(view, language)
  const { order } = notice
  if (order.status !== PAID_STATUS)
    return renderOrderPage(notice, language, renderWaiting(notice), {
      state: view.validation === undefined ? 'waiting' : 'validation',
      title: pickHeading(notice),
    })
  const isLate = order.delivery === 'sold-out'
  const [title, about] = pickOutcome(notice, isLate)
  const hasAll = (order.receipt !== undefined || isLate) && order.tickets !== 'due'
  const content = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(about)}</p>`,
    renderOrderFacts(notice),
    ...renderPdfLinks(notice, isLate),
  ]
  return renderOrderPage(notice, language, content, { state: hasAll ? 'paid' : 'preparing', title })
}

/** Heading of a paid order's page, and the sentence below it. */
function pickOutcome({ order, event, messages }: OrderPageData, isLate: boolean): readonly [string, string] {
  if (isLate) return [messages.late, event?.isCancelled === true ? messages.lateCancelled : messages.lateAbout]
  return order.amount === 0 ? [messages.free, messages.freeAbout] : [messages.paid, messages.paidAbout]
}

/** Page `/pago-denegado/{orderId}/{id}` of an unpaid order. */
export function renderOrderDeniedPage(view: OrderView, language: ReaderLanguage): string {
  const notice = buildOrderPageData(view, language)
  const { messages, order } = notice
  // Staff validated the answer after the order had expired, so payment has not been tried yet.
  const isLate = view.validation === 'done'
  const content = [
    `<h1>${escapeHtml(isLate ? messages.validated : messages.denied)}</h1>`,
    isLate
      ? `<p role="status">${escapeHtml(messages.validatedAbout)}</p>`
      : `<p role="alert">${escapeHtml(messages.deniedAbout)}</p>`,
    renderOrderFacts(notice),
    ...(view.event?.isCancelled === true
      ? []
      : [
          retryForm(notice, isLate ? messages.payAmount(notice.written(order.amount)) : messages.again),
          `<p class="help">${escapeHtml(messages.atDesk)}</p>`,
        ]),
  ]
  return renderOrderPage(notice, language, content, {
    state: 'denied',
    title: isLate ? messages.validated : messages.denied,
  })
}

/** Page about a payment that cannot be shown. */
type UnshownPayment = {
  readonly notice: string
  /** URL to try again */
  readonly again?: string | undefined
  /** whether a posted form was refused */
  readonly isReply?: boolean
}

/** Page for an unknown order or an incomplete reference; both look the same. */
export function renderOrderMissingPage(
  language: ReaderLanguage,
  { notice, isReply = false }: Partial<UnshownPayment> = {},
): string {
  const messages = buildPayerMessages(language)
  const main = `<h1>${escapeHtml(messages.notFound)}</h1>
      <p role="alert">${escapeHtml(notice ?? messages.missing)}</p>
      <p>${escapeHtml(messages.missingAbout)}</p>
      ${renderNextStepLinks(language)}`
  return renderPlainPage({ language, title: messages.notFound, script: '/pago.js', main, style: PAYER_STYLE, isReply })
}

/** Page for errors. It does not say whether the payment was made, because that is unknown. */
export function renderPaymentErrorPage(
  language: ReaderLanguage,
  { notice, again, isReply = false }: UnshownPayment,
): string {
  const messages = buildPayerMessages(language)
  const main = `<h1>${escapeHtml(messages.steps.pay)}</h1>
      <p role="alert">${escapeHtml(notice)}</p>
      ${again === undefined ? '' : `<p><a class="paper" href="${escapeHtml(again)}">${escapeHtml(messages.look)}</a></p>`}
      ${renderNextStepLinks(language)}`
  return renderPlainPage({ language, title: messages.steps.pay, script: '/pago.js', main, style: PAYER_STYLE, isReply })
}

/** Links for a payer whose payment cannot be shown. */
function renderNextStepLinks(language: ReaderLanguage): string {
  const { title, forms } = buildStatusMessages(language)
  return `<p><a class="paper second" href="/publico/consultar-estado?lang=${language}">${escapeHtml(title)}</a>
      <a class="paper second" href="/publico/formularios?lang=${language}">${escapeHtml(forms)}</a></p>`
}

/** The data of a cancelled event's order, without tickets and payment, which its page does not offer. */
function withoutOffers({ validation: _, order: { tickets: __, url: ___, ...order }, ...view }: OrderView): OrderView {
  return { ...view, order }
}

function buildOrderPageData(view: OrderView, language: ReaderLanguage): OrderPageData {
  const money = createMoneyFormat(language)
  const offered = view.event?.isCancelled === true ? withoutOffers(view) : view
  return {
    ...offered,
    messages: buildPayerMessages(language),
    written: (cents) => money.text(cents, view.order.currency),
  }
}

/** States that the script reacts to. */
type State = 'paid' | 'preparing' | 'waiting' | 'validation' | 'denied'

function renderOrderPage(
  { order, brand, messages, event }: OrderPageData,
  language: ReaderLanguage,
  content: readonly string[],
  { state, title }: { readonly state: State; readonly title: string },
) {
  const { id, orderId, status, tickets } = order
  const test = order.mode === 'test' ? `<p class="test">${escapeHtml(messages.test)}</p>` : ''
  const [heading, about] = [messages.cancelled, messages.cancelledAbout].map(escapeHtml)
  const cancelled =
    event?.isCancelled === true ? `<p class="test" role="status"><strong>${heading}.</strong> ${about}</p>` : ''
  return renderPlainPage({
    language,
    title: `${title} · ${orderId}`,
    script: '/pago.js',
    main: [test, cancelled, ...content].join('\n      '),
    facts: {
      state,
      status,
      order: `/api/payments/orders/${id}/${orderId}`,
      ...(tickets === undefined ? {} : { tickets }),
    },
    style: PAYER_STYLE,
    brand,
  })
}

function renderOrderFacts({ order, event, code, messages, written, refunds }: OrderPageData): string {
  const { amount, fullName, reference, orderId, sectionName, quanty } = order
  const fact = (name: string, value: string): string => `<div><dt>${escapeHtml(name)}</dt><dd>${value}</dd></div>`
  return `<dl>${[
    fact(messages.amount, `<strong class="amount">${escapeHtml(written(amount))}</strong>`),
    fact(messages.name, escapeHtml(fullName)),
    ...(sectionName === '' ? [] : [fact(messages.bought, escapeHtml(`${quanty} × ${sectionName}`))]),
    ...(event === undefined ? [] : [fact(messages.event, escapeHtml(event.name))]),
    ...(event === undefined || event.when === '' ? [] : [fact(messages.when, escapeHtml(event.when))]),
    ...(event === undefined || event.where === '' ? [] : [fact(messages.where, escapeHtml(event.where))]),
    ...(reference === undefined
      ? []
      : [fact(messages.reference, `<code>${splitOperationId(reference).map(escapeHtml).join('<br />')}</code>`)]),
    ...(code === undefined ? [] : [fact(messages.answer, `<code>${escapeHtml(code)}</code>`)]),
    fact(messages.order, `<code>${escapeHtml(orderId)}</code>`),
    ...refunds.map(({ amount: refunded, isDispute }) =>
      fact(isDispute ? messages.disputed : messages.givenBack, escapeHtml(written(refunded))),
    ),
  ].join('')}</dl>`
}

function renderPdfLinks({ order, messages, refunds }: OrderPageData, isLate: boolean): readonly string[] {
  const base = `/api/payments/orders/${order.id}/${order.orderId}`
  const link = (path: string, name: string, id = ''): string =>
    `<p><a class="paper" href="${escapeHtml(base + path)}" download${id}>${escapeHtml(name)}</a></p>`
  const receipt = (): readonly string[] => {
    if (order.receipt !== undefined) return [link('/receipt', messages.receipt, ' id="receipt"')]
    return isLate ? [] : [`<p role="status">${escapeHtml(messages.receiptComes)}</p>`]
  }
  return [
    ...receipt(),
    ...(order.tickets === 'made' ? [link('/tickets', messages.tickets)] : []),
    ...(order.tickets === 'due' ? [`<p role="status">${escapeHtml(messages.ticketsCome)}</p>`] : []),
    ...refunds.flatMap(({ reference, hasNote }) =>
      hasNote ? [link(`/receipt?refund=${encodeURIComponent(reference)}`, messages.creditNote)] : [],
    ),
  ]
}

function pickHeading({ messages, validation }: OrderPageData): string {
  return { waits: messages.validation, done: messages.validated, none: messages.waiting }[validation ?? 'none']
}

function renderWaiting(notice: OrderPageData): readonly string[] {
  const { order, messages, validation } = notice
  const about = { waits: messages.validationAbout, done: messages.validatedAbout, none: messages.waitingAbout }[
    validation ?? 'none'
  ]
  return [
    `<h1>${escapeHtml(pickHeading(notice))}</h1>`,
    `<p role="status">${escapeHtml(about)}</p>`,
    `<p role="status" id="still" hidden>${escapeHtml(messages.stillWaiting)}</p>`,
    renderOrderFacts(notice),
    validation === 'done' ? retryForm(notice, messages.payAmount(notice.written(order.amount))) : refreshForm(notice),
    ...(order.url === undefined
      ? []
      : [`<p><a href="${escapeHtml(order.url)}" rel="noreferrer">${escapeHtml(messages.backToPay)}</a></p>`]),
  ]
}

/** Form that starts a new attempt for the same order; it posts to the form's URL, as specified. */
function retryForm({ order, lang }: OrderPageData, name: string): string {
  return `<form method="post" action="/publico/contestar/${encodeURIComponent(order.form)}">
        <input type="hidden" name="answer" value="${escapeHtml(order.id)}" /><input type="hidden" name="orderId" value="${escapeHtml(order.orderId)}" /><input type="hidden" name="step" value="again" />${lang === undefined ? '' : `<input type="hidden" name="lang" value="${lang}" />`}
        <button>${escapeHtml(name)}</button>
      </form>`
}

/** Refresh button for browsers without script. */
function refreshForm({ order: { orderId, id }, messages, lang }: OrderPageData): string {
  const query = lang === undefined ? '' : `?lang=${lang}`
  return `<form method="post" action="/pago-exitoso/${orderId}/${id}${query}"><button>${escapeHtml(messages.look)}</button></form>`
}
