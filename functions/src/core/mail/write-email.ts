import { RESERVATION_HOURS } from '#domain/tickets/index.ts'
import type { Language } from '#domain/kernel/index.ts'
import { createMoneyFormat } from '#domain/payments/index.ts'
import type { EmailContent, EmailKind, EmailContentOf } from '#domain/mail/index.ts'
import { translatorFor } from '#locales/translator.ts'
import type { MailMessage } from '../ports.ts'
import { buildOrderPageLink, type EmailFacts, type EmailSetting, type EmailWriters } from './email-setting.ts'
import { EVENT_EMAIL_WRITERS } from './event-emails.ts'
import { cleanTexts, formatGreeting, formatLifetime, toGreetingName, truncateSubject } from './plain-text.ts'

export type WrittenEmail = Pick<MailMessage, 'subject' | 'text'>

type Order = Pick<
  EmailContentOf<'payment.received'>,
  'amount' | 'currency' | 'sign' | 'form' | 'order' | 'orderId' | 'code' | 'places' | 'numbers'
>

/** Formats an amount with the currency's sign, and with cents unless the currency has none. */
function formatEmailAmount(language: Language, { amount, currency, sign = currency }: Order): string {
  return createMoneyFormat(language).text(amount, { name: currency, sign })
}

/** Returns a paragraph with a line for each fact of an order. */
function listOrderFacts({ form, orderId, code }: Order, { i18n }: EmailSetting): string {
  return [
    ...(form === undefined ? [] : [i18n._('Form or event: {form}', { form })]),
    i18n._('Order number: {orderId}', { orderId }),
    ...(code === undefined ? [] : [i18n._('Code of your answer: {code}', { code })]),
  ].join('\n')
}

/** Last paragraphs of an e-mail about refunded or disputed money: the order, its void tickets, and its page. */
function formatOrderClosing(order: Order, setting: EmailSetting): readonly string[] {
  const { i18n, home } = setting
  const { places = 0, numbers } = order
  const voided =
    numbers === undefined
      ? i18n._('Number of tickets that are no longer valid: {places}', { places })
      : i18n._('Tickets that are no longer valid: {tickets}', {
          tickets: numbers.map((number) => i18n._('Ticket {number}', { number })).join(', '),
        })
  return [
    listOrderFacts(order, setting),
    ...(places === 0 ? [] : [voided]),
    i18n._('See your order here:'),
    buildOrderPageLink(home, order),
  ]
}

function describeAccountChange(
  { what }: EmailContentOf<'account.changed'>,
  { i18n, account, home }: EmailSetting,
): string {
  const names = { account, home }
  const changes = {
    password: i18n._('The password of the account {account} at {home} has just been changed.', names),
    'second-factor': i18n._('The second factor of the account {account} at {home} has just been changed.', names),
    'recovery-codes': i18n._('The recovery codes of the account {account} at {home} have just been changed.', names),
  }
  return changes[what]
}

const WRITERS: EmailWriters = {
  ...EVENT_EMAIL_WRITERS,
  'password.forgotten': (_, setting) => {
    const { i18n, account, home, link } = setting
    const time = formatLifetime(i18n, setting.hours)
    return [
      i18n._('Choose a new password for Relevo'),
      i18n._(
        'Someone requested a new password for the account {account} at {home}. To choose one, open this link within {time}:',
        { account, home, time },
      ),
      link,
      i18n._(
        'The link works once. If you did not request a new password, ignore this e-mail: your password does not change.',
      ),
    ]
  },
  invitation: ({ by }, setting) => {
    const { i18n, account, home, link } = setting
    const time = formatLifetime(i18n, setting.hours)
    return [
      i18n._('Your account in Relevo'),
      i18n._(
        '{by} has created an account for you in Relevo, at {home}. Sign in as {account}. To choose your password, open this link within {time}:',
        { by, home, account, time },
      ),
      link,
      i18n._('The link works once. If it has expired, choose “I forgot my password” at {home}.', { home }),
    ]
  },
  'account.changed': (email, setting) => {
    const { i18n, tokens } = setting
    return [
      i18n._('Your account in Relevo was changed'),
      describeAccountChange(email, setting),
      i18n._(
        'If this was not you, choose “I forgot my password” on the sign-in page immediately, and tell your administrator.',
      ),
      ...(tokens.length === 0
        ? []
        : [
            i18n._(
              'These API tokens, created by this account, still work. On the municipality’s page “Other systems”, revoke any that you do not recognise:',
            ),
            ...tokens.map((name) => `– ${name}`),
          ]),
    ]
  },
  'webhook.failed': ({ name, url }, { i18n, account, home }) => [
    i18n._('A webhook in Relevo was turned off'),
    i18n._(
      'The webhook “{name}”, created by the account {account} at {home}, was turned off. For several days its messages could not be delivered to the address below, or the other system replied that the address no longer exists (410):',
      { name, account, home },
    ),
    url,
    i18n._(
      'When the other system works again, turn the webhook on, open its list of deliveries and, from there, send the messages that were not delivered again.',
    ),
  ],
  'payment.received': (order, setting) => {
    const { i18n, language, home } = setting
    const { orderId } = order
    const outcome =
      order.amount === 0
        ? [
            i18n._('Your order in Relevo: {orderId}', { orderId }),
            i18n._('Your order is confirmed. No payment was required.'),
          ]
        : [
            i18n._('Your payment in Relevo: {orderId}', { orderId }),
            i18n._('We have received your payment of {amount}.', { amount: formatEmailAmount(language, order) }),
          ]
    return [
      ...outcome,
      listOrderFacts(order, setting),
      i18n._('Download your receipt here:'),
      buildOrderPageLink(home, order),
      ...((order.places ?? 0) === 0
        ? []
        : [i18n._('Your tickets are on the same page. Show them at the entrance, on paper or on your phone.')]),
    ]
  },
  'payment.validated': (order, setting) => {
    const { i18n, language, home } = setting
    const held = i18n._('We will hold your order for {hours} hours after its validation.', {
      hours: RESERVATION_HOURS.payer,
    })
    const released = i18n._(
      'Your order is no longer held for you. You can still buy what you chose while it is available.',
    )
    return [
      i18n._('You can now pay for your order in Relevo: {orderId}', { orderId: order.orderId }),
      i18n._('Your order for {amount} has been validated.', { amount: formatEmailAmount(language, order) }),
      listOrderFacts(order, setting),
      i18n._('Pay for your order here:'),
      buildOrderPageLink(home, order),
      ...(order.held === undefined ? [] : [order.held ? held : released]),
    ]
  },
  'payment.lapsed': (order, setting) => {
    const { i18n, language, home } = setting
    return [
      i18n._('Your order in Relevo has expired: {orderId}', { orderId: order.orderId }),
      i18n._('Your order for {amount} has expired without a payment. What you chose is available to others again.', {
        amount: formatEmailAmount(language, order),
      }),
      listOrderFacts(order, setting),
      i18n._('Order again here:'),
      buildOrderPageLink(home, order),
    ]
  },
  'payment.too-late': (order, setting) => {
    const { i18n, language } = setting
    const amount = formatEmailAmount(language, order)
    return [
      i18n._('Your payment in Relevo will be refunded: {orderId}', { orderId: order.orderId }),
      order.isCancelled === true
        ? i18n._(
            'Your payment of {amount} arrived after the event was cancelled, so nothing was purchased. We will refund the full amount to your original payment method. This can take a few days.',
            { amount },
          )
        : i18n._(
            'Your payment of {amount} arrived after everything was sold, so nothing was purchased. We will refund the full amount to your original payment method. This can take a few days.',
            { amount },
          ),
      ...formatOrderClosing(order, setting),
    ]
  },
  'payment.refunded': (order, setting) => {
    const { i18n, language } = setting
    const amount = formatEmailAmount(language, order)
    return [
      i18n._('Refund of your payment in Relevo: {orderId}', { orderId: order.orderId }),
      order.atDesk === true
        ? i18n._('{amount} was refunded to you at the municipality’s desk.', { amount })
        : i18n._('We have refunded {amount} to your original payment method. It may take some days to arrive.', {
            amount,
          }),
      ...formatOrderClosing(order, setting),
    ]
  },
  'payment.disputed': (order, setting) => {
    const { i18n, language } = setting
    return [
      i18n._('Your disputed payment in Relevo: {orderId}', { orderId: order.orderId }),
      i18n._(
        'You disputed this payment, and your bank or the payment provider returned {amount} to you. You will not receive this amount a second time.',
        { amount: formatEmailAmount(language, order) },
      ),
      ...formatOrderClosing(order, setting),
    ]
  },
}

/** Writes an e-mail in the reader's language as plain text. Names cannot add lines or headers. */
export function writeEmail(email: EmailContent, language: Language, facts: EmailFacts): WrittenEmail {
  const i18n = translatorFor(language)
  const [subject = '', ...paragraphs] = composeEmailLines(WRITERS, cleanTexts(email), {
    ...cleanTexts(facts),
    i18n,
    language,
  })
  return {
    subject: truncateSubject(subject),
    text: `${[formatGreeting(i18n, toGreetingName(facts.name)), ...paragraphs].join('\n\n')}\n\n— Relevo\n`,
  }
}

function composeEmailLines<K extends EmailKind>(
  writers: Pick<EmailWriters, K>,
  email: EmailContentOf<K> & { readonly letter: K },
  setting: EmailSetting,
): readonly string[] {
  return writers[email.letter](email, setting)
}
