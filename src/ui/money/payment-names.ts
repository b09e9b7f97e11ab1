import { useLingui } from '@lingui/react/macro'
import type { PaymentStatus } from '#domain/documents/index.ts'

/** The statuses of a payment in the reader's language. */
export function usePaymentNames(): Readonly<Record<PaymentStatus, string>> {
  const { t } = useLingui()
  return { 'Pendiente de validar': t`Pending validation`, Pagado: t`Paid`, Rechazado: t`Refused` }
}
