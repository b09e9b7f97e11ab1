import { useMemo } from 'react'
import { currencyOf, type Currency } from '#domain/payments/index.ts'
import { useEditor } from './store/editor-context.tsx'

/** Whether the form takes payments, and its currency. Re-renders only when these change. */
export function useFormCurrency(): { readonly isPaid: boolean; readonly currency: Currency | undefined } {
  const isPaid = useEditor(({ form }) => form.opcionales.addPaymentGateway)
  const charge = useEditor(({ form }) => form.charge)
  const ticketSale = useEditor(({ form }) => form.ticketSale)
  return useMemo(() => ({ isPaid, currency: currencyOf({ charge, ticketSale }) }), [isPaid, charge, ticketSale])
}
