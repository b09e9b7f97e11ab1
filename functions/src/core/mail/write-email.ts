import type { I18n } from '@lingui/core'
import { RESERVATION_HOURS } from '#domain/tickets/index.ts'
import type { Language } from '#domain/kernel/index.ts'
import { createMoneyFormat } from '#domain/payments/index.ts'
import type { EmailContent, EmailKind, EmailContentOf } from '#domain/mail/index.ts'
import { translatorFor } from '#locales/translator.ts'
import { formatEventTimes } from '../exports/event-times.ts'
import type { MailMessage } from '../ports.ts'
import { cleanTexts, formatGreeting, formatLifetime, toGreetingName, truncateSubject } from './plain-text.ts'

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

export type WrittenEmail = Pick<MailMessage, 'subject' | 'text'>

/** Facts and language of one e-mail. */
type Setting = EmailFacts & { readonly i18n: I18n; readonly language: Language }

/** Writers of the subject and the paragraphs, by kind of e-mail. */
type Writers = { readonly [K in EmailKind]: (email: EmailContentOf<K>, setting: Setting) => readonly string[] }

type Order = Pick<
  EmailContentOf<'payment.received'>,
  'amount' | 'currency' | 'sign' | 'form' | 'order' | 'orderId' | 'code' | 'places' | 'numbers'
>

/** Formats an amount with the currency's sign, and with cents unless the currency has none. */
function amountIn(language: Language, { amount, currency, sign = currency }: Order): string {
  return createMoneyFormat(language).text(amount, { name: currency, sign })
}

/** Returns a paragraph with a line for each fact of an order. */
function factsOfOrder({ form, orderId, code }: Order, { i18n }: Setting): string {
  return [
    ...(form === undefined ? [] : [i18n._('Form or event: {form}', { form })]),
    i18n._('Order number: {orderId}', { orderId }),
    ...(code === undefined ? [] : [i18n._('Code of your answer: {code}', { code })]),
  ].join('\n')
}

function pageOfOrder(home: string, { order, orderId }: Pick<Order, 'order' | 'orderId'>): string {
  return `${home}/pago-exitoso/${orderId}/${order}`
}

/** URL of the order's page with its tickets; for a single ticket, the link to its PDF. */
function ticketsAt(
  { of }: EmailContentOf<'tickets' | 'event.moved' | 'event.cancelled'>,
  { home, link }: EmailFacts,
): string {
  return 'ticket' in of ? link : pageOfOrder(home, of)
}

/** Last paragraphs of an e-mail about refunded or disputed money: the order, its void tickets, and its page. */
function orderTail(order: Order, setting: Setting): readonly string[] {
  const { i18n, home } = setting
  const { places = 0, numbers: voided } = order
  const numbers = voided?.map((number) => i18n._('No. {number}', { number })).join(', ') ?? places
  return [
    factsOfOrder(order, setting),
    ...(places === 0 ? [] : [i18n._('Tickets that are no longer valid: {places}', { places: numbers })]),
    i18n._('See your order here:'),
    pageOfOrder(home, order),
  ]
}

function describeAccountChange({ what }: EmailContentOf<'account.changed'>, { i18n, account, home }: Setting): string {
  const names = { account, home }
  const changes = {
    password: i18n._('The password of the account {account} at {home} has just been changed.', names),
    'second-factor': i18n._('The second factor of the account {account} at {home} has just been changed.', names),
    'recovery-codes': i18n._('The recovery codes of the account {account} at {home} have just been changed.', names),
  }
  return changes[what]
}

function eventPlace({ timeZone }: { readonly timeZone: string }, place: EmailContentOf<'event.moved'>['now']): string {
  return [formatEventTimes(place, timeZone), place.address].filter((part) => part !== '').join(', ')
}

const WRITERS: Writers = {
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
      'The webhook “{name}”, created by the account {account} at {home}, was turned off. Its messages could not be delivered for several days, or the other system replied that this address no longer exists (410):',
      { name, account, home },
    ),
    url,
    i18n._(
      'When the other system works again, turn the webhook on, open its list of deliveries and resend from there the messages that were not delivered.',
    ),
  ],
  'payment.received': (order, setting) => {
    const { i18n, language, home } = setting
    return [
      i18n._('Your payment in Relevo: {orderId}', { orderId: order.orderId }),
      i18n._('We have received your payment of {amount}.', { amount: amountIn(language, order) }),
      factsOfOrder(order, setting),
      i18n._('Download your receipt here:'),
      pageOfOrder(home, order),
      ...((order.places ?? 0) === 0
        ? []
        : [i18n._('Your tickets are on the same page. Show them at the entrance, on paper or on your phone.')]),
    ]
  },
  tickets: (email, setting) => [
    setting.i18n._('Your tickets in Relevo: {event}', { event: email.event }),
    setting.i18n._('Here are your tickets for “{event}”. Show them at the entrance, on paper or on your phone:', email),
    ticketsAt(email, setting),
    setting.i18n._('Anyone with this link can use your tickets. Do not share it.'),
  ],
  'event.moved': (email, setting) => {
    const { i18n } = setting
    const { event } = email
    const [before, now] = [eventPlace(email, email.before), eventPlace(email, email.now)]
    return [
      i18n._('New date or place of an event for which you have tickets in Relevo: {event}', { event }),
      i18n._('The date or place of “{event}”, for which you have tickets, has changed.', { event }),
      before === '' ? i18n._('Before: not announced') : i18n._('Before: {before}', { before }),
      now === '' ? i18n._('Now: not announced yet') : i18n._('Now: {now}', { now }),
      i18n._('Unused tickets remain valid. Download them with the current date and place here:'),
      ticketsAt(email, setting),
      ...('ticket' in email.of
        ? []
        : [i18n._('If you cannot come, ask the municipality for a refund before the event. Give your order number.')]),
    ]
  },
  'event.cancelled': (email, setting) => {
    const { i18n, language } = setting
    const { event, currency = '', sign = currency, back = 0, desk = 0, of } = email
    const was = eventPlace(email, email.was)
    const money = (cents: number, text: (amount: string) => string): readonly string[] =>
      cents === 0 ? [] : [text(createMoneyFormat(language).text(cents, { name: currency, sign }))]
    return [
      i18n._('An event with tickets in Relevo was cancelled: {event}', { event }),
      i18n._('“{event}”, for which you have tickets or an order, was cancelled. Tickets are no longer valid.', {
        event,
      }),
      ...(was === '' ? [] : [i18n._('The event was planned for: {was}', { was })]),
      ...money(back, (amount) =>
        i18n._('We will refund {amount} to your original payment method. You do not have to do anything.', { amount }),
      ),
      ...money(desk, (amount) =>
        i18n._('We will refund {amount} at the municipality’s desk. Bring your ID and order number.', { amount }),
      ),
      ...('ticket' in of
        ? []
        : [
            i18n._('Order number: {orderId}', { orderId: of.orderId }),
            i18n._('See your order here:'),
            ticketsAt(email, setting),
          ]),
    ]
  },
  'payment.validated': (order, setting) => {
    const { i18n, language, home } = setting
    const held = i18n._('We will hold your order for {hours} hours.', { hours: RESERVATION_HOURS.payer })
    const released = i18n._(
      'Your order is no longer held for you. You can still buy what you chose while it is available.',
    )
    return [
      i18n._('You can now pay for your order in Relevo: {orderId}', { orderId: order.orderId }),
      i18n._('Your order for {amount} has been validated.', { amount: amountIn(language, order) }),
      factsOfOrder(order, setting),
      i18n._('Pay for your order here:'),
      pageOfOrder(home, order),
      ...(order.held === undefined ? [] : [order.held ? held : released]),
    ]
  },
  'payment.lapsed': (order, setting) => {
    const { i18n, language, home } = setting
    return [
      i18n._('Your order in Relevo has expired: {orderId}', { orderId: order.orderId }),
      i18n._('Your order for {amount} has expired without a payment. What you chose is available to others again.', {
        amount: amountIn(language, order),
      }),
      factsOfOrder(order, setting),
      i18n._('Order again here:'),
      pageOfOrder(home, order),
    ]
  },
  'payment.too-late': (order, setting) => {
    const { i18n, language } = setting
    const amount = amountIn(language, order)
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
      ...orderTail(order, setting),
    ]
  },
  'payment.refunded': (order, setting) => {
    const { i18n, language } = setting
    const amount = amountIn(language, order)
    return [
      i18n._('Refund of your payment in Relevo: {orderId}', { orderId: order.orderId }),
      order.atDesk === true
        ? i18n._('{amount} was refunded to you at the municipality’s desk.', { amount })
        : i18n._('We have refunded {amount} to your original payment method. It may take some days to arrive.', {
            amount,
          }),
      ...orderTail(order, setting),
    ]
  },
  'payment.disputed': (order, setting) => {
    const { i18n, language } = setting
    return [
      i18n._('Your disputed payment in Relevo: {orderId}', { orderId: order.orderId }),
      i18n._(
        'You disputed this payment, and your bank or the payment provider returned {amount} to you. You will not receive this amount a second time.',
        { amount: amountIn(language, order) },
      ),
      ...orderTail(order, setting),
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
  writers: Pick<Writers, K>,
  email: EmailContentOf<K> & { readonly letter: K },
  setting: Setting,
): readonly string[] {
  return writers[email.letter](email, setting)
}
