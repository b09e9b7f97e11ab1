import { paymentFactSchema, paymentOrderSchema, type PaymentFact, type PaymentOrder } from '#domain/payments/index.ts'
import { generateAnswerId, toInstant } from '#domain/kernel/index.ts'
import { bytesFor } from './submit.ts'
import { AREA, MUNICIPALITY, NOW } from './template.ts'

export const PESO = { sign: '$', name: 'ARS' }

/** A fact of the first attempt, of 100.00, a minute later for each number in its reference. */
export function buildFact(kind: PaymentFact['kind'], change: Readonly<Record<string, unknown>> = {}): PaymentFact {
  const fact = { kind, attempt: 1, provider: 'stripe', reference: 'pi_1', amount: 10_000, at: NOW, ...change }
  return paymentFactSchema.parse(fact)
}

/** An order of two tickets for 100.00, whose first attempt is open. */
export function buildOrder(change: Readonly<Record<string, unknown>> = {}): PaymentOrder {
  const expiresAt = toInstant(Date.parse(NOW) + 3_600_000)
  return paymentOrderSchema.parse({
    id: generateAnswerId(bytesFor(1)),
    orderId: 'K3WQ9ZT0M4XB',
    status: 'Pendiente de validar',
    amount: 10_000,
    fullName: 'Ana Paz',
    dni: '30111222',
    email: 'ana@relevo.example',
    quanty: 2,
    sectionName: 'Platea',
    form: 'comercios',
    municipality: MUNICIPALITY,
    area: AREA,
    mode: 'live',
    currency: PESO,
    lines: [{ name: 'Platea', quanty: 2, price: 5_000 }],
    reduction: 0,
    zone: 7,
    createdAt: NOW,
    expiresAt,
    delivery: 'none',
    attempts: [{ number: 1, provider: 'stripe', amount: 10_000, openedAt: NOW, expiresAt, session: 'cs_1' }],
    facts: [buildFact('opened', { reference: '1' })],
    refunds: [],
    open: true,
    ...change,
  })
}
