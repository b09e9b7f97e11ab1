import { resolveSettings } from '#domain/places/index.ts'
import type { PaymentOrder } from '#domain/payments/index.ts'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { buildReceiptPdf } from '#domain/paper/index.ts'
import { keys } from '#domain/store/index.ts'
import { createClock, pdfLanguageTag } from '../exports/reader.ts'
import type { AnswersPdf } from '../exports/answers-pdf.ts'
import type { Ports } from '../ports.ts'
import { receiptMessages } from './receipt-messages.ts'

/**
 * PDF of an order's receipt or credit note, in the municipality's language and time zone. Refuses with payment.missing
 * when there is none, pdf.not-configured, pdf.failed and server.busy.
 * @param refund reference of a refund, for its credit note
 */
export async function receiptPdf(
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
    words: receiptMessages(language),
    language: pdfLanguageTag({ language }),
    municipality: place?.nombre ?? '',
    dateTime: createClock({ timeZone }),
  })
  const made = await pdfs.make({ sources: { receipt: paper }, readPictures: async () => ok(new Map()), isPublic: true })
  const name = receipt.kind === 'receipt' ? 'comprobante' : 'nota-de-credito'
  return made.ok ? ok({ bytes: made.value, name: `${name}-${receipt.orderId}.pdf` }) : made
}
