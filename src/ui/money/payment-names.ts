import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { PaymentState } from '#domain/payments/index.ts'

export const PAYMENT_STATUS_NAMES = {
  'Pendiente de validar': msg`Pending validation`,
  Pagado: msg`Paid`,
  Rechazado: msg`Declined`,
  Devuelto: msg`Refunded`,
} as const satisfies Readonly<Record<PaymentState, unknown>>

/** @returns a function that names a payment status in the reader's language */
export function usePaymentStatusNames(): (status: PaymentState) => string {
  const { i18n } = useLingui()
  return (status) => i18n._(PAYMENT_STATUS_NAMES[status])
}
