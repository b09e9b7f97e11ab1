import { resolveSettings } from '#domain/places/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { buildReceiptPdf, type ReceiptTexts } from '#domain/pdf/index.ts'
import { keys } from '#domain/store/index.ts'
import { translatorFor } from '#locales/translator.ts'
import { createDateTimeFormatter, toPdfLanguageTag } from '../exports/reader.ts'
import type { AnswersPdf } from '../exports/answers-pdf.ts'
import type { Ports } from '../ports.ts'

/**
 * PDF of an order's receipt or credit note, in the municipality's language and time zone. Refuses with payment.missing
 * when there is none, pdf.not-configured, pdf.failed and server.busy.
 * @param refund reference of a refund, for its credit note
 */
export async function renderReceiptPdf(
  { store, pdfs }: Pick<Ports, 'store' | 'pdfs'>,
  { id, municipality }: Pick<PaymentOrder, 'id' | 'municipality'>,
  refund: string | undefined,
): Promise<Result<AnswersPdf>> {
  const receipt = await store.get(keys.receiptOfOrder(id, refund))
  if (receipt === undefined) return refuse('payment.missing')
  if (pdfs === undefined) return refuse('pdf.not-configured')
  const place = await store.get(keys.municipality(municipality))
  const { language, timeZone } = resolveSettings(place ?? { path: municipality, settings: {} })
  const paper = buildReceiptPdf(receipt, {
    texts: buildReceiptMessages(language),
    language: toPdfLanguageTag({ language }),
    municipality: place?.nombre ?? '',
    dateTime: createDateTimeFormatter({ timeZone }),
  })
  const result = await pdfs.make({
    sources: { receipt: paper },
    readPictures: async () => ok(new Map()),
    isPublic: true,
  })
  const name = receipt.kind === 'receipt' ? 'comprobante' : 'nota-de-credito'
  return result.ok ? ok({ bytes: result.value, name: `${name}-${receipt.orderId}.pdf` }) : result
}

/** Texts of receipts and credit notes. */
export function buildReceiptMessages(language: string): ReceiptTexts {
  const i18n = translatorFor(language)
  return {
    receipt: (number) => i18n._('Receipt no. {number}', { number }),
    creditNote: (number) => i18n._('Credit note no. {number}', { number }),
    test: i18n._('TEST: no real money was charged. This document has no value.'),
    received: i18n._('Amount paid'),
    refundedAmount: i18n._('Amount refunded'),
    ofReceipt: i18n._('Refund of the payment on receipt no.'),
    name: i18n._('Full name'),
    idNumber: i18n._('ID number'),
    form: i18n._('Form or event'),
    answer: i18n._('Code of the answer'),
    order: i18n._('Order number'),
    operation: i18n._('Payment reference'),
    voucher: i18n._('Voucher or transfer number'),
    paidAt: i18n._('Payment date'),
    refundedAt: i18n._('Refund date'),
    issuedAt: i18n._('Issue date'),
    paymentMethod: i18n._('Payment method'),
    desk: i18n._('At the municipality’s desk'),
    nothing: i18n._('No payment was required'),
    lines: i18n._('Items'),
    orderLines: i18n._('Items of the refunded order'),
    heads: [i18n._('Item'), i18n._('Quantity'), i18n._('Price'), i18n._('Amount')],
    sum: i18n._('Subtotal'),
    reduction: i18n._('Discount'),
    lackingCharacters: i18n._('{symbol} replaces a character that this file cannot show.', { symbol: '\ufffd' }),
  }
}
