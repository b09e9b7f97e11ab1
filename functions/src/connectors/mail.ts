import { z } from 'zod'
import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { mailAddressSchema, type MailAttachment } from '#domain/mail/index.ts'
import type { ExternalSystemDeps } from './http.ts'

/** Sender, and URL of the mail server: `smtps://user:password@mail.example.org`. Undefined: no mail server. */
export type MailSettings = { readonly url?: string; readonly from: Address }
type Address = { readonly address: string; readonly name: string }
type Message = {
  readonly to: Address
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly MailAttachment[]
}
type SendResult = Result<{ readonly id: string }> & { readonly isFinal?: boolean; readonly isAnswered?: boolean }

/**
 * Sends an e-mail. Its message id or file name is derived from the key, so a repeated e-mail can be recognized. Refuses
 * with mail.refused (final) or network.unreachable.
 */
export type SendMail = (message: Message, key: string) => Promise<SendResult>

/** Timeouts in milliseconds. Their sum must be shorter than the lease of a job. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000, dnsTimeout: 10_000 }
/** Forbids attachments that name a file of this machine or a URL to fetch. */
const NO_FILES_OR_URLS = { disableFileAccess: true, disableUrlAccess: true } as const
/** Settings without a mail server. E-mails are not sent over SMTP. */
export const NO_MAIL_SERVER: MailSettings = { from: { address: 'relevo@localhost.localdomain', name: 'Relevo' } }

/** Sends over SMTP with one connection per e-mail, because there are few. */
export function createSmtpSender(
  deps: Pick<ExternalSystemDeps, 'failed'>,
  { url, from }: MailSettings & { readonly url: string },
): SendMail {
  return async (message, key) => {
    try {
      // Loaded with the first e-mail, because a server sends none at its start.
      const { createTransport } = await import('nodemailer')
      await createTransport({ url, ...TIMEOUTS, ...NO_FILES_OR_URLS }).sendMail(buildMail(message, from, key))
      return ok({ id: '' })
    } catch (error) {
      // A mail server's reply contains the recipient's address, which must not be logged.
      deps.failed({ system: 'mail', why: explainMailError(error) })
      if (isRefusal(error)) return { ...refuse('mail.refused'), isFinal: true }
      return { ...refuse('network.unreachable'), ...(isDeferral(error) ? { isAnswered: true } : {}) }
    }
  }
}

/** Connects to the mail server and signs in, without sending. @returns the problem; undefined when it works */
export async function checkMailServer(url: string): Promise<string | undefined> {
  try {
    const { createTransport } = await import('nodemailer')
    await createTransport({ url, ...TIMEOUTS }).verify()
    return undefined
  } catch (error) {
    return explainMailError(error)
  }
}

function explainMailError(error: unknown): string {
  const text = String(error)
  return text.includes('wrong version number')
    ? 'smtps:// found a port without TLS: use the port for TLS (465), or smtp:// with ?requireTLS=true (587)'
    : withoutAddresses(text)
}

/**
 * Stores e-mails as files instead of sending them. @param keep stores a file under a name without folders; a repeated
 * name is the same e-mail
 */
export function createFolderMailSender(
  from: Address,
  keep: (name: string, bytes: Uint8Array) => Promise<void>,
): SendMail {
  return async (message, key) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({ streamTransport: true, buffer: true, ...NO_FILES_OR_URLS })
    const { message: bytes } = await transport.sendMail(buildMail(message, from, key))
    if (!(bytes instanceof Uint8Array)) throw new TypeError('A mail that is kept is made of bytes')
    await keep(`${toHeaderToken(key)}.eml`, bytes)
    return ok({ id: '' })
  }
}

/**
 * Builds the e-mail for nodemailer, with addresses as objects. As header text, an address with a line break could add
 * further headers, such as a Bcc.
 */
function buildMail({ to, subject, text, attachments = [] }: Message, from: Address, key: string) {
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
    messageId: `<${toHeaderToken(key)}@${domain}>`,
    // Asks mail systems not to send automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function toHeaderToken(key: string): string {
  return key.replace(/[^A-Za-z0-9.]/g, '-')
}

/** True when this e-mail is rejected permanently. A wrong password or a full disk of the server is temporary. */
function isRefusal(error: unknown): boolean {
  return error instanceof z.ZodError || readSmtpCode(error) >= 500
}

/**
 * True when only this e-mail is deferred, because of a full mailbox or a recipient still unknown. With 421 the server
 * accepts no e-mail at all.
 */
function isDeferral(error: unknown): boolean {
  return readSmtpCode(error) > 421
}

/** Returns the SMTP code if the error is about this e-mail; else 0. */
function readSmtpCode(error: unknown): number {
  if (!(error instanceof Error)) return 0
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown }
  const isAboutThisEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return isAboutThisEmail && typeof responseCode === 'number' ? responseCode : 0
}

function withoutAddresses(text: string): string {
  return text.replaceAll(/[^\s<>"]+/g, (word) => (word.includes('@') ? '…' : word))
}

const NAMED_ADDRESS = /^(?<name>[^<>"\p{Cc}]*)<(?<address>[^<>]+)>$/u

/**
 * Reads SMTP_URL (smtp:// or smtps://, with user and password if needed) and MAIL_FROM (an address, or `Name
 * <address>`). MAIL_FROM is required with SMTP_URL. Without SMTP_URL no e-mails are sent over SMTP.
 * @returns the settings, or the name of the invalid variable
 */
export function readMailSettings(
  environment: Readonly<Record<string, string | undefined>>,
): MailSettings | { readonly wrong: 'SMTP_URL' | 'MAIL_FROM' } {
  const [url = '', from = ''] = [environment['SMTP_URL'], environment['MAIL_FROM']]
  if (url !== '' && !isMailServer(url)) return { wrong: 'SMTP_URL' }
  const { name = '', address = from.trim() } = NAMED_ADDRESS.exec(from.trim())?.groups ?? {}
  const isGiven = mailAddressSchema.safeParse(address).success
  if (!isGiven && (from !== '' || url !== '')) return { wrong: 'MAIL_FROM' }
  const sender = isGiven ? { address, name: name.trim() === '' ? 'Relevo' : name.trim() } : NO_MAIL_SERVER.from
  return { from: sender, ...(url === '' ? {} : { url }) }
}

/** Also false if a `#`, `/` or `?` in the password was not encoded, because it would cut the URL. */
function isMailServer(url: string): boolean {
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url)) return false
  const { pathname, search, hash } = new URL(url)
  return ['', '/'].includes(pathname) && hash === '' && !search.includes('@')
}
