import { useLingui } from '@lingui/react/macro'
import type { PaymentFact } from '#domain/payments/index.ts'

/** Where money comes from, for people. */
export function useProviderNames(): Readonly<Record<PaymentFact['provider'], string>> {
  const { t } = useLingui()
  return { stripe: 'Stripe', 'mercado-pago': 'Mercado Pago', desk: t`at the desk` }
}
