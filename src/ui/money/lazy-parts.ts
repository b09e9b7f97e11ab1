import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { PaymentState } from '#domain/payments/index.ts'
import { lazyPart } from '../page/lazy-part.tsx'
import { withMessages } from '../language/i18n.ts'

const parts = () => withMessages('money', import('./parts.ts'))

/** Loaded on demand with their own translations, as few forms have payments. */
export const LazyPaymentBadge = /* @__PURE__ */ lazyPart(async () => (await parts()).PaymentBadge)
export const LazyPaymentFilter = /* @__PURE__ */ lazyPart(async () => (await parts()).PaymentFilter)

/** @returns the translated name of a status; the stored value until translations are loaded */
export function usePaymentStatusName(status: PaymentState | undefined): string {
  const { i18n } = useLingui()
  const [names, setNames] = useState<Awaited<ReturnType<typeof parts>>['PAYMENT_STATUS_NAMES']>()
  useEffect(() => {
    if (status !== undefined)
      parts().then(
        ({ PAYMENT_STATUS_NAMES }) => setNames(PAYMENT_STATUS_NAMES),
        () => undefined,
      )
  }, [status])
  if (status === undefined) return ''
  return names === undefined ? status : i18n._(names[status])
}
