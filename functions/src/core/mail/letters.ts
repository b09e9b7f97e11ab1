import { VALIDATION_HOURS } from '#domain/tickets/index.ts'
import type { Language } from '#domain/kernel/index.ts'
import { moneyIn } from '#domain/payments/index.ts'
import type { AccountChange, Letter, LetterKind, LetterOf } from '#domain/mail/index.ts'
import type { MailMessage } from '../ports.ts'
import { movedInEnglish, movedInSpanish } from './moved-event.ts'

/**
 * `name`, `account`: the recipient's; `home`: Relevo's URL; `link`: valid for `hours`, or opens a transferred ticket
 */
export type LetterFacts = {
  readonly name: string
  readonly account: string
  readonly home: string
  readonly link: string
  readonly hours: number
  /** names of the account's valid API tokens, for e-mails about a changed account */
  readonly tokens: readonly string[]
}
/** Maximum length of a subject line. */
const MAX_SUBJECT_LENGTH = 200

export type Written = Pick<MailMessage, 'subject' | 'text'>

type Words = {
  readonly hello: (name: string) => string
  readonly letters: { readonly [K in LetterKind]: (letter: LetterOf<K>, facts: LetterFacts) => readonly string[] }
}

type AboutOrder = Pick<LetterOf<'payment.received'>, 'amount' | 'currency' | 'sign' | 'form'>

/** Formats an amount as screens and receipts do: with the currency's sign, and cents if it has them. */
function amountIn(language: Language, { amount, currency, sign = currency }: AboutOrder): string {
  return moneyIn(language).text(amount, { name: currency, sign })
}
function inEnglish({ form }: AboutOrder): string {
  return form === undefined ? '' : ` for “${form}”`
}
function inSpanish({ form }: AboutOrder): string {
  return form === undefined ? '' : ` por «${form}»`
}

/** Page of the order with receipt and tickets; for a single ticket, the link to its PDF. */
function ticketsAt({ of }: LetterOf<'tickets' | 'event.moved'>, { home, link }: LetterFacts): string {
  return 'ticket' in of ? link : pageOf(home, of)
}
function pageOf(home: string, { order, orderId }: { readonly order: string; readonly orderId: string }): string {
  return `${home}/pago-exitoso/${orderId}/${order}`
}

const CODE = { en: 'The code of your answer is', es: 'El código de su respuesta es' } as const
type Ordered = { readonly order: string; readonly orderId: string; readonly code?: string | undefined }
/** The page of an order, and the code of its answer. */
function pageAndCode(language: keyof typeof CODE, home: string, order: Ordered): readonly string[] {
  return [pageOf(home, order), ...(order.code === undefined ? [] : [`${CODE[language]} ${order.code}.`])]
}

/** Whole days, or undefined. */
const inDays = (hours: number): number | undefined => (hours % 24 === 0 ? hours / 24 : undefined)

const EN_CHANGES: Readonly<Record<AccountChange, string>> = {
  password: 'The password',
  'second-factor': 'The second factor',
  'recovery-codes': 'The list of recovery codes',
}
const EN_SPAN = (hours: number): string => {
  const days = inDays(hours)
  if (days === undefined) return hours === 1 ? 'an hour' : `${hours} hours`
  return days === 1 ? 'a day' : `${days} days`
}
const EN: Words = {
  hello: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  letters: {
    'password.forgotten': (_, { account, home, link, hours }) => [
      'A new password for Relevo',
      `Someone asked for a new password for the account ${account} at ${home}. To choose one, open this link within ${EN_SPAN(hours)}:`,
      link,
      'It works once. If it was not you, there is nothing to do: your password stays as it is.',
    ],
    invitation: ({ by }, { account, home, link, hours }) => [
      'Your account in Relevo',
      `${by} has made an account for you in Relevo, at ${home}. You sign in as ${account}. To choose your password, open this link within ${EN_SPAN(hours)}:`,
      link,
      `It works once. When it has expired, choose “I forgot my password” at ${home}.`,
    ],
    'account.changed': ({ what }, { account, home, tokens }) => [
      'Your account in Relevo was changed',
      `${EN_CHANGES[what]} of the account ${account} at ${home} was changed just now.`,
      'If it was not you, choose “I forgot my password” on the sign-in page at once, and tell your administrator.',
      ...(tokens.length === 0
        ? []
        : [
            'Tokens for other systems that this account has made still work. Revoke those that you do not know, on the page of the municipality’s other systems:',
            ...tokens.map((name) => `– ${name}`),
          ]),
    ],
    'webhook.failed': ({ name, url }, { account, home }) => [
      'A webhook of Relevo was switched off',
      `The webhook “${name}”, which the account ${account} made at ${home}, could not deliver its messages for days, so it was switched off. They were posted to:`,
      url,
      'Once the other system is back, switch the webhook on again and send what it lacks from its list of deliveries.',
    ],
    'payment.received': (paid, { home }) => [
      `Your payment in Relevo: ${paid.orderId}`,
      `We have received your payment of ${amountIn('en', paid)}${inEnglish(paid)}. Its order number is ${paid.orderId}. The receipt is here:`,
      ...pageAndCode('en', home, paid),
      ...((paid.places ?? 0) === 0
        ? []
        : ['Your tickets are on the same page. Show them at the door, on paper or on your phone.']),
    ],
    tickets: (sent, facts) => [
      `Your tickets in Relevo: ${sent.event}`.slice(0, MAX_SUBJECT_LENGTH),
      `Here is your admission to “${sent.event}”. Show it at the door, on paper or on your phone:`,
      ticketsAt(sent, facts),
      'Anyone with this link can use your ticket: keep it to yourself.',
    ],
    'event.moved': (moved, facts) => movedInEnglish(moved, ticketsAt(moved, facts)),
    'payment.validated': (order, { home }) => [
      `Your order in Relevo can be paid: ${order.orderId}`,
      `Your order ${order.orderId} over ${amountIn('en', order)}${inEnglish(order)} was validated. You can pay for it here:`,
      ...pageAndCode('en', home, order),
      ...(order.held === undefined
        ? []
        : [
            order.held
              ? `What you chose is held for you for ${VALIDATION_HOURS.payer} hours from now.`
              : 'What you chose is no longer held for you. You can buy it while some is left.',
          ]),
    ],
    'payment.lapsed': (order, { home }) => [
      `Your order in Relevo has expired: ${order.orderId}`,
      `Your order ${order.orderId} over ${amountIn('en', order)}${inEnglish(order)} has expired. Nothing was paid, and what you chose is available to others again. You can order it again here:`,
      ...pageAndCode('en', home, order),
    ],
    'payment.too-late': (paid, { home }) => [
      `Your payment in Relevo is refunded: ${paid.orderId}`,
      `Your payment of ${amountIn('en', paid)}${inEnglish(paid)} arrived when nothing was left, so you have bought nothing. The whole amount is refunded to your original payment method, which can take some days.`,
      ...pageAndCode('en', home, paid),
    ],
    'payment.refunded': (paid, { home }) => [
      `A refund of your payment in Relevo: ${paid.orderId}`,
      `${amountIn('en', paid)} of your payment ${paid.orderId}${inEnglish(paid)} was refunded to your original payment method, which can take some days.`,
      ...((paid.places ?? 0) === 0 ? [] : [`Tickets that are no longer valid: ${paid.places}.`]),
      ...pageAndCode('en', home, paid),
    ],
    'payment.disputed': (paid, { home }) => [
      `Your disputed payment in Relevo: ${paid.orderId}`,
      `You disputed your payment ${paid.orderId}${inEnglish(paid)}, and ${amountIn('en', paid)} of it was returned to you. It came from your bank or the payment service: you will not get it a second time.`,
      ...((paid.places ?? 0) === 0 ? [] : [`Tickets that are no longer valid: ${paid.places}.`]),
      ...pageAndCode('en', home, paid),
    ],
  },
}

const ES_CHANGES: Readonly<Record<AccountChange, string>> = {
  password: 'la contraseña',
  'second-factor': 'el segundo factor',
  'recovery-codes': 'la lista de códigos de recuperación',
}
const ES_SPAN = (hours: number): string => {
  const days = inDays(hours)
  if (days === undefined) return hours === 1 ? 'una hora' : `${hours} horas`
  return days === 1 ? 'un día' : `${days} días`
}
const ES: Words = {
  hello: (name) => (name === '' ? 'Hola:' : `Hola, ${name}:`),
  letters: {
    'password.forgotten': (_, { account, home, link, hours }) => [
      'Una contraseña nueva para Relevo',
      `Alguien pidió una contraseña nueva para la cuenta ${account} en ${home}. Para elegirla, abra este enlace dentro de ${ES_SPAN(hours)}:`,
      link,
      'Funciona una sola vez. Si no fue usted, no tiene que hacer nada: su contraseña queda como está.',
    ],
    invitation: ({ by }, { account, home, link, hours }) => [
      'Su cuenta en Relevo',
      `${by} creó una cuenta para usted en Relevo, en ${home}. Ingresa como ${account}. Para elegir su contraseña, abra este enlace dentro de ${ES_SPAN(hours)}:`,
      link,
      `Funciona una sola vez. Cuando haya vencido, elija «Olvidé mi contraseña» en ${home}.`,
    ],
    'account.changed': ({ what }, { account, home, tokens }) => [
      'Se cambió su cuenta en Relevo',
      `Se acaba de cambiar ${ES_CHANGES[what]} de la cuenta ${account} en ${home}.`,
      'Si no fue usted, elija de inmediato «Olvidé mi contraseña» en la página de ingreso y avise a su administrador.',
      ...(tokens.length === 0
        ? []
        : [
            'Los tokens para otros sistemas que creó esta cuenta siguen funcionando. Revoque los que no conozca, en la página de otros sistemas del municipio:',
            ...tokens.map((name) => `– ${name}`),
          ]),
    ],
    'webhook.failed': ({ name, url }, { account, home }) => [
      'Se desactivó un webhook de Relevo',
      `El webhook «${name}», que creó la cuenta ${account} en ${home}, no pudo entregar sus mensajes durante días y se desactivó. Se enviaban a:`,
      url,
      'Cuando el otro sistema vuelva a funcionar, active el webhook de nuevo y reenvíe lo que falte desde su lista de entregas.',
    ],
    'payment.received': (paid, { home }) => [
      `Su pago en Relevo: ${paid.orderId}`,
      `Recibimos su pago de ${amountIn('es', paid)}${inSpanish(paid)}. El número de orden es ${paid.orderId}. El comprobante está aquí:`,
      ...pageAndCode('es', home, paid),
      ...((paid.places ?? 0) === 0
        ? []
        : ['Sus entradas están en la misma página. Muéstrelas en la puerta, en papel o en el teléfono.']),
    ],
    tickets: (sent, facts) => [
      `Sus entradas en Relevo: ${sent.event}`.slice(0, MAX_SUBJECT_LENGTH),
      `Esto es lo que le permite entrar a «${sent.event}». Muéstrelo en la puerta, en papel o en el teléfono:`,
      ticketsAt(sent, facts),
      'Cualquier persona con este enlace puede usar su entrada: no lo comparta.',
    ],
    'event.moved': (moved, facts) => movedInSpanish(moved, ticketsAt(moved, facts)),
    'payment.validated': (order, { home }) => [
      `Ya puede pagar su orden en Relevo: ${order.orderId}`,
      `Su orden ${order.orderId} por ${amountIn('es', order)}${inSpanish(order)} fue validada. Puede pagarla aquí:`,
      ...pageAndCode('es', home, order),
      ...(order.held === undefined
        ? []
        : [
            order.held
              ? `Lo que eligió queda reservado para usted durante ${VALIDATION_HOURS.payer} horas desde ahora.`
              : 'Lo que eligió ya no está reservado: puede comprarlo mientras haya disponible.',
          ]),
    ],
    'payment.lapsed': (order, { home }) => [
      `Terminó el plazo de su orden en Relevo: ${order.orderId}`,
      `Terminó el plazo de su orden ${order.orderId} por ${amountIn('es', order)}${inSpanish(order)}. No se pagó nada, y lo que eligió quedó libre para otras personas. Puede pedirlo de nuevo aquí:`,
      ...pageAndCode('es', home, order),
    ],
    'payment.too-late': (paid, { home }) => [
      `Se le devuelve su pago en Relevo: ${paid.orderId}`,
      `Su pago de ${amountIn('es', paid)}${inSpanish(paid)} llegó cuando ya no quedaba nada, así que no compró nada. El importe entero se le devuelve por el mismo medio; puede tardar algunos días.`,
      ...pageAndCode('es', home, paid),
    ],
    'payment.refunded': (paid, { home }) => [
      `Una devolución de su pago en Relevo: ${paid.orderId}`,
      `Se le devolvieron ${amountIn('es', paid)} de su pago ${paid.orderId}${inSpanish(paid)} por el mismo medio; puede tardar algunos días.`,
      ...((paid.places ?? 0) === 0 ? [] : [`Entradas que ya no son válidas: ${paid.places}.`]),
      ...pageAndCode('es', home, paid),
    ],
    'payment.disputed': (paid, { home }) => [
      `Un reclamo por su pago en Relevo: ${paid.orderId}`,
      `Hubo un reclamo por su pago ${paid.orderId}${inSpanish(paid)}, y su banco o el servicio de pago le reintegró ${amountIn('es', paid)}. No recibirá otro reintegro.`,
      ...((paid.places ?? 0) === 0 ? [] : [`Entradas que ya no son válidas: ${paid.places}.`]),
      ...pageAndCode('es', home, paid),
    ],
  },
}

/** Other languages use English until they are translated. */
const WORDS: Readonly<Partial<Record<Language, Words>>> = { en: EN, es: ES }

/** Writes an e-mail in its reader's language: plain text, one paragraph per line. Names cannot add lines or headers. */
export function writeLetter(letter: Letter, language: Language, facts: LetterFacts): Written {
  const words = WORDS[language] ?? EN
  const [subject = '', ...paragraphs] = linesOf(words, cleaned(letter), cleaned(facts))
  return { subject, text: `${[words.hello(greetedName(facts.name)), ...paragraphs].join('\n\n')}\n\n— Relevo\n` }
}

function linesOf<K extends LetterKind>(
  { letters }: { readonly letters: Pick<Words['letters'], K> },
  letter: LetterOf<K> & { readonly letter: K },
  facts: LetterFacts,
): readonly string[] {
  return letters[letter.letter](letter, facts)
}

/** Text that mail programs would turn into a link: `://`, `www.`, `@`, or letters after a full stop. */
const LINK_LIKE = /:\/\/|www\.|@|[\p{Letter}\p{Number}-][.。][\p{Letter}]{2}/iu

/**
 * A name for the greeting of an e-mail. Strangers choose payers' names and addresses, so a name that mail programs
 * would show as a link is left out.
 */
export function greetedName(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(/[\p{Format}\p{Default_Ignorable_Code_Point}]/gu, '')
  return LINK_LIKE.test(plain) ? '' : oneLine(name)
}

/** Replaces line breaks and control characters by spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

/** Keeps line breaks and replaces all other control characters. */
export function plainLines(text: string): string {
  return text
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
}

function cleaned<T extends object>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, cleanedValue(value)])) as T
}

function cleanedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanedValue)
  if (typeof value === 'object' && value !== null) return cleaned(value)
  return typeof value === 'string' ? oneLine(value) : value
}
