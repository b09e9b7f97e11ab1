import type { I18n } from '@lingui/core'
import type { ProblemCode, ProblemDetails } from '#domain/kernel/index.ts'
import { translatorFor } from '#locales/translator.ts'

type Refusals = Readonly<Partial<Record<ProblemCode, (details: ProblemDetails, kind: 'event' | 'product') => string>>>

export type CheckoutStep = 'order' | 'data' | 'summary' | 'validation' | 'pay'

export type PayerMessages = ReturnType<typeof buildPayerMessages>

/** Texts of a payer's pages. The specification quotes some of them in Spanish (part 3, points 2, 4, 8). */
export function buildPayerMessages(language: string) {
  const i18n = translatorFor(language)
  const soldOut = { event: i18n._('No tickets left'), product: i18n._('None left') }
  return {
    steps: {
      order: i18n._('Order'),
      data: i18n._('Your details'),
      summary: i18n._('Summary'),
      validation: i18n._('Validation'),
      pay: i18n._('Payment'),
    } satisfies Readonly<Record<CheckoutStep, string>>,
    stepsName: i18n._('Payment steps'),
    test: i18n._('TEST: no real money is charged.'),
    choose: i18n._('What do you want to buy?'),
    left: (count: number, most: number) =>
      i18n._('{count, plural, one {# left.} other {# left.}} At most {most} per person.', { count, most }),
    soldOut,
    /** places that others have reserved, and when they become available at the latest */
    held: (held: number, minutes: number) =>
      i18n._(
        'Other people have reserved {held} and have {minutes, plural, one {# minute} other {# minutes}} to pay. What they do not pay for becomes available again.',
        { held, minutes },
      ),
    quantity: i18n._('Quantity'),
    code: i18n._('Discount code'),
    codeHelp: i18n._('Only if you have one.'),
    refresh: i18n._('Refresh'),
    next: i18n._('Continue'),
    name: i18n._('Full name'),
    idNumber: i18n._('ID number'),
    phoneOptional: i18n._('Phone (optional)'),
    email: i18n._('E-mail'),
    emailHelp: i18n._('We send your receipt to this address.'),
    wrong: {
      fullName: i18n._('Enter your full name.'),
      dni: i18n._('Enter your ID number (6 to 14 digits).'),
      phone: i18n._('Enter a phone number with at most 20 characters.'),
      email: i18n._('Enter an e-mail address, such as name@example.org.'),
    },
    reduction: i18n._('Discount'),
    total: i18n._('Total'),
    lasts: (minutes: number) =>
      i18n._('You will have {minutes, plural, one {# minute} other {# minutes}} to pay once you continue.', {
        minutes,
      }),
    validates: i18n._('The municipality must validate this order before you can pay.'),
    changeOrder: i18n._('Change the order'),
    changeData: i18n._('Change your details'),
    payAmount: (amount: string) => i18n._('Pay {amount}', { amount }),
    askValidation: i18n._('Request validation'),
    confirm: i18n._('Confirm'),
    going: i18n._('You are being taken to the payment page.'),
    go: i18n._('Continue to payment'),
    atDesk: i18n._('You can also pay at the municipality’s desk. Bring the code of your answer.'),
    paid: i18n._('Payment received'),
    paidAbout: i18n._('We have received your payment.'),
    free: i18n._('Order confirmed'),
    freeAbout: i18n._('No payment was required.'),
    amount: i18n._('Amount'),
    reference: i18n._('Payment reference'),
    answer: i18n._('Code of your answer'),
    order: i18n._('Order number'),
    bought: i18n._('Your purchase'),
    event: i18n._('Event'),
    when: i18n._('Date of the event'),
    where: i18n._('Place'),
    receipt: i18n._('Download receipt'),
    receiptComes: i18n._('Your receipt is being prepared. It will download automatically.'),
    tickets: i18n._('Download tickets'),
    ticketsCome: i18n._('Your tickets are being prepared. They will appear here automatically.'),
    givenBack: i18n._('Refunded'),
    disputed: i18n._('Returned after a dispute'),
    creditNote: i18n._('Download credit note'),
    late: i18n._('Your payment will be refunded'),
    lateAbout: i18n._(
      'Your payment arrived after everything was sold, so nothing was purchased. We will refund the full amount to your original payment method. This can take a few days.',
    ),
    lateCancelled: i18n._(
      'Your payment arrived after the event was cancelled, so nothing was purchased. We will refund the full amount to your original payment method. This can take a few days.',
    ),
    cancelled: i18n._('This event was cancelled'),
    cancelledAbout: i18n._(
      'Tickets are no longer valid. Payments are refunded to the original payment method. Money paid at the desk is refunded there.',
    ),
    waiting: i18n._('Checking your payment'),
    waitingAbout: i18n._(
      'The payment provider has not confirmed it yet. This page updates automatically; you do not have to wait here.',
    ),
    stillWaiting: i18n._('Not confirmed yet. Return to this page later, or check again.'),
    validation: i18n._('Pending validation'),
    validationAbout: i18n._(
      'The municipality must validate your order before you can pay. Save the address of this page: you will pay here.',
    ),
    validated: i18n._('Order validated'),
    validatedAbout: i18n._('The municipality has validated your order. You can pay now.'),
    look: i18n._('Check again'),
    backToPay: i18n._('Return to the payment page'),
    denied: i18n._('The payment was not made'),
    deniedAbout: i18n._('We could not process the payment. You can try another payment method.'),
    again: i18n._('Try the payment again'),
    notFound: i18n._('Payment not found'),
    missing: i18n._('This payment does not exist, or this link does not give access to it.'),
    missingAbout: i18n._('If you have already paid, your receipt is sent by e-mail.'),
    refusals: buildRefusals(i18n, soldOut),
    failed: i18n._('An error occurred. Please try again.'),
  }
}

function buildRefusals(i18n: I18n, soldOut: Readonly<Record<'event' | 'product', string>>): Refusals {
  return {
    'payment.missing': () =>
      i18n._('There is nothing to pay at this link. Open the page that you saw after sending your answer.'),
    'payment.not-asked': () => i18n._('This answer is free of charge.'),
    'payment.not-connected': () =>
      i18n._('This municipality has not set up online payments. Please contact the municipality.'),
    'payment.zone-required': () => i18n._('Choose an item and a quantity.'),
    'payment.zone-unknown': () => i18n._('The item you chose is no longer on sale. Choose another one.'),
    'payment.too-many': ({ max = 0 }) => i18n._('Each person can buy at most {max} of these.', { max }),
    'payment.sold-out': ({ left = 0 }, kind) =>
      Number(left) > 0 ? i18n._('{left, plural, one {Only # left.} other {Only # left.}}', { left }) : soldOut[kind],
    'payment.sale-closed': () => i18n._('Sales are closed at the moment.'),
    'payment.event-cancelled': () => i18n._('This event was cancelled. Sales are closed.'),
    'payment.code-unknown': () => i18n._('This discount code is not valid. Check it or leave the field empty.'),
    'payment.amount': () => i18n._('The amount is too large for a single payment.'),
    'payment.price-changed': () => i18n._('The price has changed. Check the new price before you pay.'),
    'payment.form-changed': () =>
      i18n._(
        'The form has changed since you answered it, so its price can no longer be calculated. Fill in the form again, or ask at the municipality’s desk.',
      ),
    'payment.attempts': () => i18n._('Too many payment attempts. Pay at the municipality’s desk.'),
    'payment.open': () => i18n._('A payment is already in progress. Wait a minute and try again.'),
    'payment.failed': () =>
      i18n._('The payment provider could not be reached. You have not been charged. Try again in a minute.'),
    'request.cross-site': () =>
      i18n._('This request came from another website. Open the page that you saw after sending your answer.'),
    'request.too-many': () => i18n._('Too many requests at the moment. Try again in a minute.'),
    'server.busy': () => i18n._('The server is busy at the moment. Try again in a minute.'),
  }
}
