import { createMoneyFormat } from '../payments/money.ts'
import { splitOperationId, buildReceiptSeries } from '../payments/receipts.ts'
import type { Receipt } from '../payments/documents/order.ts'
import type { Instant } from '../kernel/index.ts'
import type { PdfFact } from './pdf-content.ts'

/** Receipt or credit note for printing, with formatted amounts and times. */
export type ReceiptContent = {
  readonly title: string
  /** issuing municipality */
  readonly municipality: string
  /** prominent warning for test payments; empty for live payments */
  readonly warning: string
  /** amount received or refunded */
  readonly amount: string
  readonly facts: readonly PdfFact[]
  readonly lines: {
    readonly title: string
    readonly heads: readonly string[]
    /** item, quantity, unit price, total */
    readonly rows: readonly (readonly string[])[]
  }
  /** below the lines: from the sum to the amount paid */
  readonly sums: readonly { readonly name: string; readonly amount: string }[]
  /** shown if the font lacks a character */
  readonly lackingCharacters: string
  /** language of the receipt's texts, as a BCP 47 tag */
  readonly language: string
  readonly issuedAt: Instant
}

export type ReceiptTexts = {
  readonly receipt: (number: string) => string
  readonly creditNote: (number: string) => string
  readonly test: string
  readonly received: string
  readonly refundedAmount: string
  readonly ofReceipt: string
  readonly name: string
  readonly idNumber: string
  readonly form: string
  readonly answer: string
  readonly order: string
  readonly operation: string
  readonly voucher: string
  readonly paidAt: string
  readonly refundedAt: string
  readonly issuedAt: string
  readonly paymentMethod: string
  readonly desk: string
  readonly nothing: string
  readonly lines: string
  readonly orderLines: string
  readonly heads: readonly [string, string, string, string]
  readonly sum: string
  readonly reduction: string
  readonly lackingCharacters: string
}

export type ReceiptContext = {
  readonly texts: ReceiptTexts
  readonly language: string
  /** name of the municipality */
  readonly municipality: string
  /** formats times in the municipality's time zone */
  readonly dateTime: (instant: Instant) => string
}

/** Digits of a printed number, padded so that numbers of a series also sort as text. */
const DIGITS = 8
const PROVIDERS = { stripe: 'Stripe', 'mercado-pago': 'Mercado Pago' } as const

/** Builds a printable receipt from the stored receipt and the issuer's name only, so that reprints are identical. */
export function buildReceiptPdf(receipt: Receipt, setting: ReceiptContext): ReceiptContent {
  const { texts, language, municipality, dateTime } = setting
  const { kind, amount, currency, lines, reduction, number } = receipt
  const money = createMoneyFormat(language)
  const written = (cents: number): string => money.text(cents, currency)
  const isTest = receipt.series !== buildReceiptSeries(receipt.municipality, 'live')
  const isReceipt = kind === 'receipt'
  const sum = lines.reduce((all, line) => all + line.quanty * line.price, 0)
  return {
    title: (isReceipt ? texts.receipt : texts.creditNote)(padReceiptNumber(number)),
    municipality,
    warning: isTest ? texts.test : '',
    amount: written(amount),
    facts: buildReceiptFacts(receipt, texts, dateTime),
    lines: {
      title: isReceipt ? texts.lines : texts.orderLines,
      heads: texts.heads,
      rows: lines.map(({ name, quanty, price }) => [name, String(quanty), written(price), written(quanty * price)]),
    },
    sums: [
      ...(reduction === 0
        ? []
        : [
            { name: texts.sum, amount: written(sum) },
            { name: texts.reduction, amount: `−${written(reduction)}` },
          ]),
      { name: isReceipt ? texts.received : texts.refundedAmount, amount: written(amount) },
    ],
    lackingCharacters: texts.lackingCharacters,
    language,
    issuedAt: receipt.issuedAt,
  }
}

function buildReceiptFacts(
  receipt: Receipt,
  texts: ReceiptTexts,
  dateTime: ReceiptContext['dateTime'],
): readonly PdfFact[] {
  const { kind, of, fullName, dni, formTitle, code, orderId, provider, operationId, paidAt, issuedAt } = receipt
  const { voucher } = receipt
  const isReceipt = kind === 'receipt'
  const atDesk = operationId === '' ? texts.nothing : texts.desk
  const means = provider === 'desk' ? atDesk : PROVIDERS[provider]
  return [
    ...(of === undefined ? [] : [{ name: texts.ofReceipt, value: padReceiptNumber(of), isCode: true } as const]),
    { name: texts.name, value: fullName },
    { name: texts.idNumber, value: dni },
    ...(formTitle === undefined ? [] : [{ name: texts.form, value: formTitle }]),
    ...(code === undefined ? [] : [{ name: texts.answer, value: code, isCode: true } as const]),
    { name: texts.order, value: orderId, isCode: true },
    { name: isReceipt ? texts.paidAt : texts.refundedAt, value: dateTime(paidAt) },
    { name: texts.issuedAt, value: dateTime(issuedAt) },
    { name: texts.paymentMethod, value: means },
    ...(voucher === undefined ? [] : [{ name: texts.voucher, value: voucher, isCode: true } as const]),
    ...(operationId === ''
      ? []
      : [{ name: texts.operation, value: splitOperationId(operationId).join('\n'), isCode: true } as const]),
  ]
}

function padReceiptNumber(number: number): string {
  return String(number).padStart(DIGITS, '0')
}
