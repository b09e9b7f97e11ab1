import { useEffect, useRef, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, isCalendarDay, toLocalDay } from '#domain/kernel/index.ts'
import { computeNetAmount, type ClosingReport, type Currency } from '#domain/payments/index.ts'
import { Banner, ListTable, PageSection, TextLink, useFormats, useFormatsIn, useMoney, type Column } from '#ui/index.ts'
import { useOrderMethodNames, useFormTitles } from './orders-filters.tsx'

/** Hash in the orders' URL that selects the closings. */
export const CLOSINGS_HASH = 'cierres'

/** URL parameters. `municipio`: path. `desde`, `hasta`: days of the municipality. */
export type ClosingsUrlParams = { readonly municipio?: string; readonly desde?: string; readonly hasta?: string }

/** The period in the URL; by default today. @param timeZone missing: the device's */
export function readClosingPeriod({ desde = '', hasta = '' }: ClosingsUrlParams, timeZone: string | undefined) {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const from = isCalendarDay(desde) ? desde : toLocalDay(Date.now(), zone)
  return { from, to: isCalendarDay(hasta) && hasta >= from ? hasta : from }
}

type Sum = ClosingReport['sums'][number]
type Amounts = Pick<Sum, 'payments' | 'received' | 'refunded' | 'lost'>
/** Sum of all amounts with the same id and currency. */
export type AmountTotal = Amounts & { readonly id: string; readonly name: string; readonly currency: Currency }

/**
 * Totals by id and currency, the highest received amount first.
 * @param nameOf the id by default
 */
export function buildTotals(
  sums: readonly Sum[],
  idOf: (sum: Sum) => string,
  nameOf: (sum: Sum) => string = idOf,
): readonly AmountTotal[] {
  const totals = new Map<string, AmountTotal>()
  for (const sum of sums) {
    const [id, name] = [idOf(sum), nameOf(sum)]
    const key = `${sum.currency.name} ${id}`
    const { payments = 0, received = 0, refunded = 0, lost = 0 } = totals.get(key) ?? {}
    totals.set(key, {
      id,
      name,
      currency: sum.currency,
      payments: payments + sum.payments,
      received: received + sum.received,
      refunded: refunded + sum.refunded,
      lost: lost + sum.lost,
    })
  }
  return [...totals.values()].toSorted((a, b) => b.received - a.received)
}

/** Sums by form, method, cashier and provider, with their titles. */
export function useClosingParts(sums: readonly Sum[]) {
  const { t } = useLingui()
  const methods = useOrderMethodNames()
  const titleOf = useFormTitles()
  const providers: Readonly<Record<Sum['provider'], string>> = {
    stripe: 'Stripe',
    'mercado-pago': 'Mercado Pago',
    desk: t`Desk`,
  }
  const atDesk = sums.filter(({ provider }) => provider === 'desk')
  const parts = [
    {
      title: t`By form or event`,
      head: t`Form or event`,
      totals: buildTotals(
        sums,
        ({ form }) => form,
        (sum) => titleOf(sum) || sum.form,
      ),
    },
    {
      title: t`By payment method`,
      head: t`Payment method`,
      totals: buildTotals(sums, ({ provider, method }) => methods[provider === 'desk' ? (method ?? 'desk') : provider]),
    },
    {
      title: t`By cashier`,
      head: t`Cashier`,
      totals: buildTotals(
        atDesk,
        ({ by = '' }) => by,
        ({ cashier }) => cashier || t`Unknown`,
      ),
    },
    {
      title: t`By payment provider`,
      head: t`Payment provider`,
      totals: buildTotals(sums, ({ provider }) => providers[provider]),
    },
  ]
  return parts.filter(({ totals }) => totals.length > 0)
}

/** Column headers of the amounts in tables and files. */
export function useAmountHeads() {
  const { t } = useLingui()
  return {
    payments: t`Payments`,
    received: t({ message: 'Received', context: 'money' }),
    refunded: t`Refunded`,
    lost: t`Lost in disputes`,
    net: t`Net`,
  }
}

type TotalsProps = { readonly title: string; readonly head: string; readonly totals: readonly AmountTotal[] }

export function TotalsTable({ title, head, totals }: TotalsProps) {
  const formats = useFormats()
  const heads = useAmountHeads()
  const money = useMoney()
  const figure = (name: string, centsOf: (total: AmountTotal) => number): Column<AmountTotal> => ({
    head: name,
    card: 'named',
    figures: true,
    cell: (total) => money.text(centsOf(total), total.currency),
  })
  const columns: readonly Column<AmountTotal>[] = [
    { head, cell: ({ name }) => <span className="r-breaks">{name}</span> },
    { head: heads.payments, card: 'named', figures: true, cell: ({ payments }) => formats.number(payments) },
    figure(heads.received, ({ received }) => received),
    figure(heads.refunded, ({ refunded }) => refunded),
    figure(heads.lost, ({ lost }) => lost),
    figure(heads.net, computeNetAmount),
  ]
  return (
    <PageSection title={title} flat>
      <ListTable
        label={title}
        columns={columns}
        items={totals}
        keyOf={({ id, currency }) => `${currency.name} ${id}`}
      />
    </PageSection>
  )
}

export function ClosedDays({ closings, timeZone }: Pick<ClosingReport, 'closings' | 'timeZone'>) {
  const { t } = useLingui()
  const { dateTime } = useFormatsIn(timeZone)
  const coveredDays = useCoveredDaysText()
  if (closings.length === 0) return null
  return (
    <PageSection title={t`Closed days`} flat>
      <ListTable
        label={t`Closed days`}
        items={closings}
        keyOf={({ day }) => day}
        columns={[
          {
            head: t`Day`,
            cell: (closing) => <ClosingLink day={closing.day}>{coveredDays(closing)}</ClosingLink>,
          },
          { head: t`Number`, card: 'named', figures: true, cell: ({ number }) => String(number) },
          { head: t`Closed by`, card: 'named', cell: ({ by }) => by || '–' },
          { head: t`Closed at`, card: 'named', cell: ({ at }) => <span className="r-figures">{dateTime(at)}</span> },
        ]}
      />
    </PageSection>
  )
}

/** Opens the closing of a day. */
function ClosingLink({ day, children }: { readonly day: string; readonly children: ReactNode }) {
  return (
    <TextLink
      data-opens
      to="/pagos"
      search={(before: object) => ({ ...before, desde: day, hasta: day })}
      hash={CLOSINGS_HASH}
    >
      {children}
    </TextLink>
  )
}

/** The days that a closing covers. */
export function useCoveredDaysText() {
  const { t } = useLingui()
  return ({ from, day }: Pick<ClosingReport['closings'][number], 'from' | 'day'>): string => {
    const last = formatDay(day)
    if (from === undefined) return t`until ${last}`
    return from === day ? last : `${formatDay(from)} – ${last}`
  }
}

type CoveringProps = Pick<ClosingReport, 'timeZone'> & {
  readonly closing: ClosingReport['closings'][number]
  readonly shown: string
  readonly isNew: boolean
  /** first open day; money that arrives later for the closed days counts on it */
  readonly next: string | undefined
}

/** The closing that covers the shown day. A closing just made gets the focus, unless another element has it. */
export function ClosingOfDay({ closing, shown, isNew, next, timeZone }: CoveringProps) {
  const { dateTime } = useFormatsIn(timeZone)
  const days = useCoveredDaysText()(closing)
  const { day, from, number, by, at } = closing
  const note = useRef<HTMLDivElement>(null)
  // The button that opened the dialog is gone, and with it the focus.
  useEffect(() => {
    if (isNew && document.activeElement === document.body) note.current?.focus()
  }, [isNew])
  return (
    <div ref={note} tabIndex={-1}>
      <Banner tone="received">
        {day === shown ? (
          <>
            <Trans>
              {formatDay(day)} is closed as number {number}, by {by} on {dateTime(at)}.
            </Trans>{' '}
            {from !== day && <Trans>The sums are those of the whole closing: {days}.</Trans>}{' '}
            {next === addDays(day, 1) && (
              <Trans>Money received or refunded after the closing counts on {formatDay(next)}.</Trans>
            )}
          </>
        ) : (
          <Trans>
            {formatDay(shown)} is part of closing {number} (<ClosingLink day={day}>{days}</ClosingLink>), by {by} on{' '}
            {dateTime(at)}.
          </Trans>
        )}
      </Banner>
    </div>
  )
}

/** Day as DD/MM/YYYY. */
export function formatDay(day: string): string {
  return day.split('-').toReversed().join('/')
}
