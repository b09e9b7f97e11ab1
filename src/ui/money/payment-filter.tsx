import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { PAYMENT_STATUSES, type PaymentStatus } from '#domain/payments/index.ts'
import { usePaymentStatusNames } from './payment-names.ts'

export type PaymentFilterProps = {
  /** selected status; undefined for all */
  readonly value: PaymentStatus | undefined
  readonly onChange: (value: PaymentStatus | undefined) => void
}

/** Filters a list by payment status. */
export function PaymentFilter({ value, onChange }: PaymentFilterProps) {
  const { t } = useLingui()
  const paymentName = usePaymentStatusNames()
  return (
    <NativeSelect
      label={t`Payment`}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(PAYMENT_STATUSES.find((status) => status === currentTarget.value))}
      data={[
        { value: '', label: t({ message: 'All', context: 'payments' }) },
        ...PAYMENT_STATUSES.map((status) => ({ value: status, label: paymentName(status) })),
      ]}
    />
  )
}
