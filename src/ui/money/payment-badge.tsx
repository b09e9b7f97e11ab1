import type { PaymentStatus } from '#domain/payments/index.ts'
import { StatusBadge } from '../status/status-badge.tsx'
import type { Tone } from '../status/tone.ts'
import { usePaymentStatusNames } from './payment-names.ts'

/** Amber, green and red (part 3, point 4). */
const TONES: Readonly<Record<PaymentStatus, Tone>> = {
  'Pendiente de validar': 'waiting',
  Pagado: 'received',
  Rechazado: 'attention',
}

export type PaymentBadgeProps = { readonly status: PaymentStatus }

/** The status of a payment. */
export function PaymentBadge({ status }: PaymentBadgeProps) {
  return <StatusBadge tone={TONES[status]}>{usePaymentStatusNames()(status)}</StatusBadge>
}
