import { getVisibleText, MAX_TITLE_LENGTH } from '#domain/kernel/index.ts'
import { useLingui } from '@lingui/react/macro'
import type { TicketSale, Zone } from '#domain/tickets/index.ts'
import { findMaxPerPersonInSale, findInvalidZoneField } from '#domain/payments/index.ts'
import { removeZone, updateZone, type ZonePatch } from '#domain/templates/index.ts'
import { getPartElementId } from '../../element-ids.ts'
import { buildTypingKey, type PanelProps } from '../../panel.ts'
import { useEditorStore } from '../../store/editor-context.tsx'
import { focusNeighbour } from '../parts/focus-neighbour.ts'
import { CardHead } from '../parts/card-head.tsx'
import { LineField } from '../parts/line-field.tsx'
import { MoneyField } from '../parts/money-field.tsx'
import { NumberField } from '../parts/number-field.tsx'
import styles from '../panels.module.css'
import type { SaleProblems } from './use-sale-problems.ts'

/** Maximum quantity, as in its schema. */
export const MAX_QUANTITY = 1_000_000

type ZoneCardProps = Pick<PanelProps, 'change' | 'locks'> & {
  readonly zone: Zone
  /** counted from 1 */
  readonly number: number
  readonly sale: TicketSale
  readonly at: SaleProblems['at']
}

/** A zone of an event, or a product: name, price and quantity. */
export function ZoneCard({ zone, number, sale, at, change, locks }: ZoneCardProps) {
  const { t } = useLingui()
  const store = useEditorStore()
  const { id, price, maxQuantity, maxPerPerson } = zone
  const isEvent = sale.productType === 'event'
  const title = isEvent ? t`Zone ${number}` : t`Product ${number}`
  const name = getVisibleText(zone.name) === '' ? title : zone.name
  const key = buildZoneKey(zone)
  const disabled = locks.sale
  const set = (field: string, patch: ZonePatch): void =>
    change(buildTypingKey(key, field), (now) => updateZone(now, id, patch))
  const fieldError = findInvalidZoneField(zone) ?? 'name'
  const error = (field: typeof fieldError): string | undefined =>
    field === fieldError ? at(['sale.zone', 'sale.zone-name-taken'], number) : undefined
  return (
    <li className={styles['card']} id={getPartElementId(key)} tabIndex={-1} aria-label={name}>
      <CardHead
        label={t`Delete: ${name}`}
        disabled={disabled}
        onDelete={() => {
          focusNeighbour(
            sale.zones.map((eachZone) => ({ key: buildZoneKey(eachZone) })),
            key,
            getPartElementId('payment', 'add-zone'),
          )
          change('remove-zone', (now) => removeZone(now, id))
          store.state.setState({ removed: { what: 'zone', name } })
        }}
      >
        <strong>{title}</strong>
      </CardHead>
      <LineField
        id={getPartElementId(key, 'name')}
        label={t({ message: 'Name', context: 'of a zone or product' })}
        value={zone.name}
        error={error('name')}
        maxLength={MAX_TITLE_LENGTH}
        required
        disabled={disabled}
        onChange={(text) => set('name', { name: text })}
      />
      <div className="r-grid r-gap-16 r-fit-15 r-top">
        <MoneyField
          id={getPartElementId(key, 'price')}
          label={t`Unit price`}
          value={price}
          currency={sale.currency}
          error={error('price')}
          required
          disabled={disabled}
          onChange={(cents) => set('price', { price: cents })}
        />
        <NumberField
          label={t`Quantity for sale`}
          value={maxQuantity}
          min={0}
          max={MAX_QUANTITY}
          whole
          disabled={disabled}
          onChange={(count) => set('maxQuantity', { maxQuantity: count ?? 0 })}
        />
        <NumberField
          label={t`Maximum per person`}
          placeholder={String(findMaxPerPersonInSale(sale))}
          value={maxPerPerson}
          min={1}
          max={MAX_QUANTITY}
          whole
          error={error('maxPerPerson')}
          disabled={disabled}
          onChange={(count) => set('maxPerPerson', { maxPerPerson: count })}
        />
      </div>
    </li>
  )
}

function buildZoneKey({ id }: Zone): string {
  return `zone-${id}`
}
