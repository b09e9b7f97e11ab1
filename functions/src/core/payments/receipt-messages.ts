import type { ReceiptTexts } from '#domain/paper/index.ts'
import { translatorFor } from '#locales/translator.ts'

/** Texts of receipts and credit notes. */
export function receiptMessages(language: string): ReceiptTexts {
  const i18n = translatorFor(language)
  return {
    receipt: (number) => i18n._('Receipt no. {number}', { number }),
    creditNote: (number) => i18n._('Credit note no. {number}', { number }),
    test: i18n._('TEST: no money was moved. This document has no value.'),
    received: i18n._('Amount paid'),
    givenBack: i18n._('Amount refunded'),
    ofReceipt: i18n._('Refund of receipt no.'),
    name: i18n._('Full name'),
    idNumber: i18n._('ID number'),
    form: i18n._('Form or event'),
    answer: i18n._('Code of the answer'),
    order: i18n._('Order number'),
    operation: i18n._('Payment reference'),
    paidAt: i18n._('Payment date'),
    givenBackAt: i18n._('Refund date'),
    issuedAt: i18n._('Issue date'),
    means: i18n._('Payment method'),
    desk: i18n._('At the municipality’s desk'),
    nothing: i18n._('No payment was required'),
    lines: i18n._('Items'),
    linesOfOrder: i18n._('Items of the refunded order'),
    heads: [i18n._('Item'), i18n._('Quantity'), i18n._('Price'), i18n._('Amount')],
    sum: i18n._('Subtotal'),
    reduction: i18n._('Discount'),
    lackingCharacters: i18n._('{symbol} replaces a character that this file cannot show.', { symbol: '\ufffd' }),
  }
}
