import { Trans } from '@lingui/react/macro'
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

export type PaymentBadgeProps = {
  readonly status: PaymentStatus
  /** how much of the payment was refunded; undefined if nothing */
  readonly refunded?: 'part' | 'whole' | undefined
}

/** The status of a payment, or how much of it was refunded. */
export function PaymentBadge({ status, refunded }: PaymentBadgeProps) {
  const name = usePaymentStatusNames()
  if (refunded === undefined) return <StatusBadge tone={TONES[status]}>{name(status)}</StatusBadge>
  return (
    <StatusBadge tone="quiet">{refunded === 'whole' ? name('Devuelto') : <Trans>Partly refunded</Trans>}</StatusBadge>
  )
}
