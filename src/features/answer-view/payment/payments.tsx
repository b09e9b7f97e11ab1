import { later, ListSkeleton } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'

/** Few answers are paid for. */
const PaymentCard = later(async () => (await import('./payment-card.tsx')).PaymentCard)

/** What is known of an answer's money; nothing where none is asked for. */
export function Payments({ shown }: { readonly shown: ShownAnswer }) {
  const { opcionales, payments } = shown.answer
  if (!opcionales.addPaymentGateway && payments.length === 0) return null
  return <PaymentCard shown={shown} meanwhile={<ListSkeleton rows={2} height={48} />} />
}
