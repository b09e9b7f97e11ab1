import { moneyIn } from '../payments/money.ts'
import { operationGroups, seriesOf } from '../payments/receipts.ts'
import type { Receipt } from '../payments/documents/order.ts'
import type { Instant } from '../kernel/index.ts'
import type { PaperFact } from './paper.ts'

/** A receipt or credit note as it goes on paper. Amounts and moments are written already. */
export type ReceiptPaper = {
  readonly title: string
  /** who issues it */
  readonly municipality: string
  /** said above all else of money of play; empty: it is money */
  readonly warning: string
  /** what was received, or given back */
  readonly amount: string
  readonly facts: readonly PaperFact[]
  readonly lines: {
    readonly title: string
    readonly heads: readonly string[]
    /** what, how many, at what price, together */
    readonly rows: readonly (readonly string[])[]
  }
  /** under the lines, from the sum to what was paid */
  readonly sums: readonly { readonly name: string; readonly amount: string }[]
  /** where a character is missing, this says so */
  readonly lackingCharacters: string
  /** BCP 47 tag of its words */
  readonly language: string
  readonly issuedAt: Instant
}

export type ReceiptWords = {
  readonly receipt: (number: string) => string
  readonly creditNote: (number: string) => string
  readonly test: string
  readonly received: string
  readonly givenBack: string
  readonly ofReceipt: string
  readonly name: string
  readonly idNumber: string
  readonly form: string
  readonly answer: string
  readonly order: string
  readonly operation: string
  readonly paidAt: string
  readonly givenBackAt: string
  readonly issuedAt: string
  readonly means: string
  readonly desk: string
  readonly nothing: string
  readonly lines: string
  readonly linesOfOrder: string
  readonly heads: readonly [string, string, string, string]
  readonly sum: string
  readonly reduction: string
  readonly lackingCharacters: string
}

export type ReceiptSetting = {
  readonly words: ReceiptWords
  readonly language: string
  /** name of the municipality */
  readonly municipality: string
  /** on the municipality's clock */
  readonly dateTime: (instant: Instant) => string
}

/** Digits of a number on paper: numbers of one series stand in their order as texts, too. */
const DIGITS = 8
const PROVIDERS = { stripe: 'Stripe', 'mercado-pago': 'Mercado Pago' } as const

/** A stored receipt on paper. Made of the row alone, but for who issues it: printed again it says the same. */
export function receiptPaperOf(receipt: Receipt, setting: ReceiptSetting): ReceiptPaper {
  const { words, language, municipality, dateTime } = setting
  const { kind, amount, currency, lines, reduction, number } = receipt
  const money = moneyIn(language)
  const written = (cents: number): string => money.text(cents, currency)
  const isTest = receipt.series !== seriesOf(receipt.municipality, 'live')
  const isReceipt = kind === 'receipt'
  const sum = lines.reduce((all, line) => all + line.quanty * line.price, 0)
  return {
    title: (isReceipt ? words.receipt : words.creditNote)(numbered(number)),
    municipality,
    warning: isTest ? words.test : '',
    amount: written(amount),
    facts: factsOf(receipt, words, dateTime),
    lines: {
      title: isReceipt ? words.lines : words.linesOfOrder,
      heads: words.heads,
      rows: lines.map(({ name, quanty, price }) => [name, String(quanty), written(price), written(quanty * price)]),
    },
    sums: [
      ...(reduction === 0
        ? []
        : [
            { name: words.sum, amount: written(sum) },
            { name: words.reduction, amount: `−${written(reduction)}` },
          ]),
      { name: isReceipt ? words.received : words.givenBack, amount: written(amount) },
    ],
    lackingCharacters: words.lackingCharacters,
    language,
    issuedAt: receipt.issuedAt,
  }
}

function factsOf(receipt: Receipt, words: ReceiptWords, dateTime: ReceiptSetting['dateTime']): readonly PaperFact[] {
  const { kind, of, fullName, dni, formTitle, code, orderId, provider, operationId, paidAt, issuedAt } = receipt
  const isReceipt = kind === 'receipt'
  const means = provider === 'desk' ? (operationId === '' ? words.nothing : words.desk) : PROVIDERS[provider]
  return [
    ...(of === undefined ? [] : [{ name: words.ofReceipt, value: numbered(of), isCode: true } as const]),
    { name: words.name, value: fullName },
    { name: words.idNumber, value: dni },
    ...(formTitle === undefined ? [] : [{ name: words.form, value: formTitle }]),
    ...(code === undefined ? [] : [{ name: words.answer, value: code, isCode: true } as const]),
    { name: words.order, value: orderId, isCode: true },
    { name: isReceipt ? words.paidAt : words.givenBackAt, value: dateTime(paidAt) },
    { name: words.issuedAt, value: dateTime(issuedAt) },
    { name: words.means, value: means },
    ...(operationId === ''
      ? []
      : [{ name: words.operation, value: operationGroups(operationId).join('\n'), isCode: true } as const]),
  ]
}

function numbered(number: number): string {
  return String(number).padStart(DIGITS, '0')
}
