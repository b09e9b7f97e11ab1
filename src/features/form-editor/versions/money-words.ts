import type { Promotion, Zone } from '#domain/tickets/index.ts'
import type { FieldValue } from '#domain/templates/index.ts'

/** Date and time fields of a sale. */
export const MOMENT_FIELDS: ReadonlySet<string> = new Set(
  ['eventDate', 'eventEnd', 'saleFrom', 'saleUntil'].map((field) => `ticketSale.${field}`),
)

type Amount = (cents: number) => string

const WORDS: Readonly<Record<string, (held: never, amount: Amount) => string>> = {
  precio: (cents: number, amount) => amount(cents),
  'charge.base': (cents: number, amount) => amount(cents),
  'charge.discounts': promotionsText,
  'ticketSale.promotions': promotionsText,
  'ticketSale.zones': (zones: readonly Zone[], amount) =>
    zones.map(({ name, price, maxQuantity }) => `${name} ${amount(price)} × ${maxQuantity}`).join(', '),
}

/**
 * Text for the value of a money field. @returns undefined for other fields
 */
export function formatMoneyField(field: string, held: FieldValue, amount: Amount): string | undefined {
  return WORDS[field]?.(held as never, amount)
}

function promotionsText(all: readonly Promotion[], amount: Amount): string {
  return all
    .map(({ name, percentOff, amountOff }) =>
      [name, percentOff > 0 && `−${percentOff} %`, amountOff > 0 && `−${amount(amountOff)}`].filter(Boolean).join(' '),
    )
    .join(', ')
}
