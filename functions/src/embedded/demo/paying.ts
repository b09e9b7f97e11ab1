import type { PaymentAccount } from '#domain/payments/index.ts'
import { municipalityOf, toInstant, userIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { STRIPE_SANDBOX } from '#sandbox/stripe.ts'
import type { DemoDocument } from './demo-document.ts'
import { AREAS } from './places.ts'

/** The city that takes payments, with test money at the sandbox's provider. */
export const PAYING_CITY = municipalityOf(AREAS.montevideo.convivencia)

/** Its payment account. @param at time of connection, milliseconds */
export function paymentAccountAt(at: number): DemoDocument {
  const { key, secret } = STRIPE_SANDBOX
  const by = userIdSchema.parse('admin')
  const account: PaymentAccount = {
    provider: 'stripe',
    mode: 'test',
    key,
    webhookSecrets: [secret],
    by,
    at: toInstant(at),
  }
  return { key: keys.paymentAccount(PAYING_CITY), document: account }
}
