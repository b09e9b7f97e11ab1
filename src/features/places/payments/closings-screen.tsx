import { useState } from 'react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconLock, IconReceipt } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { addDays } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { computeNetAmount, MAX_CLOSING_DAYS, readClosings, type ClosingReport } from '#domain/payments/index.ts'
import {
  Banner,
  EmptyState,
  FactList,
  LazyDayField,
  LinkButton,
  LoadablePart,
  Page,
  PageSection,
  buildTightPageClass,
  useCan,
  useEndpointData,
  useFormats,
  useListAddress,
  useMoney,
} from '#ui/index.ts'
import {
  CLOSINGS_HASH,
  ClosedDays,
  ClosingOfDay,
  formatDay,
  readClosingPeriod,
  buildTotals,
  TotalsTable,
  useAmountHeads,
  useClosingParts,
  type ClosingsUrlParams,
} from './closing-tables.tsx'
import { ProviderDifferences } from './differences.tsx'
import { OrderList } from './orders-screen.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { ClosingExports } from './money-exports.tsx'
import { useMunicipalityChoices, useOrdersPlace } from './orders-filters.tsx'
import { EVENTS_HASH, EventList } from './events-screen.tsx'
import styles from '../places.module.css'

type Period = ReturnType<typeof readClosingPeriod>

/**
 * /pagos shows orders, /pagos#cierres closings and /pagos#eventos events. They have no routes of their own, which would
 * enlarge the initial bundle.
 */
export function OrdersScreen() {
  const can = useCan()
  const hash = useLocation({ select: (location) => location.hash })
  if (hash === EVENTS_HASH) return <EventList />
  return hash === CLOSINGS_HASH && can('close', 'pago') ? <ClosingsScreen /> : <OrderList />
}

/** /pagos#cierres: payments of a municipality by day or period in its time zone, and the closing of days. */
function ClosingsScreen() {
  const { t } = useLingui()
  const { search } = useListAddress<ClosingsUrlParams>()
  const navigate = useNavigate()
  const filter = (change: ClosingsUrlParams): void =>
    void navigate({ to: '/pagos', search: { ...search, ...change }, hash: CLOSINGS_HASH, replace: true })
  const choices = useMunicipalityChoices()
  const { municipality, timeZone } = useOrdersPlace(search)
  const period = readClosingPeriod(search, timeZone)
  const [loadable, retry] = useEndpointData(readClosings, { municipality, ...period }, municipality !== '')
  const here = loadable.kind === 'here' ? loadable.value : undefined
  const [justClosed, setJustClosed] = useState<string>()
  const showClosed = (day: string): void => {
    setJustClosed(day)
    if (period.from === day && period.to === day) retry()
    else filter({ desde: day, hasta: day })
  }
  const name = choices.find(({ value }) => value === municipality)?.label ?? ''
  const firstOfMonth = `${period.from.slice(0, 7)}-01`
  const lastOfMonth = addDays(`${addDays(firstOfMonth, 31).slice(0, 7)}-01`, -1)
  return (
    <Page
      title={t`Closings`}
      tight={buildTightPageClass()}
      back={
        <LinkButton
          to="/pagos"
          search={search.municipio === undefined ? {} : { municipio: search.municipio }}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Payment orders</Trans>
        </LinkButton>
      }
      subtitle={<Trans>Payments and refunds, by the day on which they were made. Test payments do not count.</Trans>}
      actions={here !== undefined && <ClosingExports report={here} municipality={name} period={period} />}
    >
      <Group gap="sm" align="end">
        <search className={`r-grid r-gap-12 r-low ${styles['days']}`}>
          {choices.length > 1 && (
            <NativeSelect
              label={t`Municipality`}
              value={municipality}
              onChange={({ currentTarget }) => filter({ municipio: currentTarget.value })}
              data={[...choices]}
            />
          )}
          <LazyDayField label={t`From`} value={period.from} onChange={(desde) => filter({ desde })} />
          <LazyDayField label={t`To`} value={period.to} onChange={(hasta) => filter({ hasta })} />
          <Button variant="default" onClick={() => filter({ desde: firstOfMonth, hasta: lastOfMonth })}>
            <Trans>Whole month</Trans>
          </Button>
        </search>
        {municipality !== '' && (
          <LinkButton
            to="/municipios/$id/pagos"
            params={{ id: encodePlaceId(municipality) }}
            variant="default"
            leftSection={<IconReceipt size={20} aria-hidden="true" />}
          >
            <Trans>Receipts for one day</Trans>
          </LinkButton>
        )}
      </Group>
      <LoadablePart
        loadable={loadable}
        retry={retry}
        offline={<Trans>Connect to the internet to see the closings.</Trans>}
      >
        {(report) => (
          <>
            <ClosingState
              key={`${municipality} ${period.from}`}
              report={report}
              municipality={municipality}
              period={period}
              justClosed={justClosed}
              onClosed={showClosed}
            />
            <Sums sums={report.sums} />
            <ProviderDifferences {...report} />
            {period.from !== period.to && <ClosedDays {...report} />}
          </>
        )}
      </LoadablePart>
    </Page>
  )
}

type StateProps = {
  readonly report: ClosingReport
  readonly municipality: string
  readonly period: Period
  /** day that the user has closed */
  readonly justClosed: string | undefined
  readonly onClosed: (day: string) => void
}

/** The closing that covers a day, or the next day to close with a button. */
function ClosingState({ report, municipality, period, justClosed, onClosed }: StateProps) {
  const { closings, due, firstOpen = '', today, timeZone } = report
  const [closing, setClosing] = useState<string>()
  const shown = period.from === period.to ? period.from : undefined
  const covering = shown === undefined ? undefined : closings[0]
  const isDueShown = due !== undefined && (due < today || (period.from <= due && due <= period.to))
  const earliest = addDays(today, -MAX_CLOSING_DAYS)
  const canClose = shown !== undefined && shown <= today && shown >= firstOpen && shown >= earliest
  const open = isDueShown ? due : (canClose && due === undefined && shown) || undefined
  return (
    <>
      {covering !== undefined && shown !== undefined && (
        <ClosingOfDay
          closing={covering}
          shown={shown}
          isNew={covering.day === justClosed}
          next={firstOpen}
          timeZone={timeZone}
        />
      )}
      {firstOpen > today && period.from <= firstOpen && firstOpen <= period.to && (
        <Banner tone="quiet">
          <Trans>
            {formatDay(today)} is already closed. Money received or refunded after the closing counts on{' '}
            {formatDay(firstOpen)}.
          </Trans>
        </Banner>
      )}
      {open !== undefined && (
        <Banner
          tone={open < today ? 'waiting' : 'quiet'}
          action={
            <Button
              {...(open < today ? {} : { variant: 'default' })}
              leftSection={<IconLock size={20} aria-hidden="true" />}
              onClick={() => setClosing(open)}
            >
              <Trans>Close {formatDay(open)}</Trans>
            </Button>
          }
        >
          {open < today ? (
            <Trans>
              {formatDay(open)} is not closed. Days follow the time zone {timeZone}.
            </Trans>
          ) : (
            <Trans>
              {formatDay(open)} has not ended. Close it after the last payment of the day. Days follow the time zone{' '}
              {timeZone}.
            </Trans>
          )}
        </Banner>
      )}
      {closing !== undefined && (
        <CloseDialog
          day={closing}
          report={report}
          municipality={municipality}
          onClosed={onClosed}
          onClose={() => setClosing(undefined)}
        />
      )}
    </>
  )
}

function Sums({ sums }: Pick<ClosingReport, 'sums'>) {
  const { t } = useLingui()
  const { number } = useFormats()
  const heads = useAmountHeads()
  const money = useMoney()
  const parts = useClosingParts(sums)
  if (sums.length === 0) return <EmptyState title={<Trans>No money was received or returned in this period.</Trans>} />
  return (
    <>
      {buildTotals(sums, () => '').map((total) => (
        <PageSection key={total.currency.name} title={t`Total`}>
          <FactList
            facts={[
              { name: heads.payments, value: <span className="r-figures">{number(total.payments)}</span> },
              ...(['received', 'refunded', 'lost'] as const).map((kind) => ({
                name: heads[kind],
                value: <span className="r-figures">{money.text(total[kind], total.currency)}</span>,
              })),
              {
                name: heads.net,
                value: <strong className="r-figures">{money.text(computeNetAmount(total), total.currency)}</strong>,
              },
            ]}
          />
        </PageSection>
      ))}
      {parts.map((part) => (
        <TotalsTable key={part.title} {...part} />
      ))}
    </>
  )
}
