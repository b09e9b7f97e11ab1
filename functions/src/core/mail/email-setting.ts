import type { I18n } from '@lingui/core'
import type { Language } from '#domain/kernel/index.ts'
import type { EmailContentOf, EmailKind } from '#domain/mail/index.ts'

/**
 * `name`, `account`: the recipient's. `home`: Relevo's URL. `link`: valid for `hours`, or opens a transferred ticket.
 */
export type EmailFacts = {
  readonly name: string
  readonly account: string
  readonly home: string
  readonly link: string
  readonly hours: number
  /** names of the account's valid API tokens, for e-mails about a changed account */
  readonly tokens: readonly string[]
}

/** Facts and language of one e-mail. */
export type EmailSetting = EmailFacts & { readonly i18n: I18n; readonly language: Language }

/** Writers of the subject and the paragraphs, by kind of e-mail. */
export type EmailWriters = {
  readonly [K in EmailKind]: (email: EmailContentOf<K>, setting: EmailSetting) => readonly string[]
}

/** URL of an order's page. */
export function buildOrderPageLink(
  home: string,
  { order, orderId }: Pick<EmailContentOf<'payment.received'>, 'order' | 'orderId'>,
): string {
  return `${home}/pago-exitoso/${orderId}/${order}`
}
