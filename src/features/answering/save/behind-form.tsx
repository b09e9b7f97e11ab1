import { laterOrNone } from '#ui/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { AnswerUndo } from './undo-bar.tsx'

/** Few forms ask for money. */
const PriceLine = laterOrNone(async () => (await import('./price-line.tsx')).PriceLine)

/** Stands above the buttons and can wait until the form is on screen. A change to a stored answer is not paid for. */
export function BehindForm() {
  const { form, rules } = useFormContext()
  return (
    <>
      <AnswerUndo />
      {rules === undefined && form.template.opcionales.addPaymentGateway && <PriceLine />}
    </>
  )
}
