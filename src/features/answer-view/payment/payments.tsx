import { lazyPart, ListSkeleton } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'

/** Loaded on demand, as few answers have payments. */
const PaymentCard = lazyPart(async () => (await import('./payment-card.tsx')).PaymentCard)

const TicketsCard = lazyPart(async () => (await import('./tickets-card.tsx')).TicketsCard)

/** Payment and tickets of an answer; renders nothing if it has neither. */
export function Payments({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { opcionales, payments } = shownAnswer.answer
  if (!opcionales.addPaymentGateway && payments.length === 0) return null
  const isEvent = (shownAnswer.version?.ticketSale?.productType ?? 'event') === 'event'
  return (
    <>
      <PaymentCard shownAnswer={shownAnswer} meanwhile={<ListSkeleton rows={2} height={48} />} />
      {isEvent && !shownAnswer.isUnsent && payments.length > 0 && (
        <TicketsCard answer={shownAnswer.answer} meanwhile={null} />
      )}
    </>
  )
}
