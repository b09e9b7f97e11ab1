import type { PaymentStatus } from '#domain/payments/index.ts'

const PAYMENTS: readonly (readonly [word: string, status: PaymentStatus])[] = [
  ['pendiente', 'Pendiente de validar'],
  ['pagado', 'Pagado'],
  ['rechazado', 'Rechazado'],
]

/** Reads the payment status from a list's URL. Undefined means all statuses. */
export function parsePaymentParam({ pago }: { readonly pago?: string }): PaymentStatus | undefined {
  return PAYMENTS.find(([word]) => word === pago)?.[1]
}

/** Returns the URL word of a payment status; empty for all statuses. */
export function toPaymentParam(wanted: PaymentStatus | undefined): string {
  return PAYMENTS.find(([, status]) => status === wanted)?.[0] ?? ''
}
