import { getVisibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { formatCurrencySign, type Currency } from '#domain/payments/index.ts'
import { useMoney } from '#ui/index.ts'

export type MoneyFieldProps = {
  readonly label: string
  /** shows the label only to screen readers, as adjacent text names the field */
  readonly hiddenLabel?: boolean
  /** cents; 0 is shown as an empty field */
  readonly value: number
  readonly onChange: (cents: number) => void
  /** undefined until the user has chosen a currency */
  readonly currency: Currency | undefined
  readonly id?: string
  readonly placeholder?: string
  readonly note?: string | undefined
  readonly error?: string | undefined
  readonly required?: boolean
  readonly disabled?: boolean
}

type Typing = { readonly typed: string; readonly kept: number; readonly left: boolean }

/** Example amount, in cents. */
const EXAMPLE = 125_050

/**
 * A field for an amount. Invalid text is not stored, and is replaced by the stored amount on blur, so that the
 * published price is the price shown.
 */
export function MoneyField({
  value,
  onChange,
  currency,
  label,
  hiddenLabel = false,
  note,
  error,
  required = false,
  ...rest
}: MoneyFieldProps) {
  const { t } = useLingui()
  const money = useMoney()
  const [typing, setTyping] = useState<Typing | null>(null)
  // If undo or an import has changed the stored value, it replaces the typed text.
  const now = typing !== null && typing.kept === value ? typing : null
  const isWrong = now !== null && readAmount(now.typed) === undefined
  const formatted = value === 0 ? '' : money.amount(value, currency)
  const text = now === null || now.left ? formatted : now.typed

  function readAmount(typed: string): number | undefined {
    return getVisibleText(typed) === '' ? 0 : money.read(typed)
  }
  const wrong = (): string => {
    const [typed, example] = [now?.typed ?? '', money.amount(EXAMPLE)]
    return t`“${typed}” is not a valid amount. Example: ${example}`
  }
  return (
    <TextInput
      {...rest}
      {...(hiddenLabel ? { 'aria-label': label } : { label })}
      {...(note === undefined ? {} : { description: note })}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      withAsterisk={required}
      aria-required={required}
      {...(currency !== undefined && {
        leftSection: <span aria-hidden="true">{formatCurrencySign(currency)}</span>,
        leftSectionWidth: `calc(${formatCurrencySign(currency).length}ch + 24px)`,
      })}
      error={isWrong ? wrong() : error}
      onChange={(event) => {
        const typed = event.currentTarget.value
        const kept = readAmount(typed)
        setTyping({ typed, kept: kept ?? value, left: false })
        if (kept !== undefined) onChange(kept)
      }}
      onBlur={() => setTyping(isWrong ? { ...now, left: true } : null)}
    />
  )
}
