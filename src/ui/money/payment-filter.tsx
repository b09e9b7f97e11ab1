import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { PAYMENT_STATES, type PaymentState } from '#domain/payments/index.ts'
import { usePaymentStatusNames } from './payment-names.ts'

export type PaymentFilterProps = {
  /** selected status; undefined for all */
  readonly value: PaymentState | undefined
  readonly onChange: (value: PaymentState | undefined) => void
}

/** Filters a list by payment status. */
export function PaymentFilter({ value, onChange }: PaymentFilterProps) {
  const { t } = useLingui()
  const paymentName = usePaymentStatusNames()
  return (
    <NativeSelect
      label={t`Payment`}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(PAYMENT_STATES.find((status) => status === currentTarget.value))}
      data={[
        { value: '', label: t({ message: 'All', context: 'payments' }) },
        ...PAYMENT_STATES.map((status) => ({ value: status, label: paymentName(status) })),
      ]}
    />
  )
}
