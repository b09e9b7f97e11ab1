import type { ProblemCode, ProblemDetails } from '#domain/kernel/index.ts'
import type { ReaderLanguage } from '../../pages/reader-language.ts'

type Refusals = Readonly<Partial<Record<ProblemCode, (details: ProblemDetails, kind: 'event' | 'product') => string>>>

/** Texts of a payer's pages; quoted ones are the specification's (part 3, points 2, 4, 8), verbatim in Spanish. */
export type PayerWords = {
  readonly steps: Readonly<Record<Step, string>>
  readonly stepsName: string
  readonly test: string
  readonly pay: string
  readonly choose: string
  readonly left: (count: number) => string
  readonly soldOut: Readonly<Record<'event' | 'product', string>>
  readonly quantity: string
  readonly code: string
  readonly codeHelp: string
  readonly refresh: string
  readonly next: string
  readonly name: string
  readonly idNumber: string
  readonly phone: string
  readonly email: string
  readonly emailHelp: string
  readonly optional: string
  readonly wrong: Readonly<Record<'fullName' | 'dni' | 'phone' | 'email', string>>
  readonly reduction: string
  readonly total: string
  readonly each: (quanty: number, price: string) => string
  readonly lasts: (minutes: number) => string
  readonly validates: string
  readonly changeOrder: string
  readonly changeData: string
  readonly payAmount: (amount: string) => string
  readonly askValidation: string
  readonly confirm: string
  readonly going: string
  readonly go: string
  readonly atDesk: string
  readonly paid: string
  readonly paidAbout: string
  readonly amount: string
  readonly reference: string
  readonly answer: string
  readonly order: string
  readonly bought: string
  readonly when: string
  readonly where: string
  readonly receipt: string
  readonly receiptComes: string
  readonly tickets: string
  readonly ticketsCome: string
  readonly givenBack: string
  readonly disputed: string
  readonly creditNote: string
  readonly late: string
  readonly lateAbout: string
  readonly waiting: string
  readonly waitingAbout: string
  readonly stillWaiting: string
  readonly validation: string
  readonly validationAbout: string
  readonly validated: string
  readonly validatedAbout: string
  readonly look: string
  readonly backToPay: string
  readonly denied: string
  readonly deniedAbout: string
  readonly again: string
  readonly missing: string
  readonly refusals: Refusals
  readonly failed: string
}

const STEPS = ['order', 'data', 'summary', 'validation', 'pay'] as const
export type Step = (typeof STEPS)[number]

const of = (details: ProblemDetails, name: string): number => Number(details[name] ?? 0)

const EN: PayerWords = {
  steps: { order: 'Order', data: 'Data', summary: 'Summary', validation: 'Validation', pay: 'Payment' },
  stepsName: 'Steps of the payment',
  test: 'TEST: no money is moved.',
  pay: 'Pay',
  choose: 'What do you want to buy?',
  left: (count) => (count === 1 ? '1 is left' : `${count} are left`),
  soldOut: { event: 'There are no tickets left.', product: 'There are none left.' },
  quantity: 'How many?',
  code: 'Discount code',
  codeHelp: 'Only if you have one.',
  refresh: 'Refresh',
  next: 'Continue',
  name: 'Full name',
  idNumber: 'ID number',
  phone: 'Phone',
  email: 'E-mail',
  emailHelp: 'The receipt is sent there.',
  optional: '(optional)',
  wrong: {
    fullName: 'Write your full name.',
    dni: 'Write your ID number, with 20 characters at most.',
    phone: 'A phone number has 20 characters at most.',
    email: 'Write an e-mail address, such as name@example.org.',
  },
  reduction: 'Reduction',
  total: 'Total',
  each: (quanty, price) => `${quanty} × ${price}`,
  lasts: (minutes) => `From when you go on you have ${minutes} minutes to pay.`,
  validates: 'The municipality looks at this order before it can be paid.',
  changeOrder: 'Change the order',
  changeData: 'Change the data',
  payAmount: (amount) => `Pay ${amount}`,
  askValidation: 'Ask for validation',
  confirm: 'Confirm',
  going: 'You are being taken to the page where you pay.',
  go: 'Go on to pay',
  atDesk: 'You can also pay at the desk of the municipality, with the code of your answer.',
  paid: 'Payment received',
  paidAbout: 'Your payment was received.',
  amount: 'Amount',
  reference: 'Payment reference',
  answer: 'Your answer',
  order: 'Order number',
  bought: 'What you bought',
  when: 'When',
  where: 'Where',
  receipt: 'Download receipt',
  receiptComes: 'Your receipt is being prepared. It is downloaded here by itself.',
  tickets: 'Download tickets',
  ticketsCome: 'Your tickets are being made. They appear here by themselves.',
  givenBack: 'Refunded',
  disputed: 'Returned after a dispute',
  creditNote: 'Download credit note',
  late: 'Your payment is refunded',
  lateAbout:
    'Your payment arrived when nothing was left, so you have bought nothing. The whole amount is refunded to your original payment method, which can take some days.',
  waiting: 'Your payment is being checked',
  waitingAbout: 'The payment service has not confirmed it yet. This page looks again by itself; you need not stay.',
  stillWaiting: 'It is not confirmed yet. Come back to this address later, or look again.',
  validation: 'Waiting for validation',
  validationAbout:
    'The municipality looks at your order before it can be paid. Keep this address: you pay here afterwards.',
  validated: 'Order validated',
  validatedAbout: 'The municipality has validated your order. You can pay it now.',
  look: 'Look again',
  backToPay: 'Back to the page where you pay',
  denied: 'The payment was not made',
  deniedAbout: 'We could not go on with the payment; if you like you can try with another means of payment.',
  again: 'Try again',
  missing: 'This payment does not exist, or it cannot be seen with this address.',
  failed: 'An error occurred, please try again.',
  refusals: {
    'payment.missing': () => 'There is nothing to pay with this address. Open the page where your answer was saved.',
    'payment.not-asked': () => 'This answer costs nothing.',
    'payment.not-connected': () => 'Payments are not connected here. Tell the municipality.',
    'payment.zone-required': () => 'Choose what you want to buy, and how many.',
    'payment.zone-unknown': () => 'What you chose is no longer sold. Choose again.',
    'payment.too-many': (details) => `One person can buy ${of(details, 'max')} of these at most.`,
    'payment.sold-out': (details, kind) =>
      of(details, 'left') > 0 ? `Only ${of(details, 'left')} are left.` : EN.soldOut[kind],
    'payment.sale-closed': () => 'Nothing is sold at this time.',
    'payment.code-unknown': () => 'This discount code is not valid. Check it, or leave it empty.',
    'payment.amount': () => 'The amount is too large for one payment.',
    'payment.price-changed': () => 'The price has changed. Look at the new one before you pay.',
    'payment.form-changed': () =>
      'The form has changed since you answered it, so its price can no longer be calculated. Answer the form again, or ask at the desk of the municipality.',
    'payment.attempts': () => 'This was tried too often. Pay at the desk of the municipality.',
    'payment.open': () => 'A payment is under way. Wait a minute, and try again.',
    'payment.failed': () => 'The payment service could not be reached. Nothing was charged. Try again in a minute.',
    'request.cross-site': () => 'This was sent by another site. Open the page where your answer was saved.',
    'request.too-many': () => 'Too many requests just now. Try again in a minute.',
    'server.busy': () => 'The server is busy. Try again in a minute.',
  },
}

const ES: PayerWords = {
  steps: { order: 'Orden', data: 'Datos', summary: 'Resumen', validation: 'Validación', pay: 'Pago' },
  stepsName: 'Pasos del pago',
  test: 'PRUEBA: no se mueve dinero.',
  pay: 'Pagar',
  choose: '¿Qué quiere comprar?',
  left: (count) => (count === 1 ? 'Queda 1' : `Quedan ${count}`),
  soldOut: { event: 'No quedan entradas', product: 'No quedan unidades' },
  quantity: 'Cantidad',
  code: 'Código de descuento',
  codeHelp: 'Solo si tiene uno.',
  refresh: 'Actualizar',
  next: 'Continuar',
  name: 'Nombre completo',
  idNumber: 'DNI',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  emailHelp: 'Allí se envía el comprobante.',
  optional: '(opcional)',
  wrong: {
    fullName: 'Escriba su nombre completo.',
    dni: 'Escriba su DNI, con 20 caracteres como máximo.',
    phone: 'Un teléfono tiene 20 caracteres como máximo.',
    email: 'Escriba una dirección de correo, por ejemplo nombre@ejemplo.org.',
  },
  reduction: 'Descuento',
  total: 'Total',
  each: (quanty, price) => `${quanty} × ${price}`,
  lasts: (minutes) => `Desde que continúe tiene ${minutes} minutos para pagar.`,
  validates: 'El municipio revisa esta orden antes de que se pueda pagar.',
  changeOrder: 'Cambiar la orden',
  changeData: 'Cambiar los datos',
  payAmount: (amount) => `Pagar ${amount}`,
  askValidation: 'Pedir la validación',
  confirm: 'Confirmar',
  going: 'Va a la página donde se paga.',
  go: 'Continuar al pago',
  atDesk: 'También puede pagar en la ventanilla del municipio, con el código de su respuesta.',
  paid: 'Pago recibido',
  paidAbout: 'Recibimos su pago.',
  amount: 'Importe',
  reference: 'Referencia de pago',
  answer: 'Su respuesta',
  order: 'Número de orden',
  bought: 'Su compra',
  when: 'Cuándo',
  where: 'Dónde',
  receipt: 'Descargar comprobante',
  receiptComes: 'Su comprobante se está preparando. Se descarga aquí por sí solo.',
  tickets: 'Descargar entradas',
  ticketsCome: 'Sus entradas se están preparando. Aparecen aquí por sí solas.',
  givenBack: 'Devuelto',
  disputed: 'Reintegrado tras un reclamo',
  creditNote: 'Descargar nota de crédito',
  late: 'Se le devuelve su pago',
  lateAbout:
    'Su pago llegó cuando ya no quedaba nada, así que no compró nada. El importe entero se le devuelve por el mismo medio; puede tardar algunos días.',
  waiting: 'Se está comprobando su pago',
  waitingAbout:
    'El servicio de pago todavía no lo confirmó. Esta página vuelve a consultar por sí sola; no hace falta que se quede.',
  stillWaiting: 'Todavía no está confirmado. Vuelva más tarde a esta dirección o consulte de nuevo.',
  validation: 'Pendiente de validar',
  validationAbout:
    'El municipio revisa su orden antes de que se pueda pagar. Guarde esta dirección: después se paga aquí.',
  validated: 'Orden validada',
  validatedAbout: 'El municipio validó su orden. Ya puede pagarla.',
  look: 'Consultar de nuevo',
  backToPay: 'Volver a la página donde se paga',
  denied: 'El pago no se realizó',
  deniedAbout: 'No pudimos avanzar con el pago, si quieres puedes intentar con otro medio de pago.',
  again: 'Volver a intentarlo',
  missing: 'Este pago no existe o no se puede ver con esta dirección.',
  failed: 'Ocurrió un error, por favor intente nuevamente.',
  refusals: {
    'payment.missing': () => 'Con esta dirección no hay nada que pagar. Abra la página donde se guardó su respuesta.',
    'payment.not-asked': () => 'Esta respuesta no cuesta nada.',
    'payment.not-connected': () => 'Aquí los pagos no están conectados. Avise al municipio.',
    'payment.zone-required': () => 'Elija qué quiere comprar y cuántas.',
    'payment.zone-unknown': () => 'Lo que eligió ya no se vende. Elija de nuevo.',
    'payment.too-many': (details) => `Una persona puede comprar ${of(details, 'max')} como máximo.`,
    'payment.sold-out': (details, kind) =>
      of(details, 'left') > 0 ? `Quedan solo ${of(details, 'left')}.` : ES.soldOut[kind],
    'payment.sale-closed': () => 'En este momento no se vende.',
    'payment.code-unknown': () => 'Este código de descuento no es válido. Revíselo o déjelo vacío.',
    'payment.amount': () => 'El importe es demasiado grande para un solo pago.',
    'payment.price-changed': () => 'El precio cambió. Mire el nuevo antes de pagar.',
    'payment.form-changed': () =>
      'El formulario cambió después de su respuesta y ya no se puede calcular su precio. Complete el formulario de nuevo o consulte en la ventanilla del municipio.',
    'payment.attempts': () => 'Se intentó demasiadas veces. Pague en la ventanilla del municipio.',
    'payment.open': () => 'Hay un pago en curso. Espere un minuto y vuelva a intentarlo.',
    'payment.failed': () =>
      'No se pudo llegar al servicio de pago. No se cobró nada. Vuelva a intentarlo en un minuto.',
    'request.cross-site': () => 'Esto lo envió otro sitio. Abra la página donde se guardó su respuesta.',
    'request.too-many': () => 'Demasiadas solicitudes en este momento. Vuelva a intentarlo en un minuto.',
    'server.busy': () => 'El servidor está ocupado. Vuelva a intentarlo en un minuto.',
  },
}

export const PAYER_WORDS: Readonly<Record<ReaderLanguage, PayerWords>> = { en: EN, es: ES }

/** The number of places that others have reserved, and when they become available at the latest. */
export const HELD: Readonly<Record<ReaderLanguage, (held: number, minutes: number) => string>> = {
  en: (held, minutes) =>
    `Others have reserved ${held}, and have ${minutes} minutes to pay. What they do not pay for becomes available.`,
  es: (held, minutes) =>
    `Otras personas reservaron ${held} y tienen ${minutes} minutos para pagar; lo que no paguen queda disponible.`,
}
