import { z } from 'zod'
import { answerSchema } from '../answers/documents/answer.ts'
import { heldAnswerSchema } from '../answers/documents/held.ts'
import { sentCopiesSchema } from '../answers/documents/sent-copies.ts'
import { answerIdSchema } from '../kernel/ids.ts'
import { paymentOrderSchema, receiptSchema } from '../payments/documents/order.ts'
import { ticketSchema } from '../tickets/documents/ticket.ts'

/** Everything stored about a person under the id of one answer. */
export const exportedRecordSchema = z.strictObject({
  id: answerIdSchema,
  answer: answerSchema.optional(),
  held: heldAnswerSchema.omit({ answer: true }).optional(),
  order: paymentOrderSchema.omit({ attempts: true }).optional(),
  receipts: z.array(receiptSchema),
  /** without number and QR code, because these admit their bearer */
  tickets: z.array(ticketSchema.omit({ number: true, qrCode: true })),
  copies: sentCopiesSchema.optional(),
})
export type ExportedRecord = z.infer<typeof exportedRecordSchema>
