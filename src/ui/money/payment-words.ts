import type { PaymentStatus } from '#domain/payments/index.ts'

const PAYMENTS: readonly (readonly [word: string, status: PaymentStatus])[] = [
  ['pendiente', 'Pendiente de validar'],
  ['pagado', 'Pagado'],
  ['rechazado', 'Rechazado'],
]

/** The payment status in the address of a list or of statistics; undefined: all. */
export function paymentIn({ pago }: { readonly pago?: string }): PaymentStatus | undefined {
  return PAYMENTS.find(([word]) => word === pago)?.[1]
}

/** The word for a payment status in an address; empty: all. */
export function wordOfPayment(wanted: PaymentStatus | undefined): string {
  return PAYMENTS.find(([, status]) => status === wanted)?.[0] ?? ''
}
