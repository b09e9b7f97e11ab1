import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { getLanguageTag, getMunicipality } from '#domain/kernel/index.ts'
import { currencyOf, type Currency } from '#domain/payments/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { getCharge, setSale, updateCharge, setCurrency } from '#domain/templates/index.ts'
import { TextLink, useCan } from '#ui/index.ts'
import { getFieldElementId, getPartElementId } from '../../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../../panel.ts'
import { useEditorStore } from '../../store/editor-context.tsx'
import { LineField } from '../parts/line-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { Panel } from '../parts/panel.tsx'
import { SwitchField } from '../parts/toggle.tsx'
import { Promotions } from './promotions.tsx'
import { SalePanel } from './sale-panel.tsx'
import { useSaleProblems } from './use-sale-problems.ts'

const NONE: Currency = { sign: '', name: '' }

type CurrencyFieldsProps = Pick<PanelProps, 'form' | 'change'> & {
  readonly disabled: boolean
  readonly error: string | undefined
}

/** The form's currency. Its usual symbol is filled in from the code and can be edited. */
function CurrencyFields({ form, change, disabled, error }: CurrencyFieldsProps) {
  const { t, i18n } = useLingui()
  const { sign, name } = currencyOf(form) ?? NONE
  const rename = (typed: string): void => {
    const code = typed.trim().toUpperCase()
    const isUsual = sign === '' || sign === findUsualSign(name, i18n.locale)
    const next = isUsual ? (findUsualSign(code, i18n.locale) ?? sign) : sign
    change(buildTypingKey('currency', 'name'), (now) => setCurrency(now, { name: code, sign: next }))
  }
  return (
    <div className="r-grid r-gap-16 r-fit-15 r-low">
      <LineField
        id={getPartElementId('payment', 'currency')}
        label={t`Currency`}
        note={t`Three-letter code, for example EUR`}
        value={name}
        maxLength={3}
        required
        disabled={disabled}
        error={error}
        onChange={rename}
      />
      <LineField
        label={t({ message: 'Symbol', context: 'of a currency' })}
        note={t`Shown next to amounts, for example €.`}
        value={sign}
        maxLength={8}
        required
        disabled={disabled}
        onChange={(text) => change(buildTypingKey('currency', 'sign'), (now) => setCurrency(now, { name, sign: text }))}
      />
    </div>
  )
}

/** The symbol of a currency; undefined for an invalid code. */
function findUsualSign(code: string, locale: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined
  const parts = new Intl.NumberFormat(getLanguageTag(locale), {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value
}

/** Selectable minutes, within the bounds of `ORDER_LIFETIME_MINUTES` (domain). */
const WAIT_MINUTES = [30, 60, 120, 240, 480, 720, 1440]

/** Price, discounts and sale, for the payment gateway option. Questions and options have their own price fields. */
export function PaymentPanel(props: PanelProps) {
  const { t } = useLingui()
  const { form, change, locks, problems } = props
  const { newKey } = useEditorStore()
  const { at, atHead } = useSaleProblems(problems, 'charge')
  const { base, minutes, validated } = getCharge(form)
  const currency = currencyOf(form)
  const disabled = locks.sale
  const lasting = (wait: number): string => {
    const hours = wait / 60
    return Number.isInteger(hours)
      ? t`${plural(hours, { one: '# hour', other: '# hours' })}`
      : t`${plural(wait, { one: '# minute', other: '# minutes' })}`
  }
  return (
    <Panel
      title={t`Payment`}
      id={getFieldElementId('charge')}
      note={t`The price of an answer is the price per answer, plus the prices of the options and questions answered, plus the tickets or products bought.`}
    >
      {atHead !== undefined && <p className="r-problem">{atHead}</p>}
      {problems.some(({ code }) => code === 'option.payments-not-connected') && (
        <PaymentAccountLink areas={form.areas} />
      )}
      <CurrencyFields
        form={form}
        change={change}
        disabled={disabled}
        error={at(['charge.currency', 'charge.no-cents'])}
      />
      <div className="r-grid r-gap-16 r-fit-15 r-top">
        <MoneyField
          id={getPartElementId('payment', 'base')}
          label={t`Price per answer`}
          note={t`If empty, only priced options and products are charged.`}
          value={base}
          currency={currency}
          disabled={disabled}
          error={at(['charge.required'])}
          onChange={(cents) => change(buildTypingKey('charge', 'base'), (now) => updateCharge(now, { base: cents }))}
        />
        <NativeSelect
          label={t`Time to pay`}
          description={t`After this time the order expires and its tickets or products are released.`}
          value={String(minutes)}
          disabled={disabled}
          data={[...new Set([...WAIT_MINUTES, minutes])]
            .toSorted((a, b) => a - b)
            .map((wait) => ({ value: String(wait), label: lasting(wait) }))}
          onChange={(event) => {
            const wait = Number(event.currentTarget.value)
            change('charge-minutes', (now) => updateCharge(now, { minutes: wait }))
          }}
        />
      </div>
      <SwitchField
        name={t`Staff validate before payment`}
        more={t`The person pays after staff have reviewed the answer.`}
        on={validated}
        disabled={disabled}
        onChange={(on) => change('charge-validated', (now) => updateCharge(now, { validated: on }))}
      />
      <Promotions {...props} block="charge" title={t`Discounts and exemptions`} />
      <SwitchField
        name={t`Sell tickets or products`}
        more={t`The person chooses a zone or product and a quantity.`}
        on={form.ticketSale !== undefined}
        disabled={disabled}
        onChange={(on) => change('ticket-sale', (now) => setSale(now, on, newKey()))}
      />
      {form.ticketSale !== undefined && <SalePanel {...props} sale={form.ticketSale} />}
    </Panel>
  )
}

/** Link to the municipality's payment account, for users who may connect it. */
function PaymentAccountLink({ areas: [area] }: Pick<PanelProps['form'], 'areas'>) {
  const can = useCan()
  if (area === undefined || !can('manage', 'pago')) return null
  return (
    <p>
      <TextLink to="/municipios/$id/pagos" params={{ id: encodePlaceId(getMunicipality(area)) }}>
        <Trans>Connect payments for the municipality</Trans>
      </TextLink>
    </p>
  )
}
