import type { Problem } from '#domain/kernel/index.ts'
import { createMoneyFormat, type Payer, type Price } from '#domain/payments/index.ts'
import { escapeHtml } from '../../pages/escaped.ts'
import { renderPlainPage } from '../../pages/plain-page.ts'
import type { ReaderLanguage } from '../../pages/reader-language.ts'
import type { CheckoutView } from './checkout.ts'
import type { OfferedZone } from './find-order.ts'
import { PAYER_STYLE } from './style.ts'
import { buildPayerMessages, type PayerMessages, type CheckoutStep } from './messages.ts'

const FIELDS = [
  'answer',
  'proof',
  'orderId',
  'lang',
  'zone',
  'quanty',
  'code',
  'fullName',
  'dni',
  'phone',
  'email',
] as const
type Field = (typeof FIELDS)[number]

type CheckoutPageData = CheckoutView & { readonly messages: PayerMessages; readonly language: ReaderLanguage }

/** A step of the payment as a form that works without a script. User-supplied text is escaped. */
export function renderCheckoutPage(view: CheckoutView, language: ReaderLanguage): string {
  const notice: CheckoutPageData = { ...view, messages: buildPayerMessages(language), language }
  const { messages, at, title, brand, event, isTest, problem } = notice
  const content = { order: renderOrderStep, data: renderDataStep, summary: renderSummaryStep }[at]
  return renderPlainPage({
    language,
    title: `${messages.steps[at]} · ${title}`,
    script: '/pago.js',
    main: [
      ...(isTest ? [`<p class="test">${escapeHtml(messages.test)}</p>`] : []),
      `<p class="place">${[title, event?.when ?? '', event?.where ?? ''].filter(Boolean).map(escapeHtml).join('<br />')}</p>`,
      `<ol aria-label="${escapeHtml(messages.stepsName)}">${listCheckoutSteps(notice)
        .map((step) => `<li${step === at ? ' aria-current="step"' : ''}>${escapeHtml(messages.steps[step])}</li>`)
        .join('')}</ol>`,
      `<h1>${escapeHtml(messages.steps[at])}</h1>`,
      ...(problem === undefined ? [] : [formatCheckoutProblem(notice, problem)]),
      content(notice),
    ].join('\n      '),
    style: PAYER_STYLE,
    brand,
    step: { order: { at, next: 'data' }, data: { at, next: 'summary' }, summary: undefined }[at],
  })
}

/**
 * Page with a link to the provider, which the script follows. The security policy forbids posting forms to other sites.
 */
export function renderRedirectPage(url: string, language: ReaderLanguage): string {
  const messages = buildPayerMessages(language)
  const main = `<h1>${escapeHtml(messages.steps.pay)}</h1>
      <p role="status">${escapeHtml(messages.going)}</p>
      <p><a class="paper" id="go" href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(messages.go)}</a></p>`
  return renderPlainPage({ language, title: messages.steps.pay, script: '/pago.js', main, style: PAYER_STYLE })
}

/** Text of a refusal, and what the payer can do. */
export function formatPayerRefusal(
  { code, details = {} }: Problem,
  language: ReaderLanguage,
  sells: CheckoutView['sells'] = 'event',
): string {
  const messages = buildPayerMessages(language)
  return messages.refusals[code]?.(details, sells) ?? messages.failed
}

function listCheckoutSteps({ zones, hasCodes, isValidated, price }: CheckoutPageData): readonly CheckoutStep[] {
  return [
    ...(zones.length > 0 || hasCodes ? (['order'] as const) : []),
    'data',
    'summary',
    ...(isValidated ? (['validation'] as const) : []),
    ...(price?.total === 0 ? [] : (['pay'] as const)),
  ]
}

function formatCheckoutProblem({ language, minutes, messages, sells }: CheckoutPageData, problem: Problem): string {
  const held = Number(problem.details?.['held'] ?? 0)
  const more = [
    ...(problem.code === 'payment.sold-out' && held > 0 ? [messages.held(held, minutes)] : []),
    ...(problem.code === 'payment.not-connected' || problem.code === 'payment.failed' ? [messages.atDesk] : []),
  ]
  return `<p role="alert" class="problem">${[formatPayerRefusal(problem, language, sells), ...more].map(escapeHtml).join('<br />')}</p>`
}

function renderOrderStep(notice: CheckoutPageData): string {
  const { messages, zones, hasCodes, quanty, code, problem, price } = notice
  const hasZones = zones.length > 0
  const max = Math.max(1, ...zones.map(({ remaining, most }) => Math.min(remaining, most)))
  const fields = [
    // Without zones there is nothing to choose, so the amount is known before this step.
    ...(hasZones || price === undefined ? [] : [renderPrice(notice, price)]),
    ...(hasZones
      ? [
          `<fieldset><legend>${escapeHtml(messages.choose)}</legend>${zones.map((zone) => renderZoneField(notice, zone)).join('')}</fieldset>`,
          `<label for="quanty">${escapeHtml(messages.quantity)}</label>
        <input id="quanty" name="quanty" type="number" inputmode="numeric" required min="1" max="${max}" value="${quanty}" />`,
        ]
      : []),
    ...(hasCodes
      ? [
          `<label for="code">${escapeHtml(messages.code)}</label>
        <p id="code-help" class="help above">${escapeHtml(messages.codeHelp)}</p>
        <input id="code" name="code" maxlength="40" value="${escapeHtml(code)}" aria-describedby="code-help" autocomplete="off" />`,
        ]
      : []),
    renderStepButton('data', messages.next),
    ...(problem?.code === 'payment.sold-out' || zones.some(({ remaining }) => remaining === 0)
      ? [renderStepButton('order', messages.refresh, 'second')]
      : []),
  ]
  return renderCheckoutForm(notice, fields, ['zone', 'quanty', 'code'])
}

/** Tickets left in a zone, and the maximum per person. */
function formatPlacesLeft(messages: PayerMessages, sells: CheckoutView['sells'], zone: OfferedZone): string {
  const { remaining, most } = zone
  return remaining === 0 ? messages.soldOut[sells] : messages.left(remaining, most)
}

function renderZoneField(
  { messages, language, zone: chosen, currency, zones, sells }: CheckoutPageData,
  offeredZone: OfferedZone,
) {
  const { id, name, price: each, remaining } = offeredZone
  const money = createMoneyFormat(language)
  const written = currency === undefined ? money.amount(each) : money.text(each, currency)
  const text = formatPlacesLeft(messages, sells, offeredZone)
  const isChosen = chosen === id || zones.length === 1
  return `<label class="zone"><input type="radio" name="zone" value="${id}" required${isChosen ? ' checked' : ''}${remaining === 0 ? ' disabled' : ''} /><span>${escapeHtml(name)}<small>${escapeHtml(text)}</small></span><strong>${escapeHtml(written)}</strong></label>`
}

const INPUTS: Readonly<
  Record<keyof Payer, { readonly label: 'name' | 'idNumber' | 'phoneOptional' | 'email'; readonly html: string }>
> = {
  fullName: { label: 'name', html: 'required maxlength="200" autocomplete="name"' },
  dni: { label: 'idNumber', html: 'required maxlength="20" autocomplete="off"' },
  email: { label: 'email', html: 'required type="email" maxlength="254" autocomplete="email"' },
  phone: { label: 'phoneOptional', html: 'type="tel" maxlength="20" autocomplete="tel"' },
}

/** Text below a field: its error, or help. */
function formatFieldHint({ messages, wrong }: CheckoutPageData, name: keyof Payer) {
  if (wrong.includes(name)) return { id: `${name}-wrong`, kind: 'wrong', text: messages.wrong[name] }
  return name === 'email' ? { id: 'email-help', kind: 'help', text: messages.emailHelp } : undefined
}

function renderDataStep(notice: CheckoutPageData): string {
  const { messages, payer, wrong } = notice
  const names = ['fullName', 'dni', 'email', 'phone'] as const
  const fields = names.map((name) => {
    const { label, html } = INPUTS[name]
    const isWrong = wrong.includes(name)
    const hint = formatFieldHint(notice, name)
    const more = `${hint === undefined ? '' : ` aria-describedby="${hint.id}"`}${isWrong ? ' aria-invalid="true"' : ''}`
    return `<label for="${name}">${escapeHtml(messages[label])}</label>
        <input id="${name}" name="${name}" ${html} value="${escapeHtml(payer[name])}"${more} />
        ${hint === undefined ? '' : `<p id="${hint.id}" class="${hint.kind}">${escapeHtml(hint.text)}</p>`}`
  })
  return renderCheckoutForm(
    notice,
    [...fields, renderStepButton('summary', messages.next), ...renderBackButton(notice, 'order')],
    names,
  )
}

/** The items, discounts and total of the current choice. */
function renderPrice({ messages, language }: CheckoutPageData, price: Price): string {
  const money = createMoneyFormat(language)
  const written = (cents: number): string => escapeHtml(money.text(cents, price.currency))
  const row = (name: string, amount: string, detail = ''): string =>
    `<tr><th scope="row">${escapeHtml(name)}${detail}</th><td>${amount}</td></tr>`
  const rows = price.lines.map((line) =>
    row(
      line.name,
      written(line.quanty * line.price),
      line.quanty === 1 ? '' : `<br /><small>${line.quanty} × ${written(line.price)}</small>`,
    ),
  )
  const less =
    price.reduction === 0
      ? ''
      : row(
          `${messages.reduction}${price.discount === undefined ? '' : `: ${price.discount}`}`,
          `−${written(price.reduction)}`,
        )
  return `<table><tbody>${rows.join('')}</tbody><tfoot>${less}${row(messages.total, written(price.total))}</tfoot></table>`
}

function renderSummaryStep(notice: CheckoutPageData): string {
  const { messages, language, price, payer, isValidated, minutes } = notice
  if (price === undefined) return ''
  const money = createMoneyFormat(language)
  const payButtonText = isValidated
    ? messages.askValidation
    : messages.payAmount(money.text(price.total, price.currency))
  const name = price.total === 0 ? messages.confirm : payButtonText
  return renderCheckoutForm(
    notice,
    [
      renderPrice(notice, price),
      `<dl><div><dt>${escapeHtml(messages.name)}</dt><dd>${escapeHtml(payer.fullName)}</dd></div><div><dt>${escapeHtml(messages.idNumber)}</dt><dd>${escapeHtml(payer.dni)}</dd></div><div><dt>${escapeHtml(messages.email)}</dt><dd>${escapeHtml(payer.email)}</dd></div></dl>`,
      price.total === 0
        ? ''
        : `<p class="help">${escapeHtml(isValidated ? messages.validates : messages.lasts(minutes))}</p>`,
      `<input type="hidden" name="shown" value="${price.total}" />`,
      renderStepButton('pay', name),
      ...renderBackButton(notice, 'data'),
      ...renderBackButton(notice, 'order'),
    ],
    [],
  )
}

function renderBackButton({ messages, zones, hasCodes }: CheckoutPageData, step: 'order' | 'data'): readonly string[] {
  if (step === 'order' && zones.length === 0 && !hasCodes) return []
  return [renderStepButton(step, step === 'order' ? messages.changeOrder : messages.changeData, 'second')]
}

function renderStepButton(step: string, name: string, look = ''): string {
  const back = look === '' ? '' : ` class="${look}" formnovalidate`
  return `<button name="step" value="${step}"${back}>${escapeHtml(name)}</button>`
}

/** @param own fields typed in this step; the fields of other steps are hidden */
function renderCheckoutForm(notice: CheckoutPageData, content: readonly string[], own: readonly Field[]): string {
  const values: Readonly<Record<Field, string>> = {
    ...notice.kept,
    ...notice.payer,
    zone: notice.zone === undefined || notice.zones.length === 0 ? '' : String(notice.zone),
    quanty: notice.zones.length === 0 ? '' : String(notice.quanty),
    code: notice.code,
  }
  const hidden = FIELDS.filter((name) => !own.includes(name) && values[name] !== '').map(
    (name) => `<input type="hidden" name="${name}" value="${escapeHtml(values[name])}" />`,
  )
  // Posting the same step again, in another language, checks its fields again.
  if (notice.problem !== undefined || notice.wrong.length > 0)
    hidden.push(`<input type="hidden" name="refused" value="${notice.at}" />`)
  return `<form method="post" action="/pago" id="step">${hidden.join('')}
        ${content.join('\n        ')}
      </form>`
}
