import { IconArrowLeft, IconPrinter, IconTicket, IconUsers } from '@tabler/icons-react'
import { useLocation, useParams } from '@tanstack/react-router'
import { Button, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoment, templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { readEventGuests, readEventSales, type EventGuests, type EventSales } from '#domain/tickets/index.ts'
import {
  Banner,
  EmptyState,
  ErrorState,
  LinkButton,
  ListTable,
  Page,
  PageActions,
  PageSection,
  RecordScreen,
  useCan,
  useEndpointData,
  useFormats,
  useMoney,
  useProblemText,
  type Column,
} from '#ui/index.ts'
import { EventChangeRights, EventChanges } from './event-changes.tsx'
import { EventProgress } from './event-progress.tsx'
import styles from './door.module.css'

/**
 * /eventos/{form}: sales of an event. With `/personas`, or without access to payments, the names of its ticket holders.
 */
export function EventScreen() {
  const { formulario, parte } = useParams({ from: '/eventos/$formulario/{-$parte}' })
  const can = useCan()
  const form = templateIdSchema.safeParse(formulario).data
  if (form === undefined) return <UnknownEvent />
  return parte === 'personas' || !can('read', 'pago') ? <Guests form={form} /> : <Sales form={form} />
}

function UnknownEvent() {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Page title={t`Sales of the event`}>
      <ErrorState title={problemText({ code: 'template.missing' })} action={<Unknown />} />
    </Page>
  )
}

function Unknown() {
  return (
    <>
      <p className="r-soft">
        <Trans>It may not exist, or you may not have access to it.</Trans>
      </p>
      <LinkButton to="/listar" variant="default">
        <Trans>Back to the forms</Trans>
      </LinkButton>
    </>
  )
}

const ARROW = <IconArrowLeft size={20} aria-hidden="true" />

type PartProps = { readonly form: TemplateId }

function Sales({ form }: PartProps) {
  const { t } = useLingui()
  const can = useCan()
  const [loadable, retry] = useEndpointData(readEventSales, { form })
  const orders = useLocation({ select: ({ state }) => state.orders })
  return (
    <RecordScreen
      name={t`Sales of the event`}
      back={
        orders !== undefined ? (
          <LinkButton to="/pagos" search={orders} hash="eventos" variant="subtle" leftSection={ARROW}>
            <Trans>Back</Trans>
          </LinkButton>
        ) : (
          <LinkButton
            to="/respuestas/listado/$id/{-$respuesta}"
            params={{ id: form, respuesta: undefined }}
            variant="subtle"
            leftSection={ARROW}
          >
            <Trans>Answers</Trans>
          </LinkButton>
        )
      }
      loadable={loadable}
      retry={retry}
      width="wide"
      offline={<Trans>Connect to the internet to see the sales.</Trans>}
      away={loadable.kind === 'failed' && loadable.problem.code === 'template.missing' ? <Unknown /> : undefined}
      head={(sales) => {
        const { title, eventDate, address, timeZone } = sales
        return {
          title: t`Sales of ${title}`,
          subtitle: [eventDate === undefined ? '' : formatMoment(eventDate, timeZone), address]
            .filter((part) => part !== '')
            .join(' · '),
          actions: (
            <PageActions primary={can('door', 'pago') && <TicketCheckLink form={form} variant="filled" />}>
              {can('door', 'pago') && (
                <LinkButton
                  to="/eventos/$formulario/{-$parte}"
                  params={{ formulario: form, parte: 'personas' }}
                  variant="default"
                  leftSection={<IconUsers size={20} aria-hidden="true" />}
                >
                  <Trans>Ticket holders</Trans>
                </LinkButton>
              )}
              <EventChanges form={form} sales={sales} onChanged={retry} />
            </PageActions>
          ),
        }
      }}
    >
      {(sales) => (
        <Stack gap="lg">
          {sales.isTest && (
            <Banner tone="attention">
              <Trans>This sale only accepts test payments. The money below is not real.</Trans>
            </Banner>
          )}
          <EventProgress form={form} sales={sales} onChanged={retry} />
          <EventChangeRights sales={sales} />
          <PageSection title={t`By zone`}>
            <Zones sales={sales} />
          </PageSection>
          <PageSection title={t`Money by day and zone`}>
            <Days sales={sales} />
          </PageSection>
        </Stack>
      )}
    </RecordScreen>
  )
}

type SalesProps = { readonly sales: EventSales }

function ZoneName({ name }: { readonly name: string }) {
  return name === '' ? <Trans>No zone</Trans> : name
}

function Zones({ sales: { zones, currency } }: SalesProps) {
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
    { head: t`Places`, figures: true, card: 'named', cell: ({ places }) => number(places) },
    { head: t`Sold`, figures: true, card: 'named', cell: ({ sold }) => number(sold) },
    { head: t`Reserved`, figures: true, card: 'named', cell: ({ held }) => number(held) },
    { head: t`Available`, figures: true, card: 'named', cell: ({ left }) => number(left) },
    { head: t`Entered`, figures: true, card: 'named', cell: ({ used }) => number(used) },
    { head: t`Revenue`, figures: true, card: 'side', cell: ({ kept }) => money.text(kept, currency) },
  ]
  const rows = zones.length > 1 ? [...zones, total] : zones
  return <ListTable label={t`By zone`} columns={columns} items={rows} keyOf={({ zone }) => String(zone)} />
}

function Days({ sales: { days, currency, timeZone } }: SalesProps) {
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
        <Trans>What comes in after a day was closed counts on the first day that is open.</Trans>
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

/** The owners of valid tickets by name. Printed without navigation. */
function Guests({ form }: PartProps) {
  const { t } = useLingui()
  const can = useCan()
  const [loadable, retry] = useEndpointData(readEventGuests, { form })
  return (
    <RecordScreen
      name={t`Ticket holders`}
      back={
        <div className={styles['unprinted']}>
          {can('read', 'pago') ? <SalesLink form={form} /> : <TicketCheckLink form={form} />}
        </div>
      }
      loadable={loadable}
      retry={retry}
      width="wide"
      offline={<Trans>Connect to the internet to see the ticket holders.</Trans>}
      away={loadable.kind === 'failed' && loadable.problem.code === 'template.missing' ? <Unknown /> : undefined}
      head={({ title, guests }) => ({
        title: t`Ticket holders of ${title}`,
        subtitle: <People guests={guests} />,
        actions: (
          <Button
            className={styles['unprinted'] ?? ''}
            leftSection={<IconPrinter size={20} aria-hidden="true" />}
            onClick={() => window.print()}
          >
            <Trans>Print</Trans>
          </Button>
        ),
      })}
    >
      {({ guests }) => <GuestTable guests={guests} />}
    </RecordScreen>
  )
}

type GuestsProps = Pick<EventGuests, 'guests'>

function People({ guests }: GuestsProps) {
  const { number } = useFormats()
  const people = guests.reduce((sum, { quantity }) => sum + quantity, 0)
  const entered = number(guests.reduce((sum, { used }) => sum + used, 0))
  return (
    <>
      <Plural value={people} one="# person" other="# people" /> · <Trans>{entered} entered</Trans>
    </>
  )
}

function GuestTable({ guests }: GuestsProps) {
  const { t } = useLingui()
  const { number } = useFormats()
  type Guest = EventGuests['guests'][number]
  if (guests.length === 0) return <EmptyState title={<Trans>No tickets yet.</Trans>} />
  const columns: readonly Column<Guest & { readonly key: string }>[] = [
    { head: t`Name`, cell: ({ name }) => <span className="r-breaks">{name}</span> },
    { head: t`Zone`, card: 'named', cell: ({ zone }) => zone },
    { head: t`People`, figures: true, card: 'named', cell: ({ quantity }) => number(quantity) },
    { head: t`Entered`, figures: true, card: 'named', cell: ({ used }) => number(used) },
  ]
  const items = guests.map((guest, at) => ({ ...guest, key: String(at) }))
  return <ListTable label={t`Ticket holders`} columns={columns} items={items} keyOf={({ key }) => key} />
}

function SalesLink({ form }: PartProps) {
  return (
    <LinkButton
      to="/eventos/$formulario/{-$parte}"
      params={{ formulario: form, parte: undefined }}
      variant="subtle"
      leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
    >
      <Trans>Sales of the event</Trans>
    </LinkButton>
  )
}

function TicketCheckLink({ form, variant = 'subtle' }: PartProps & { readonly variant?: 'filled' | 'subtle' }) {
  return (
    <LinkButton
      to="/entradas/$formulario"
      params={{ formulario: form }}
      variant={variant}
      leftSection={<IconTicket size={20} aria-hidden="true" />}
    >
      <Trans>Ticket check</Trans>
    </LinkButton>
  )
}
