import { z } from 'zod'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { mailAddressSchema, type MailAttachment } from '#domain/mail/index.ts'
import type { OutsideDeps } from './http.ts'

/** A mail server, `smtps://user:password@mail.example.org`, and the sender. */
export type MailSettings = { readonly url?: string; readonly from: Address }
type Address = { readonly address: string; readonly name: string }
type Message = {
  readonly to: Address
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly MailAttachment[]
}
type Sent = Result<{ readonly id: string }> & { readonly isFinal?: boolean; readonly isAnswered?: boolean }

/** Sends an e-mail; the same key is the same e-mail. Refuses with mail.refused (final) or network.unreachable. */
export type SendMail = (message: Message, key: string) => Promise<Sent>

/** Milliseconds. The lease of a job is longer than their sum. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
/** Forbids parts of an e-mail that name a file of this machine or a URL to fetch. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const
/** Settings when none are configured: e-mails are not sent. */
export const NO_MAIL_SERVER: MailSettings = { from: { address: 'relevo@localhost.localdomain', name: 'Relevo' } }

/** Sends over SMTP with one connection per e-mail, because there are few. */
export function smtpMail(
  deps: Pick<OutsideDeps, 'failed'>,
  { url, from }: MailSettings & { readonly url: string },
): SendMail {
  return async (message, key) => {
    try {
      // Loaded with the first e-mail, because most servers send none for a while after the start.
      const { createTransport } = await import('nodemailer')
      await createTransport({ url, ...TIMEOUTS, ...CLOSED }).sendMail(mailOf(message, from, key))
      return ok({ id: '' })
    } catch (error) {
      // Replies of mail servers contain recipients' addresses, which must not be logged.
      deps.failed({ system: 'mail', why: withoutAddresses(String(error)) })
      if (isRefusal(error)) return { ...refuse('mail.refused'), isFinal: true }
      return { ...refuse('network.unreachable'), ...(isPutOff(error) ? { isAnswered: true } : {}) }
    }
  }
}

/**
 * Replaces a mail server: each e-mail is a file. @param keep gets a file name without folders; the same name is the
 * same e-mail
 */
export function keptMail(from: Address, keep: (name: string, bytes: Uint8Array) => Promise<void>): SendMail {
  return async (message, key) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, ...CLOSED })
    const { message: bytes } = await transport.sendMail(mailOf(message, from, key))
    if (!(bytes instanceof Uint8Array)) throw new TypeError('A mail that is kept is made of bytes')
    await keep(`${plain(key)}.eml`, bytes)
    return ok({ id: '' })
  }
}

/**
 * Passes addresses as objects: as header text, "a@x.org\r
 * Bcc: b@x.org" would be two.
 */
function mailOf({ to, subject, text, attachments = [] }: Message, from: Address, key: string) {
  const address = mailAddressSchema.parse(to.address)
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    from,
    to: [{ name: to.name, address }],
    subject,
    text,
    attachments: attachments.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
    })),
    messageId: `<${plain(key)}@${domain}>`,
    // Asks mail systems not to send automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function plain(key: string): string {
  return key.replace(/[^A-Za-z0-9.]/g, '-')
}

/** True when the server has rejected this e-mail for good. A wrong password or a full disk is temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof z.ZodError || codeOfMail(error) >= 500
}

/**
 * True when the server accepts other e-mails: a full mailbox, or an address it does not know yet. With 421 it accepts
 * none.
 */
function isPutOff(error: unknown): boolean {
  return codeOfMail(error) > 421
}

/** SMTP code about this e-mail; 0 when there is none. */
function codeOfMail(error: unknown): number {
  if (!(error instanceof Error)) return 0
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown }
  const isOfThisMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isOfThisMail && typeof responseCode === 'number' ? responseCode : 0
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"]+/g, (word) => (word.includes('@') ? '…' : word))
}

const NAMED = /^(?<name>[^<>"\p{Cc}]*)<(?<address>[^<>]+)>$/u

/**
 * Reads SMTP_URL (smtp:// or smtps://, with user and password where needed) and MAIL_FROM (an address, or `Name
 * <address>`). Without SMTP_URL no e-mails are sent; with it MAIL_FROM is required.
 * @returns the settings, or the name of the invalid variable
 */
export function mailSettingsFrom(
  environment: Readonly<Record<string, string | undefined>>,
): MailSettings | { readonly wrong: 'SMTP_URL' | 'MAIL_FROM' } {
  const [url = '', from = ''] = [environment['SMTP_URL'], environment['MAIL_FROM']]
  if (url !== '' && !(/^smtps?:\/\/[^/]/.test(url) && URL.canParse(url))) return { wrong: 'SMTP_URL' }
  const { name = '', address = from.trim() } = NAMED.exec(from.trim())?.groups ?? {}
  const isGiven = mailAddressSchema.safeParse(address).success
  if (!isGiven && (from !== '' || url !== '')) return { wrong: 'MAIL_FROM' }
  const sender = isGiven ? { address, name: name.trim() === '' ? 'Relevo' : name.trim() } : NO_MAIL_SERVER.from
  return { from: sender, ...(url === '' ? {} : { url }) }
}
