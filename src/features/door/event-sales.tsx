import { Trans, useLingui } from '@lingui/react/macro'
import type { EventSales } from '#domain/tickets/index.ts'
import { EmptyState, ListTable, useFormats, useMoney, type Column } from '#ui/index.ts'

type SalesProps = { readonly sales: EventSales }

function ZoneName({ name }: { readonly name: string }) {
  return name === '' ? <Trans>No zone</Trans> : name
}

/** Seats and money of each zone, with their totals. */
export function ZoneSales({ sales: { zones, currency } }: SalesProps) {
  const { t } = useLingui()
  const { number } = useFormats()
  const money = useMoney()
  type Zone = EventSales['zones'][number]
  const total: Zone = zones.reduce(
    (sum, zone) => ({
      ...sum,
      places: sum.places + zone.places,
      sold: sum.sold + zone.sold,
      held: sum.held + zone.held,
      left: sum.left + zone.left,
      used: sum.used + zone.used,
      kept: sum.kept + zone.kept,
    }),
    { zone: -1, name: t`Total`, places: 0, sold: 0, held: 0, left: 0, used: 0, kept: 0 },
  )
  const columns: readonly Column<Zone>[] = [
    { head: t`Zone`, cell: ({ name }) => <ZoneName name={name} /> },
    { head: t`Seats`, figures: true, card: 'named', cell: ({ places }) => number(places) },
    { head: t`Sold`, figures: true, card: 'named', cell: ({ sold }) => number(sold) },
    { head: t`Reserved`, figures: true, card: 'named', cell: ({ held }) => number(held) },
    { head: t`Available`, figures: true, card: 'named', cell: ({ left }) => number(left) },
    { head: t`Entered`, figures: true, card: 'named', cell: ({ used }) => number(used) },
    { head: t`Revenue`, figures: true, card: 'side', cell: ({ kept }) => money.text(kept, currency) },
  ]
  const rows = zones.length > 1 ? [...zones, total] : zones
  return <ListTable label={t`By zone`} columns={columns} items={rows} keyOf={({ zone }) => String(zone)} />
}

/** Money of each day and zone, newest day first. */
export function DailySales({ sales: { days, currency, timeZone } }: SalesProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const money = useMoney()
  if (days.length === 0) return <EmptyState title={<Trans>No payments yet.</Trans>} />
  const columns: readonly Column<EventSales['days'][number]>[] = [
    // Noon, so that the device's time zone shows the same day.
    { head: t`Day`, cell: ({ day }) => <span className="r-figures">{formats.date(`${day}T12:00:00`)}</span> },
    { head: t`Zone`, card: 'named', cell: ({ name }) => <ZoneName name={name} /> },
    { head: t`Money received`, figures: true, card: 'named', cell: ({ received }) => money.text(received, currency) },
    { head: t`Refunded or lost`, figures: true, card: 'named', cell: ({ returned }) => money.text(returned, currency) },
    {
      head: t`Revenue`,
      figures: true,
      card: 'side',
      cell: ({ received, returned }) => money.text(received - returned, currency),
    },
  ]
  return (
    <>
      <p className="r-soft">
        <Trans>Payments, refunds and lost disputes, each on its day in the time zone {timeZone}.</Trans>{' '}
        <Trans>Money that arrives after a day was closed is counted in the first day that is still open.</Trans>
      </p>
      <ListTable
        label={t`Money by day and zone`}
        columns={columns}
        items={days}
        keyOf={({ day, zone }) => `${day} ${String(zone)}`}
      />
    </>
  )
}
