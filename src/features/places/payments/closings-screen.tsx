import { useState } from 'react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Button, Group, NativeSelect } from '@mantine/core'
import { IconArrowLeft, IconLock, IconReceipt } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { addDays, municipalityPathSchema } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import {
  closeDay,
  computeNetAmount,
  MAX_CLOSING_DAYS,
  readClosings,
  type ClosingReport,
} from '#domain/payments/index.ts'
import {
  Banner,
  EmptyState,
  FactList,
  FormDialog,
  LazyDayField,
  LinkButton,
  LoadablePart,
  notify,
  Page,
  PageSection,
  buildTightPageClass,
  useCan,
  useEndpointCall,
  useEndpointData,
  useFailureText,
  useFormats,
  useListAddress,
  useMoney,
  useMunicipalityTimeZone,
  useProfile,
} from '#ui/index.ts'
import {
  CLOSINGS_HASH,
  ClosedDays,
  ClosingOfDay,
  ProviderDifferences,
  formatDay,
  readClosingPeriod,
  buildTotals,
  TotalsTable,
  useAmountHeads,
  useClosingParts,
  type ClosingsUrlParams,
} from './closing-tables.tsx'
import { ClosingExports } from './money-exports.tsx'
import { useMunicipalityChoices } from './orders-filters.tsx'
import { EVENTS_HASH, EventList, OrderList } from './orders-screen.tsx'
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
  const profile = useProfile()
  const { search } = useListAddress<ClosingsUrlParams>()
  const navigate = useNavigate()
  const filter = (change: ClosingsUrlParams): void =>
    void navigate({ to: '/pagos', search: { ...search, ...change }, hash: CLOSINGS_HASH, replace: true })
  const choices = useMunicipalityChoices()
  const municipality = municipalityPathSchema.safeParse(search.municipio).data ?? profile?.municipality.path ?? ''
  const period = readClosingPeriod(search, useMunicipalityTimeZone(municipality))
  const [loadable, retry] = useEndpointData(readClosings, { municipality, ...period })
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
        <LinkButton to="/pagos" variant="subtle" leftSection={<IconArrowLeft size={20} aria-hidden="true" />}>
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
        <ClosingOfDay closing={covering} shown={shown} isNew={covering.day === justClosed} timeZone={timeZone} />
      )}
      {open !== undefined && (
        <Banner
          tone="waiting"
          action={
            <Button leftSection={<IconLock size={20} aria-hidden="true" />} onClick={() => setClosing(open)}>
              <Trans>Close {formatDay(open)}</Trans>
            </Button>
          }
        >
          <Trans>
            {formatDay(open)} is not closed. Days follow the time zone {timeZone}.
          </Trans>
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

type CloseDialogProps = Pick<StateProps, 'report' | 'municipality' | 'onClosed'> & {
  readonly day: string
  readonly onClose: () => void
}

function CloseDialog({ day, report: { firstOpen, today }, municipality, onClosed, onClose }: CloseDialogProps) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(closeDay)
  const [failure, setFailure] = useState<string | null>(null)
  const date = formatDay(day)

  async function close(): Promise<void> {
    setFailure(null)
    const outcome = await act({ body: { municipality, day } })
    if (outcome.kind === 'ok') {
      notify({ tone: 'received', text: t`${date} is closed as number ${outcome.value.number}.` })
      onClose()
      return onClosed(day)
    }
    setFailure(failureText(outcome))
  }

  return (
    <FormDialog
      title={t`Close ${date}`}
      submit={<Trans>Close {date}</Trans>}
      danger
      busy={busy}
      failure={failure}
      onSubmit={() => void close()}
      onClose={onClose}
    >
      <p>
        <Trans>
          The closing gets the next number and cannot be changed or reopened. Money for this day that arrives later is
          counted in the first day that is still open.
        </Trans>
      </p>
      {firstOpen === undefined && (
        <p>
          <Trans>This is the first closing. It also covers all payments and refunds of earlier days.</Trans>
        </p>
      )}
      {firstOpen !== undefined && firstOpen < day && (
        <p>
          <Trans>
            The closing covers the days from {formatDay(firstOpen)} to {date}.
          </Trans>
        </p>
      )}
      {day === today && (
        <Banner tone="waiting">
          <Trans>This day has not ended. Payments that arrive later today will be counted in the next day.</Trans>
        </Banner>
      )}
    </FormDialog>
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
