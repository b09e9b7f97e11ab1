import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { formatCurrencySign, type Currency } from '#domain/payments/index.ts'
import { useMoney } from '#ui/index.ts'

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

/** Shown as an example of a valid amount, in cents. */
const EXAMPLE = 120_000

/** @returns a function for the message about a typed text that is no amount */
export function useWrongAmountText(): (typed: string) => string {
  const { t } = useLingui()
  const example = useMoney().amount(EXAMPLE)
  return (typed) => t`“${typed}” is not a valid amount. Example: ${example}`
}

/** An amount in bold, with figures of equal width. */
export function Amount({ children }: { readonly children: string }) {
  return <strong className="r-figures">{children}</strong>
}
