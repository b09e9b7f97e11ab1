import { z } from 'zod'
import type { User } from '../users/documents/user.ts'
import { nameSchema } from '../kernel/building-blocks.ts'
import { ticketHashSchema } from '../tickets/documents/hash.ts'
import { answerIdSchema, userIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { LANGUAGES, type Language } from '../kernel/limits.ts'

/** Changes of an account that its owner is notified of. */
export const ACCOUNT_CHANGES = ['password', 'second-factor', 'recovery-codes'] as const
export type AccountChange = (typeof ACCOUNT_CHANGES)[number]

/**
 * Facts about an order in an e-mail. `order`: id of the order, which together with its number opens the order's page.
 */
const orderFields = {
  orderId: z.string().max(200),
  order: answerIdSchema,
  /** in cents */
  amount: z.int().min(0),
  currency: z.string().max(40),
  /** currency sign; missing in e-mails queued by earlier releases */
  sign: z.string().max(40).optional(),
  /** title of the form, or name of the event */
  form: z.string().max(2000).optional(),
  /** code or reference of the answer; missing in jobs of earlier releases */
  code: z.string().max(64).optional(),
}
/** for events: how many tickets were bought or voided, and the numbers of the voided ones; missing in older jobs */
const places = { places: z.int().min(0).optional(), numbers: z.array(z.int().min(1)).readonly().optional() }
const ticketSourceSchema = z.union([
  z.object({ orderId: orderFields.orderId, order: answerIdSchema }),
  z.object({ ticket: ticketHashSchema }),
])
const eventPlaceSchema = z.object({
  address: nameSchema,
  eventDate: instantSchema.optional(),
  eventEnd: instantSchema.optional(),
})

/** Contents of all e-mails. They contain only facts and no secrets; the texts are on the server (core/mail). */
export const emailContentSchema = z.discriminatedUnion('letter', [
  /** link to reset the password */
  z.object({ letter: z.literal('password.forgotten') }),
  /** link to choose the first password of a new account. `by`: address of its creator */
  z.object({ letter: z.literal('invitation'), by: z.string().max(200) }),
  /** the user's webhook was switched off, because it failed for days or its receiver is gone */
  z.object({ letter: z.literal('webhook.failed'), name: z.string().max(255), url: z.string().max(500) }),
  /** to the payer: payment received, or order confirmed without payment (amount 0) */
  z.object({ letter: z.literal('payment.received'), ...orderFields, ...places }),
  /** to the payer: the payment arrived after the zone was sold out or the event cancelled, and is refunded */
  z.object({ letter: z.literal('payment.too-late'), ...orderFields, isCancelled: z.boolean().optional() }),
  /** to the payer: order validated and ready for payment. `held`: its places are reserved; missing without places */
  z.object({ letter: z.literal('payment.validated'), ...orderFields, held: z.boolean().optional() }),
  /** to the payer: order not validated or not paid before its reservation ended */
  z.object({ letter: z.literal('payment.lapsed'), ...orderFields }),
  /** to the payer: full or partial refund. `atDesk`: the money was handed back at the desk */
  z.object({ letter: z.literal('payment.refunded'), ...orderFields, ...places, atDesk: z.boolean().optional() }),
  /** to the payer: payment taken back by bank or provider after a dispute that staff have settled */
  z.object({ letter: z.literal('payment.disputed'), ...orderFields, ...places }),
  /** tickets that are sent again or to a new owner. `of`: all tickets of an order, or one ticket by its hash */
  z.object({
    letter: z.literal('tickets'),
    event: z.string().max(2000),
    of: ticketSourceSchema,
  }),
  /** new time or place of an event, in `timeZone`. `of`: the recipient's tickets */
  z.object({
    letter: z.literal('event.moved'),
    event: z.string().max(2000),
    timeZone: z.string().max(100),
    before: eventPlaceSchema,
    now: eventPlaceSchema,
    of: ticketSourceSchema,
  }),
  /**
   * an event was cancelled. Money returned to the payer, in cents: `back` by the original payment method, `desk` at the
   * desk. `of`: the recipient's tickets
   */
  z.object({
    letter: z.literal('event.cancelled'),
    event: z.string().max(2000),
    timeZone: z.string().max(100),
    was: eventPlaceSchema,
    of: ticketSourceSchema,
    currency: z.string().max(40).optional(),
    sign: z.string().max(40).optional(),
    back: z.int().min(0).optional(),
    desk: z.int().min(0).optional(),
  }),
  /**
   * to the owner of a ticket: staff or a refund changed whether it is valid. `number`: position in the order, from 1,
   * which transferred tickets do not show. `isTransferred`: missing in jobs of earlier releases
   */
  z.object({
    letter: z.literal('ticket.changed'),
    event: z.string().max(2000),
    number: z.int().min(1),
    isTransferred: z.boolean().optional(),
    state: z.enum(['valid', 'refunded', 'blocked']),
  }),
  /** notifies an account's owner of a change that someone else may have made */
  z.object({ letter: z.literal('account.changed'), what: z.enum(ACCOUNT_CHANGES) }),
])
export type EmailContent = Readonly<z.infer<typeof emailContentSchema>>
export type EmailKind = EmailContent['letter']
export type EmailContentOf<K extends EmailKind> = Extract<EmailContent, { readonly letter: K }>

/** E-mail address that is safe in a header. z.email accepts no spaces, line breaks, commas or brackets. */
export const mailAddressSchema = z.email().max(254)

/**
 * Recipient of an e-mail. `user`: account of the recipient; the e-mail is not sent if the account's address has changed
 * since.
 */
const recipientSchema = z.object({
  address: mailAddressSchema,
  name: z.string().max(400),
  user: userIdSchema.optional(),
})
export type Recipient = Readonly<z.infer<typeof recipientSchema>>

export const mailSchema = z.object({ to: recipientSchema, language: z.enum(LANGUAGES), letter: emailContentSchema })
export type Mail = Readonly<z.infer<typeof mailSchema>>

/** E-mail to an account's own address. */
export function buildAccountMail(
  { id, email, firstName, lastName }: User,
  content: EmailContent,
  language: Language,
): Mail {
  return { to: { user: id, address: email, name: `${firstName} ${lastName}`.trim() }, language, letter: content }
}

/** Attachment of an e-mail, as bytes; never fetched from an address. */
export type MailAttachment = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }
