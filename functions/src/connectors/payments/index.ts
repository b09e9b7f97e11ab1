import type { PaymentProviders } from '#domain/payments/index.ts'
import type { ExternalSystemDeps } from '../http.ts'
import { createMercadoPagoProvider } from './mercado-pago.ts'
import { createStripeProvider } from './stripe.ts'

/** Base URLs of the providers' APIs; by default the public ones. */
export type PaymentAddresses = { readonly stripe?: string; readonly mercadoPago?: string }

export function createPaymentProviders(deps: ExternalSystemDeps, addresses: PaymentAddresses = {}): PaymentProviders {
  return {
    stripe: createStripeProvider(deps, addresses.stripe ?? 'https://api.stripe.com'),
    'mercado-pago': createMercadoPagoProvider(deps, addresses.mercadoPago ?? 'https://api.mercadopago.com'),
  }
}
