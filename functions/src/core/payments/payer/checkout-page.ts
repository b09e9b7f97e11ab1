import type { Problem } from '#domain/kernel/index.ts'
import { moneyIn, type Payer } from '#domain/payments/index.ts'
import { escaped } from '../../pages/escaped.ts'
import { plainPage } from '../../pages/plain-page.ts'
import type { ReaderLanguage } from '../../pages/reader-language.ts'
import type { CheckoutView, ZoneOffered } from './checkout.ts'
import { PAYER_STYLE } from './style.ts'
import { payerMessages, type PayerMessages, type Step } from './messages.ts'

/** Number of remaining places below which the number is shown. */
const FEW = 20
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

type Told = CheckoutView & { readonly messages: PayerMessages; readonly language: ReaderLanguage }

/** A step of the payment as a form that works without a script. User-supplied text is escaped. */
export function checkoutPage(view: CheckoutView, language: ReaderLanguage): string {
  const told: Told = { ...view, messages: payerMessages(language), language }
  const { messages, at, title, place, isTest, problem } = told
  const content = { order: orderStep, data: dataStep, summary: summaryStep }[at]
  return plainPage({
    language,
    title: `${messages.steps[at]} · ${title}`,
    script: '/pago.js',
    main: [
      ...(isTest ? [`<p class="test">${escaped(messages.test)}</p>`] : []),
      `<p class="place">${escaped(place === '' ? title : `${place} · ${title}`)}</p>`,
      `<ol aria-label="${escaped(messages.stepsName)}">${stepsOf(told)
        .map((step) => `<li${step === at ? ' aria-current="step"' : ''}>${escaped(messages.steps[step])}</li>`)
        .join('')}</ol>`,
      `<h1>${escaped(messages.steps[at])}</h1>`,
      ...(problem === undefined ? [] : [problemOf(told, problem)]),
      content(told),
    ].join('\n      '),
    style: PAYER_STYLE,
  })
}

/**
 * Page with a link to the provider, which the script follows. The security policy forbids posting forms to other sites.
 */
export function goPage(url: string, language: ReaderLanguage): string {
  const messages = payerMessages(language)
  const main = `<h1>${escaped(messages.steps.pay)}</h1>
      <p role="status">${escaped(messages.going)}</p>
      <p><a class="paper" id="go" href="${escaped(url)}" rel="noreferrer">${escaped(messages.go)}</a></p>`
  return plainPage({ language, title: messages.steps.pay, script: '/pago.js', main, style: PAYER_STYLE })
}

/** Text of a refusal, and what the payer can do. */
export function refusalOf(
  { code, details = {} }: Problem,
  language: ReaderLanguage,
  sells: CheckoutView['sells'] = 'event',
): string {
  const messages = payerMessages(language)
  return messages.refusals[code]?.(details, sells) ?? messages.failed
}

function stepsOf({ zones, hasCodes, isValidated, price }: Told): readonly Step[] {
  return [
    ...(zones.length > 0 || hasCodes ? (['order'] as const) : []),
    'data',
    'summary',
    ...(isValidated ? (['validation'] as const) : []),
    ...(price?.total === 0 ? [] : (['pay'] as const)),
  ]
}

function problemOf({ language, minutes, messages, sells }: Told, problem: Problem): string {
  const held = Number(problem.details?.['held'] ?? 0)
  const more = [
    ...(problem.code === 'payment.sold-out' && held > 0 ? [messages.held(held, minutes)] : []),
    ...(problem.code === 'payment.not-connected' || problem.code === 'payment.failed' ? [messages.atDesk] : []),
  ]
  return `<p role="alert" class="problem">${[refusalOf(problem, language, sells), ...more].map(escaped).join('<br />')}</p>`
}

function orderStep(told: Told): string {
  const { messages, zones, hasCodes, quanty, code, problem } = told
  const hasZones = zones.length > 0
  const most = Math.max(1, ...zones.map(({ left }) => left))
  const fields = [
    ...(hasZones
      ? [
          `<fieldset><legend>${escaped(messages.choose)}</legend>${zones.map((zone) => zoneField(told, zone)).join('')}</fieldset>`,
          `<label for="quanty">${escaped(messages.quantity)}</label>
        <input id="quanty" name="quanty" type="number" inputmode="numeric" required min="1" max="${most}" value="${quanty}" />`,
        ]
      : []),
    ...(hasCodes
      ? [
          `<label for="code">${escaped(messages.code)}</label>
        <input id="code" name="code" maxlength="40" value="${escaped(code)}" aria-describedby="code-help" autocomplete="off" />
        <p id="code-help" class="help">${escaped(messages.codeHelp)}</p>`,
        ]
      : []),
    button('data', messages.next),
    ...(problem?.code === 'payment.sold-out' || zones.some(({ left }) => left === 0)
      ? [button('order', messages.refresh, 'second')]
      : []),
  ]
  return form(told, fields, ['zone', 'quanty', 'code'])
}

function leftIn(messages: PayerMessages, sells: CheckoutView['sells'], left: number): string {
  if (left === 0) return messages.soldOut[sells]
  return left < FEW ? messages.left(left) : ''
}

function zoneField(
  { messages, language, zone: chosen, currency, zones, sells }: Told,
  { id, name, price: each, left }: ZoneOffered,
) {
  const money = moneyIn(language)
  const written = currency === undefined ? money.amount(each) : money.text(each, currency)
  const said = leftIn(messages, sells, left)
  const isChosen = chosen === id || zones.length === 1
  return `<label class="zone"><input type="radio" name="zone" value="${id}" required${isChosen ? ' checked' : ''}${left === 0 ? ' disabled' : ''} /><span>${escaped(name)}${said === '' ? '' : `<small>${escaped(said)}</small>`}</span><strong>${escaped(written)}</strong></label>`
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
function hintOf({ messages, wrong }: Told, name: keyof Payer) {
  if (wrong.includes(name)) return { id: `${name}-wrong`, kind: 'wrong', text: messages.wrong[name] }
  return name === 'email' ? { id: 'email-help', kind: 'help', text: messages.emailHelp } : undefined
}

function dataStep(told: Told): string {
  const { messages, payer, wrong } = told
  const names = ['fullName', 'dni', 'email', 'phone'] as const
  const fields = names.map((name) => {
    const { label, html } = INPUTS[name]
    const isWrong = wrong.includes(name)
    const hint = hintOf(told, name)
    const more = `${hint === undefined ? '' : ` aria-describedby="${hint.id}"`}${isWrong ? ' aria-invalid="true"' : ''}`
    return `<label for="${name}">${escaped(messages[label])}</label>
        <input id="${name}" name="${name}" ${html} value="${escaped(payer[name])}"${more} />
        ${hint === undefined ? '' : `<p id="${hint.id}" class="${hint.kind}">${escaped(hint.text)}</p>`}`
  })
  return form(told, [...fields, button('summary', messages.next), ...backTo(told, 'order')], names)
}

function summaryStep(told: Told): string {
  const { messages, language, price, payer, isValidated, minutes } = told
  if (price === undefined) return ''
  const money = moneyIn(language)
  const written = (cents: number): string => escaped(money.text(cents, price.currency))
  const row = (name: string, amount: string, detail = ''): string =>
    `<tr><th scope="row">${escaped(name)}${detail}</th><td>${amount}</td></tr>`
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
  const toPay = isValidated ? messages.askValidation : messages.payAmount(money.text(price.total, price.currency))
  const name = price.total === 0 ? messages.confirm : toPay
  return form(
    told,
    [
      `<table><tbody>${rows.join('')}</tbody><tfoot>${less}${row(messages.total, written(price.total))}</tfoot></table>`,
      `<dl><div><dt>${escaped(messages.name)}</dt><dd>${escaped(payer.fullName)}</dd></div><div><dt>${escaped(messages.idNumber)}</dt><dd>${escaped(payer.dni)}</dd></div><div><dt>${escaped(messages.email)}</dt><dd>${escaped(payer.email)}</dd></div></dl>`,
      price.total === 0
        ? ''
        : `<p class="help">${escaped(isValidated ? messages.validates : messages.lasts(minutes))}</p>`,
      `<input type="hidden" name="shown" value="${price.total}" />`,
      button('pay', name),
      ...backTo(told, 'data'),
      ...backTo(told, 'order'),
    ],
    [],
  )
}

function backTo({ messages, zones, hasCodes }: Told, step: 'order' | 'data'): readonly string[] {
  if (step === 'order' && zones.length === 0 && !hasCodes) return []
  return [button(step, step === 'order' ? messages.changeOrder : messages.changeData, 'second')]
}

function button(step: string, name: string, look = ''): string {
  const back = look === '' ? '' : ` class="${look}" formnovalidate`
  return `<button name="step" value="${step}"${back}>${escaped(name)}</button>`
}

/** @param own fields typed in this step; the others are hidden */
function form(told: Told, content: readonly string[], own: readonly Field[]): string {
  const values: Readonly<Record<Field, string>> = {
    ...told.kept,
    ...told.payer,
    zone: told.zone === undefined || told.zones.length === 0 ? '' : String(told.zone),
    quanty: told.zones.length === 0 ? '' : String(told.quanty),
    code: told.code,
  }
  const hidden = FIELDS.filter((name) => !own.includes(name) && values[name] !== '').map(
    (name) => `<input type="hidden" name="${name}" value="${escaped(values[name])}" />`,
  )
  return `<form method="post" action="/pago">${hidden.join('')}
        ${content.join('\n        ')}
      </form>`
}
