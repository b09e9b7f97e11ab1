import { IconChartBar } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { LinkButton, useCan } from '#ui/index.ts'
import type { ListFilters } from './filters/list-filters.ts'

type StatisticsLinkProps = { readonly template: FormTemplate | null | undefined; readonly search: ListFilters }

/** Link to statistics with the list's filters, for users who may see them. */
export function StatisticsLink({ template, search }: StatisticsLinkProps) {
  const can = useCan()
  if (!template || !can('read', { kind: 'estadistica_formulario', document: template })) return null
  const { codigo, autor, dni, estado, dia, desde, hasta, por, espera, pago, area, opciones } = search
  return (
    <LinkButton
      to="/estadisticas/$id"
      params={{ id: template.id }}
      search={{ codigo, autor, dni, estado, dia, desde, hasta, por, espera, pago, area, opciones } as never}
      variant="default"
      leftSection={<IconChartBar size={20} aria-hidden="true" />}
    >
      <Trans>Statistics</Trans>
    </LinkButton>
  )
}
