import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { PaymentStatus } from '#domain/payments/index.ts'

export const PAYMENT_STATUS_NAMES = {
  'Pendiente de validar': msg`Pending validation`,
  Pagado: msg`Paid`,
  Rechazado: msg`Declined`,
} as const satisfies Readonly<Record<PaymentStatus, unknown>>

/** @returns a function that names a payment status in the reader's language */
export function usePaymentStatusNames(): (status: PaymentStatus) => string {
  const { i18n } = useLingui()
  return (status) => i18n._(PAYMENT_STATUS_NAMES[status])
}
