import { IconArrowLeft, IconPrinter, IconTicket, IconUsers } from '@tabler/icons-react'
import { useLocation, useParams } from '@tanstack/react-router'
import { Button, Stack } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoment, templateIdSchema, type TemplateId } from '#domain/kernel/index.ts'
import { readEventGuests, readEventSales, type EventGuests } from '#domain/tickets/index.ts'
import { loadTemplate } from '#local/index.ts'
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
  useAccount,
  useFormTexts,
  useProblemText,
  type Column,
} from '#ui/index.ts'
import { EventChangeRights, EventChanges } from './event-changes.tsx'
import { EventProgress } from './event-progress.tsx'
import { DailySales, ZoneSales } from './event-sales.tsx'
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
    <Page title={t`Sales of the event`} width="full">
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

/** @returns a function that translates the title of an event if its form is on this device */
function useEventTitle(id: TemplateId): (title: string) => string {
  const { local } = useAccount()
  const formText = useFormTexts()
  const form = useLiveQuery(() => loadTemplate(local, id), [local, id])
  return (title) => (form?.titulo === title ? formText(form, 'titulo') : title)
}

function Sales({ form }: PartProps) {
  const { t } = useLingui()
  const can = useCan()
  const [loadable, retry] = useEndpointData(readEventSales, { form })
  const orders = useLocation({ select: ({ state }) => state.orders })
  const titleOf = useEventTitle(form)
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
      width="full"
      offline={<Trans>Connect to the internet to see the sales.</Trans>}
      away={loadable.kind === 'failed' && loadable.problem.code === 'template.missing' ? <Unknown /> : undefined}
      head={(sales) => {
        const { eventDate, address, timeZone } = sales
        const title = titleOf(sales.title)
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
            <ZoneSales sales={sales} />
          </PageSection>
          <PageSection title={t`Money by day and zone`}>
            <DailySales sales={sales} />
          </PageSection>
        </Stack>
      )}
    </RecordScreen>
  )
}

/** The owners of valid tickets by name. Printed without navigation. */
function Guests({ form }: PartProps) {
  const { t } = useLingui()
  const can = useCan()
  const [loadable, retry] = useEndpointData(readEventGuests, { form })
  const titleOf = useEventTitle(form)
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
      width="full"
      offline={<Trans>Connect to the internet to see the ticket holders.</Trans>}
      away={loadable.kind === 'failed' && loadable.problem.code === 'template.missing' ? <Unknown /> : undefined}
      head={({ title, guests, unlisted }) => ({
        title: t`Ticket holders`,
        subtitle: (
          <>
            <p>{titleOf(title)}</p>
            <p>
              <People guests={guests} unlisted={unlisted} />
            </p>
          </>
        ),
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

/** The number of listed people, and the sold tickets that are not listed. */
function People({ guests, unlisted: { blocked, refunded } }: Pick<EventGuests, 'guests' | 'unlisted'>) {
  const { number } = useFormats()
  const people = guests.reduce((sum, { quantity }) => sum + quantity, 0)
  const entered = number(guests.reduce((sum, { used }) => sum + used, 0))
  return (
    <>
      <Plural value={people} one="# person" other="# people" /> · <Trans>{entered} entered</Trans>
      {blocked > 0 && (
        <>
          {' · '}
          <Plural value={blocked} one="Not listed: # blocked ticket" other="Not listed: # blocked tickets" />
        </>
      )}
      {refunded > 0 && (
        <>
          {' · '}
          <Plural value={refunded} one="Not listed: # refunded ticket" other="Not listed: # refunded tickets" />
        </>
      )}
    </>
  )
}

function GuestTable({ guests }: Pick<EventGuests, 'guests'>) {
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
