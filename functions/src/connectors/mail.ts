import { z } from 'zod'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { mailAddressSchema, type MailAttachment } from '#domain/mail/index.ts'
import type { OutsideDeps } from './http.ts'

/** A mail server, `smtps://user:password@mail.example.org`, and who writes. */
export type MailSettings = { readonly url?: string; readonly from: Address }
type Address = { readonly address: string; readonly name: string }
type Message = {
  readonly to: Address
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly MailAttachment[]
}
type Sent = Result<{ readonly id: string }> & { readonly isFinal?: boolean; readonly isAnswered?: boolean }

/** Hands a mail over; the same key is the same mail. Refuses with mail.refused, finally, and network.unreachable. */
export type SendMail = (message: Message, key: string) => Promise<Sent>

/** Milliseconds; a job's lease is longer than all of them together. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
/** No part of a mail may name a file of this machine or an address to fetch, whatever a text says. */
const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const
/** Of an installation that says nothing: mails go nowhere by themselves. */
export const NO_MAIL_SERVER: MailSettings = { from: { address: 'relevo@localhost.localdomain', name: 'Relevo' } }

/** Sends over SMTP, one connection a mail: there are few, and a restart of the server between them does no harm. */
export function smtpMail(
  deps: Pick<OutsideDeps, 'failed'>,
  { url, from }: MailSettings & { readonly url: string },
): SendMail {
  return async (message, key) => {
    try {
      // Loaded with the first mail: most starts send none for a while.
      const { createTransport } = await import('nodemailer')
      await createTransport({ url, ...TIMEOUTS, ...CLOSED }).sendMail(mailOf(message, from, key))
      return ok({ id: '' })
    } catch (error) {
      // Servers say whom they refuse; the log is no place for people's addresses.
      deps.failed({ system: 'mail', why: withoutAddresses(String(error)) })
      if (isRefusal(error)) return { ...refuse('mail.refused'), isFinal: true }
      return { ...refuse('network.unreachable'), ...(isPutOff(error) ? { isAnswered: true } : {}) }
    }
  }
}

/** No mail server: each mail is a file. @param keep gets a name without folders; the same name is the same mail */
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

/** Addresses as objects, never as a header's text: "a@x.org\r\nBcc: b@x.org" would be two. */
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
    // Asks mail systems to send no holiday notice back.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function plain(key: string): string {
  return key.replace(/[^A-Za-z0-9.]/g, '-')
}

/** The server has looked at this mail and will not take it. Its password or its disk are matters of time. */
function isRefusal(error: unknown): boolean {
  return error instanceof z.ZodError || codeOfMail(error) >= 500
}

/** It takes others: a full mailbox, an address that it does not know yet. With 421 it takes none. */
function isPutOff(error: unknown): boolean {
  return codeOfMail(error) > 421
}

/** What the server says of this one mail; 0: nothing. */
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
 * Reads SMTP_URL (smtp:// or smtps://, with user and password where needed) and MAIL_FROM (an address, or
 * `Name <address>`). Without SMTP_URL mails go nowhere by themselves; with it MAIL_FROM is needed.
 * @returns the settings, or the name of the variable that is wrong
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
