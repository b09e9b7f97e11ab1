import type { PaymentState } from '#domain/payments/index.ts'

const STATES: readonly PaymentState[] = ['Pendiente de validar', 'Pagado', 'Rechazado', 'Devuelto']

/** Reads the payment state from a list's URL. Undefined means all states. */
export function parsePaymentParam({ pago }: { readonly pago?: string }): PaymentState | undefined {
  return STATES.find((state) => toPaymentParam(state) === pago)
}

/** Returns the URL word of a payment state, the first of its name; empty for all states. */
export function toPaymentParam(wanted: PaymentState | undefined): string {
  return wanted?.replace(/ .*/, '').toLowerCase() ?? ''
}
