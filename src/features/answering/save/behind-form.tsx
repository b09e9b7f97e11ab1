import { laterOrNone } from '#ui/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { AnswerUndo } from './undo-bar.tsx'

/** Loaded on demand, as few forms have payments. */
const PriceLine = laterOrNone(async () => (await import('./price-line.tsx')).PriceLine)

/** The undo bar and the price, above the buttons. No price for changes to stored answers, which are not charged. */
export function BehindForm() {
  const { form, rules } = useFormContext()
  return (
    <>
      <AnswerUndo />
      {rules === undefined && form.template.opcionales.addPaymentGateway && <PriceLine />}
    </>
  )
}
