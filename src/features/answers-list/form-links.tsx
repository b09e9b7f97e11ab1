import { useState } from 'react'
import { IconReceipt, IconTicket, IconChartBar, IconList, IconMap2 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { useParams, useSearch } from '@tanstack/react-router'
import type { FormTemplate } from '#domain/templates/index.ts'
import { LinkButton, useCan } from '#ui/index.ts'
import { findPeriod, resolveDays, type ListFilters } from './filters/list-filters.ts'
import { LIST_ROUTE } from './list-address.ts'

/** Links for the form's event: sales for users who may read payments, ticket control for users who may operate it. */
export function EventLinks({ template }: { readonly template: FormTemplate | null | undefined }) {
  const can = useCan()
  if (template?.ticketSale?.productType !== 'event') return null
  return (
    <>
      {can('read', { kind: 'pago', template }) && (
        <LinkButton
          to="/eventos/$formulario/{-$parte}"
          params={{ formulario: template.id, parte: undefined }}
          variant="default"
          leftSection={<IconReceipt size={20} aria-hidden="true" />}
        >
          <Trans>Sales</Trans>
        </LinkButton>
      )}
      {can('door', { kind: 'pago', template }) && (
        <LinkButton
          to="/entradas/$formulario"
          params={{ formulario: template.id }}
          variant="default"
          leftSection={<IconTicket size={20} aria-hidden="true" />}
        >
          <Trans>Ticket check</Trans>
        </LinkButton>
      )}
    </>
  )
}

type StatisticsLinkProps = { readonly template: FormTemplate | null | undefined; readonly search: ListFilters }

/**
 * Link to statistics, for users who may see them. Keeps the list's filters except `valores`, which statistics do not
 * have, and `huso`, because days of statistics are those of the municipality.
 */
export function StatisticsLink({ template, search }: StatisticsLinkProps) {
  const can = useCan()
  const [now] = useState(Date.now)
  if (!template || !can('read', { kind: 'estadistica_formulario', document: template })) return null
  const { codigo, autor, dni, estado, por, espera, pago, area, opciones } = search
  const { dia, valores = '' } = search
  // The periods of statistics differ from the list's, so a relative period is converted to fixed days.
  const { desde, hasta } = findPeriod(search) === undefined ? search : resolveDays(search, now)
  return (
    <LinkButton
      to="/estadisticas/$id"
      params={{ id: template.id }}
      search={{ codigo, autor, dni, estado, dia, desde, hasta, por, espera, pago, area, opciones } as never}
      variant="default"
      leftSection={<IconChartBar size={20} aria-hidden="true" />}
    >
      {valores === '' ? <Trans>Statistics</Trans> : <Trans>Statistics (some filters do not apply)</Trans>}
    </LinkButton>
  )
}

/** Switches between table and map. Page and filters stay in the URL, so that both are restored. */
export function MapLink({ isMapShown }: { readonly isMapShown: boolean }) {
  const { id } = useParams({ from: LIST_ROUTE })
  const { vista: _, ...search } = useSearch({ from: LIST_ROUTE })
  return (
    <LinkButton
      to={LIST_ROUTE}
      params={{ id, respuesta: undefined }}
      search={isMapShown ? search : { ...search, vista: 'mapa' }}
      variant="default"
      leftSection={isMapShown ? <IconList size={20} aria-hidden="true" /> : <IconMap2 size={20} aria-hidden="true" />}
    >
      {isMapShown ? <Trans>List</Trans> : <Trans>Map</Trans>}
    </LinkButton>
  )
}
