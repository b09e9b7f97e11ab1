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

/** What a letter about an order says. `order`: the id that opens its page, together with the number. */
const aboutOrder = {
  orderId: z.string().max(200),
  order: answerIdSchema,
  /** in cents */
  amount: z.int().min(0),
  currency: z.string().max(40),
  /** of the currency; missing in e-mails queued by earlier releases */
  sign: z.string().max(40).optional(),
  /** title of the form, or name of the event */
  form: z.string().max(2000).optional(),
  /** code or reference of the answer; missing in jobs of earlier releases */
  code: z.string().max(64).optional(),
}
/** of an event: how many tickets were bought, or are good no longer */
const places = { places: z.int().min(0).optional() }
const ofTicketsSchema = z.union([
  z.object({ orderId: aboutOrder.orderId, order: answerIdSchema }),
  z.object({ ticket: ticketHashSchema }),
])
const eventPlaceSchema = z.object({
  address: nameSchema,
  eventDate: instantSchema.optional(),
  eventEnd: instantSchema.optional(),
})

/** Every letter of Relevo: facts only, as the words are the server's (core/mail). No secret waits in the queue. */
export const letterSchema = z.discriminatedUnion('letter', [
  /** a link to choose a new password */
  z.object({ letter: z.literal('password.forgotten') }),
  /** the account is new: a link to choose its first password. `by`: the address of who made it */
  z.object({ letter: z.literal('invitation'), by: z.string().max(200) }),
  /** a webhook that they have made has failed for days and was switched off */
  z.object({ letter: z.literal('webhook.failed'), name: z.string().max(255), url: z.string().max(500) }),
  /** the payer's: the money has come */
  z.object({ letter: z.literal('payment.received'), ...aboutOrder, ...places }),
  /** it has come when nothing was left, and goes back */
  z.object({ letter: z.literal('payment.too-late'), ...aboutOrder }),
  /** staff validated the order: its page takes money. `held`: its places are held meanwhile; missing if it has none */
  z.object({ letter: z.literal('payment.validated'), ...aboutOrder, held: z.boolean().optional() }),
  /** it was not validated, or not paid, in the time that its places were held */
  z.object({ letter: z.literal('payment.lapsed'), ...aboutOrder }),
  /** it has gone back, all or a part of it */
  z.object({ letter: z.literal('payment.refunded'), ...aboutOrder, ...places }),
  /** the payer's bank or the provider has taken it back after a dispute, and staff have settled that */
  z.object({ letter: z.literal('payment.disputed'), ...aboutOrder, ...places }),
  /** tickets, once more or for who one was handed on to: all of an order with its number, or this one by its hash */
  z.object({
    letter: z.literal('tickets'),
    event: z.string().max(2000),
    of: ofTicketsSchema,
  }),
  /** their event takes place at another time or place; `of` as with tickets. On the clock of `timeZone` */
  z.object({
    letter: z.literal('event.moved'),
    event: z.string().max(2000),
    timeZone: z.string().max(100),
    before: eventPlaceSchema,
    now: eventPlaceSchema,
    of: ofTicketsSchema,
  }),
  /** so that an owner who did not do this learns of it */
  z.object({ letter: z.literal('account.changed'), what: z.enum(ACCOUNT_CHANGES) }),
])
export type Letter = Readonly<z.infer<typeof letterSchema>>
export type LetterKind = Letter['letter']
export type LetterOf<K extends LetterKind> = Extract<Letter, { readonly letter: K }>

/** An address as it may stand in a header. z.email takes no spaces, line breaks, commas or brackets. */
export const mailAddressSchema = z.email().max(254)

/** `user`: the account that it is about. The letter is not sent when that account has another address by then. */
export const recipientSchema = z.object({
  address: mailAddressSchema,
  name: z.string().max(400),
  user: userIdSchema.optional(),
})
export type Recipient = Readonly<z.infer<typeof recipientSchema>>

export const mailSchema = z.object({ to: recipientSchema, language: z.enum(LANGUAGES), letter: letterSchema })
export type Mail = Readonly<z.infer<typeof mailSchema>>

/** A letter to an account's own address. */
export function mailTo({ id, email, firstName, lastName }: User, letter: Letter, language: Language): Mail {
  return { to: { user: id, address: email, name: `${firstName} ${lastName}`.trim() }, language, letter }
}

/** What comes with a mail: bytes, and never a place where they would be fetched from. */
export type MailAttachment = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }
