import type { Problem } from '#domain/kernel/index.ts'
import { moneyIn, type Payer } from '#domain/payments/index.ts'
import { escaped } from '../../pages/escaped.ts'
import { plainPage } from '../../pages/plain-page.ts'
import type { ReaderLanguage } from '../../pages/reader-language.ts'
import type { CheckoutView, ZoneOffered } from './checkout.ts'
import { PAYER_STYLE } from './style.ts'
import { HELD, PAYER_WORDS, type PayerWords, type Step } from './words.ts'

/** Number of remaining places below which it is shown. */
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

type Told = CheckoutView & { readonly words: PayerWords; readonly language: ReaderLanguage }

/** A step of the payment as a form that works without a script. User-supplied text is escaped. */
export function checkoutPage(view: CheckoutView, language: ReaderLanguage): string {
  const told: Told = { ...view, words: PAYER_WORDS[language], language }
  const { words, at, title, place, isTest, problem } = told
  const content = { order: orderStep, data: dataStep, summary: summaryStep }[at]
  return plainPage({
    language,
    title: `${words.steps[at]} · ${title}`,
    script: '/pago.js',
    main: [
      ...(isTest ? [`<p class="test">${escaped(words.test)}</p>`] : []),
      `<p class="place">${escaped(place === '' ? title : `${place} · ${title}`)}</p>`,
      `<ol aria-label="${escaped(words.stepsName)}">${stepsOf(told)
        .map((step) => `<li${step === at ? ' aria-current="step"' : ''}>${escaped(words.steps[step])}</li>`)
        .join('')}</ol>`,
      `<h1>${escaped(words.steps[at])}</h1>`,
      ...(problem === undefined ? [] : [problemOf(told, problem)]),
      content(told),
    ].join('\n      '),
    style: PAYER_STYLE,
  })
}

/**
 * Page that leads to the provider: a link that the script follows, because the policy forbids posting forms to other
 * sites.
 */
export function goPage(url: string, language: ReaderLanguage): string {
  const words = PAYER_WORDS[language]
  const main = `<h1>${escaped(words.steps.pay)}</h1>
      <p role="status">${escaped(words.going)}</p>
      <p><a class="paper" id="go" href="${escaped(url)}" rel="noreferrer">${escaped(words.go)}</a></p>`
  return plainPage({ language, title: words.steps.pay, script: '/pago.js', main, style: PAYER_STYLE })
}

/** Text of a refusal, with what can be done about it. */
export function refusalOf(
  { code, details = {} }: Problem,
  language: ReaderLanguage,
  sells: CheckoutView['sells'] = 'event',
): string {
  const words = PAYER_WORDS[language]
  return words.refusals[code]?.(details, sells) ?? words.failed
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

function problemOf({ language, minutes, words, sells }: Told, problem: Problem): string {
  const held = Number(problem.details?.['held'] ?? 0)
  const more = [
    ...(problem.code === 'payment.sold-out' && held > 0 ? [HELD[language](held, minutes)] : []),
    ...(problem.code === 'payment.not-connected' || problem.code === 'payment.failed' ? [words.atDesk] : []),
  ]
  return `<p role="alert" class="problem">${[refusalOf(problem, language, sells), ...more].map(escaped).join('<br />')}</p>`
}

function orderStep(told: Told): string {
  const { words, zones, hasCodes, quanty, code, problem } = told
  const hasZones = zones.length > 0
  const most = Math.max(1, ...zones.map(({ left }) => left))
  const fields = [
    ...(hasZones
      ? [
          `<fieldset><legend>${escaped(words.choose)}</legend>${zones.map((zone) => zoneField(told, zone)).join('')}</fieldset>`,
          `<label for="quanty">${escaped(words.quantity)}</label>
        <input id="quanty" name="quanty" type="number" inputmode="numeric" required min="1" max="${most}" value="${quanty}" />`,
        ]
      : []),
    ...(hasCodes
      ? [
          `<label for="code">${escaped(words.code)}</label>
        <input id="code" name="code" maxlength="40" value="${escaped(code)}" aria-describedby="code-help" autocomplete="off" />
        <p id="code-help" class="help">${escaped(words.codeHelp)}</p>`,
        ]
      : []),
    button('data', words.next),
    ...(problem?.code === 'payment.sold-out' || zones.some(({ left }) => left === 0)
      ? [button('order', words.refresh, 'second')]
      : []),
  ]
  return form(told, fields, ['zone', 'quanty', 'code'])
}

function leftIn(words: PayerWords, sells: CheckoutView['sells'], left: number): string {
  if (left === 0) return words.soldOut[sells]
  return left < FEW ? words.left(left) : ''
}

function zoneField(
  { words, language, zone: chosen, currency, zones, sells }: Told,
  { id, name, price: each, left }: ZoneOffered,
) {
  const money = moneyIn(language)
  const written = currency === undefined ? money.amount(each) : money.text(each, currency)
  const said = leftIn(words, sells, left)
  const isChosen = chosen === id || zones.length === 1
  return `<label class="zone"><input type="radio" name="zone" value="${id}" required${isChosen ? ' checked' : ''}${left === 0 ? ' disabled' : ''} /><span>${escaped(name)}${said === '' ? '' : `<small>${escaped(said)}</small>`}</span><strong>${escaped(written)}</strong></label>`
}

const INPUTS: Readonly<
  Record<keyof Payer, { readonly word: 'name' | 'idNumber' | 'phone' | 'email'; readonly html: string }>
> = {
  fullName: { word: 'name', html: 'required maxlength="200" autocomplete="name"' },
  dni: { word: 'idNumber', html: 'required maxlength="20" autocomplete="off"' },
  email: { word: 'email', html: 'required type="email" maxlength="254" autocomplete="email"' },
  phone: { word: 'phone', html: 'type="tel" maxlength="20" autocomplete="tel"' },
}

/** Text below a field: its fault, or help. */
function hintOf({ words, wrong }: Told, name: keyof Payer) {
  if (wrong.includes(name)) return { id: `${name}-wrong`, kind: 'wrong', text: words.wrong[name] }
  return name === 'email' ? { id: 'email-help', kind: 'help', text: words.emailHelp } : undefined
}

function dataStep(told: Told): string {
  const { words, payer, wrong } = told
  const names = ['fullName', 'dni', 'email', 'phone'] as const
  const fields = names.map((name) => {
    const { word, html } = INPUTS[name]
    const isWrong = wrong.includes(name)
    const hint = hintOf(told, name)
    const more = `${hint === undefined ? '' : ` aria-describedby="${hint.id}"`}${isWrong ? ' aria-invalid="true"' : ''}`
    return `<label for="${name}">${escaped(words[word])}${name === 'phone' ? ` ${escaped(words.optional)}` : ''}</label>
        <input id="${name}" name="${name}" ${html} value="${escaped(payer[name])}"${more} />
        ${hint === undefined ? '' : `<p id="${hint.id}" class="${hint.kind}">${escaped(hint.text)}</p>`}`
  })
  return form(told, [...fields, button('summary', words.next), ...backTo(told, 'order')], names)
}

function summaryStep(told: Told): string {
  const { words, language, price, payer, isValidated, minutes } = told
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
          `${words.reduction}${price.discount === undefined ? '' : `: ${price.discount}`}`,
          `−${written(price.reduction)}`,
        )
  const toPay = isValidated ? words.askValidation : words.payAmount(money.text(price.total, price.currency))
  const name = price.total === 0 ? words.confirm : toPay
  return form(
    told,
    [
      `<table><tbody>${rows.join('')}</tbody><tfoot>${less}${row(words.total, written(price.total))}</tfoot></table>`,
      `<dl><div><dt>${escaped(words.name)}</dt><dd>${escaped(payer.fullName)}</dd></div><div><dt>${escaped(words.idNumber)}</dt><dd>${escaped(payer.dni)}</dd></div><div><dt>${escaped(words.email)}</dt><dd>${escaped(payer.email)}</dd></div></dl>`,
      price.total === 0 ? '' : `<p class="help">${escaped(isValidated ? words.validates : words.lasts(minutes))}</p>`,
      `<input type="hidden" name="shown" value="${price.total}" />`,
      button('pay', name),
      ...backTo(told, 'data'),
      ...backTo(told, 'order'),
    ],
    [],
  )
}

function backTo({ words, zones, hasCodes }: Told, step: 'order' | 'data'): readonly string[] {
  if (step === 'order' && zones.length === 0 && !hasCodes) return []
  return [button(step, step === 'order' ? words.changeOrder : words.changeData, 'second')]
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
