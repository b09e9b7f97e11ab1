import { TextInput } from '@mantine/core'
import { formatCurrencySign, type Currency } from '#domain/payments/index.ts'

type AmountFieldProps = {
  readonly label: string
  readonly typed: string
  readonly onType: (typed: string) => void
  readonly currency: Currency
  readonly note?: string
  readonly error?: string | undefined
}

/** An amount as typed text, parsed on submit. */
export function AmountField({ label, typed, onType, currency, note, error }: AmountFieldProps) {
  return (
    <TextInput
      label={label}
      required
      inputMode="decimal"
      autoComplete="off"
      {...(note === undefined ? {} : { description: note })}
      leftSection={<span aria-hidden="true">{formatCurrencySign(currency)}</span>}
      leftSectionWidth={`calc(${formatCurrencySign(currency).length}ch + 24px)`}
      value={typed}
      error={error}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}

/** An amount in bold, with figures of equal width. */
export function Amount({ children }: { readonly children: string }) {
  return <strong className="r-figures">{children}</strong>
}
