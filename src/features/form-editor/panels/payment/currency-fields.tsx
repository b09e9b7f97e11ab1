import { useLingui } from '@lingui/react/macro'
import { currencyOf, type Currency } from '#domain/payments/index.ts'
import { setCurrency } from '#domain/templates/index.ts'
import { partId } from '../../element-ids.ts'
import { typing, type PanelProps } from '../../panel.ts'
import { LineField } from '../parts/line-field.tsx'

const NONE: Currency = { sign: '', name: '' }

type CurrencyFieldsProps = Pick<PanelProps, 'form' | 'change'> & {
  readonly disabled: boolean
  readonly error: string | undefined
}

/** The one currency of a form. Its usual sign comes with its code, and may be written over. */
export function CurrencyFields({ form, change, disabled, error }: CurrencyFieldsProps) {
  const { t, i18n } = useLingui()
  const { sign, name } = currencyOf(form) ?? NONE
  const rename = (typed: string): void => {
    const code = typed.trim().toUpperCase()
    const isUsual = sign === '' || sign === usualSign(name, i18n.locale)
    const next = isUsual ? (usualSign(code, i18n.locale) ?? sign) : sign
    change(typing('currency', 'name'), (now) => setCurrency(now, { name: code, sign: next }))
  }
  return (
    <div className="r-grid r-gap-16 r-fit-15 r-low">
      <LineField
        id={partId('payment', 'currency')}
        label={t`Currency`}
        note={t`Its code of three letters, for example EUR`}
        value={name}
        maxLength={3}
        required
        disabled={disabled}
        error={error}
        onChange={rename}
      />
      <LineField
        label={t({ message: 'Sign', context: 'of a currency' })}
        note={t`As it is written beside amounts, for example €`}
        value={sign}
        maxLength={8}
        required
        disabled={disabled}
        onChange={(text) => change(typing('currency', 'sign'), (now) => setCurrency(now, { name, sign: text }))}
      />
    </div>
  )
}

/** How a currency is written; undefined for what has no code. */
function usualSign(code: string, locale: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined
  const parts = new Intl.NumberFormat(locale === 'es' ? 'es' : 'en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value
}
