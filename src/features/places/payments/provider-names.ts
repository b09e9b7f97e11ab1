import type { AccountRequest } from '#domain/payments/index.ts'

/** Company names, the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<AccountRequest['provider'], string>> = {
  stripe: 'Stripe',
  'mercado-pago': 'Mercado Pago',
}
