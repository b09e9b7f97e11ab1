import { IconTicket } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { LinkButton, useCan } from '#ui/index.ts'

/** Link to ticket control for the form's event, for users who may operate it. */
export function DoorPageLink({ template }: { readonly template: FormTemplate | null | undefined }) {
  const can = useCan()
  if (template?.ticketSale?.productType !== 'event' || !can('door', { kind: 'pago', template })) return null
  return (
    <LinkButton
      to="/entradas/$formulario"
      params={{ formulario: template.id }}
      variant="default"
      leftSection={<IconTicket size={20} aria-hidden="true" />}
    >
      <Trans>Door</Trans>
    </LinkButton>
  )
}
