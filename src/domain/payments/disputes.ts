import { type PaymentFact, DISPUTE_STATUSES, type DisputeStatus } from './documents/order.ts'

type Facts = readonly PaymentFact[]

/** Dispute of a payment, in cents. `isSettled`: lost, and staff have decided about the purchase. */
export type Dispute = {
  readonly reference: string
  readonly provider: PaymentFact['provider']
  readonly payment: string
  readonly amount: number
  readonly status: DisputeStatus
  readonly isSettled: boolean
  readonly openedAt: PaymentFact['at']
  readonly at: PaymentFact['at']
}

/**
 * Returns each dispute with its latest status. If two reports have the same time, the status that is later in
 * `DISPUTE_STATUSES` applies. Independent of the order of the facts.
 */
export function listDisputesWithStatus(facts: Facts): readonly Dispute[] {
  const paymentFacts = facts.filter(({ kind }) => kind === 'disputed')
  const names = [...new Set(paymentFacts.map(buildDisputeKey))]
  return names.flatMap((name) => {
    const all = paymentFacts.filter((fact) => buildDisputeKey(fact) === name)
    const sorted = all.toSorted((a, b) => a.at.localeCompare(b.at) || getDisputeRank(a) - getDisputeRank(b))
    const [first, last] = [sorted[0], sorted.at(-1)]
    if (first === undefined || last === undefined) return []
    const { reference, provider, of: payment = '', amount, at, dispute: status = 'open' } = last
    const isSettled = facts.some(
      (fact) => fact.kind === 'refunded' && fact.provider === provider && fact.reference === reference,
    )
    return [{ reference, provider, payment, amount, status, isSettled, openedAt: first.at, at }]
  })
}

/** Amount of a payment under open disputes, in cents. */
export function sumOpenDisputes(payment: string, facts: Facts): number {
  return sumDisputes(
    listDisputesWithStatus(facts).filter((dispute) => dispute.payment === payment && dispute.status === 'open'),
  )
}

/** Amount of a payment lost in disputes that staff have not settled, in cents. Settled disputes are refunds. */
export function sumUnsettledLosses(payment: string, facts: Facts): number {
  return sumDisputes(
    listDisputesWithStatus(facts).filter(
      (dispute) => dispute.payment === payment && dispute.status === 'lost' && !dispute.isSettled,
    ),
  )
}

/** Checks whether a refund is a settled dispute, for which staff sent no money. */
export function isSettledDispute(
  { reference, provider }: Pick<PaymentFact, 'reference' | 'provider'>,
  facts: Facts,
): boolean {
  return facts.some((fact) => fact.kind === 'disputed' && fact.reference === reference && fact.provider === provider)
}

/** Checks whether a dispute was won after staff had settled it as lost. */
export function isDisputeWonLater(reference: string | undefined, facts: Facts): boolean {
  return listDisputesWithStatus(facts).some((dispute) => dispute.reference === reference && dispute.status === 'won')
}

function buildDisputeKey({ provider, reference }: PaymentFact): string {
  return `${provider}~${reference}`
}

function getDisputeRank({ dispute = 'open' }: PaymentFact): number {
  return DISPUTE_STATUSES.indexOf(dispute)
}

function sumDisputes(all: readonly { readonly amount: number }[]): number {
  return all.reduce((sum, { amount }) => sum + amount, 0)
}
