import { lazyPartOrNone } from '#ui/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { AnswerUndo } from './undo-bar.tsx'

/** Loaded on demand, as few forms have payments. */
const LazyCurrentPrice = lazyPartOrNone(async () => (await import('./price-line.tsx')).CurrentPrice)

/** The undo bar and the price, above the buttons. No price for changes to stored answers, which are not charged. */
export function SaveBarExtras() {
  const { form, rules } = useFormContext()
  return (
    <>
      <AnswerUndo />
      {rules === undefined && form.template.opcionales.addPaymentGateway && <LazyCurrentPrice />}
    </>
  )
}
