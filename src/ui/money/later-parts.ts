import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { PaymentStatus } from '#domain/payments/index.ts'
import { later } from '../page/later.tsx'
import { withWords } from '../words/i18n.ts'

const parts = () => withWords('money', import('./parts.ts'))

/** Few forms ask for money: a file of its own, with its own words. */
export const PaymentBadge = /* @__PURE__ */ later(async () => (await parts()).PaymentBadge)
export const PaymentFilter = /* @__PURE__ */ later(async () => (await parts()).PaymentFilter)

/** @returns what a status is called in the reader's language; as it is stored until the words are here */
export function usePaymentName(status: PaymentStatus | undefined): string {
  const { i18n } = useLingui()
  const [names, setNames] = useState<Awaited<ReturnType<typeof parts>>['PAYMENT_NAMES']>()
  useEffect(() => {
    if (status !== undefined)
      parts().then(
        ({ PAYMENT_NAMES }) => setNames(PAYMENT_NAMES),
        () => undefined,
      )
  }, [status])
  if (status === undefined) return ''
  return names === undefined ? status : i18n._(names[status])
}
