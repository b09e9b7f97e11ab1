import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  EmptyState,
  LinkButton,
  ListSkeleton,
  ListTable,
  Page,
  StatusBadge,
  TextLink,
  useFormTexts,
  useFormatsIn,
  useListAddress,
} from '#ui/index.ts'
import { useEvents, useMunicipalityChoices, useOrdersPlace, type OrdersUrlParams } from './orders-filters.tsx'

/** Hash in the orders' URL that selects the events. */
export const EVENTS_HASH = 'eventos'

/** /pagos#eventos: a municipality's events on this device whose sales the user may see, latest first. */
export function EventList() {
  const { t } = useLingui()
  const formText = useFormTexts()
  const { search } = useListAddress<OrdersUrlParams>()
  const { municipality, timeZone } = useOrdersPlace(search)
  const formats = useFormatsIn(timeZone)
  const choices = useMunicipalityChoices()
  const navigate = useNavigate()
  const filter = (change: OrdersUrlParams): void =>
    void navigate({ to: '/pagos', search: { ...search, ...change }, hash: EVENTS_HASH, replace: true })
  const events = useEvents(search)
  return (
    <Page
      title={t`Events`}
      subtitle={<Trans>Open an event to see its tickets and income, and who can cancel it.</Trans>}
      back={
        <LinkButton
          to="/pagos"
          search={search}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Payment orders</Trans>
        </LinkButton>
      }
    >
      {choices.length > 1 && (
        <NativeSelect
          label={t`Municipality`}
          maw={320}
          value={municipality}
          onChange={({ currentTarget }) => filter({ municipio: currentTarget.value })}
          data={[...choices]}
        />
      )}
      {events === undefined && <ListSkeleton rows={3} height={48} />}
      {events?.length === 0 && <EmptyState title={t`No events yet.`} />}
      {events !== undefined && events.length > 0 && (
        <ListTable
          label={t`Events`}
          items={events}
          keyOf={({ id }) => id}
          columns={[
            {
              head: t`Event`,
              cell: (form) => (
                <TextLink
                  data-opens
                  to="/eventos/$formulario/{-$parte}"
                  params={{ formulario: form.id, parte: undefined }}
                  state={{ orders: search }}
                >
                  <span className="r-breaks">{formText(form, 'titulo')}</span>
                </TextLink>
              ),
            },
            {
              head: t`Date`,
              card: 'named',
              cell: ({ ticketSale: { eventDate } }) =>
                eventDate === undefined ? '–' : <span className="r-figures">{formats.dateTime(eventDate)}</span>,
            },
            {
              head: t`Place`,
              card: 'named',
              cell: ({ ticketSale: { address = '' } }) => <span className="r-breaks">{address || '–'}</span>,
            },
            {
              head: t`Status`,
              card: 'side',
              cell: ({ ticketSale: { cancelled } }) =>
                cancelled !== undefined && (
                  <StatusBadge tone="attention">
                    <Trans>Cancelled</Trans>
                  </StatusBadge>
                ),
            },
          ]}
        />
      )}
    </Page>
  )
}
