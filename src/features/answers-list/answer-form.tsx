import { IconPencil } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { LinkButton, useCan } from '#ui/index.ts'

/** Link to a new answer, for users who may create one. */
export function NewAnswerLink({ template }: { readonly template: FormTemplate | null | undefined }) {
  const can = useCan()
  if (template === null || template === undefined || !can('create', 'respuesta')) return null
  if (!can('create', { kind: 'respuesta', template })) return null
  return (
    <LinkButton
      to="/contestar/$id"
      params={{ id: template.id }}
      leftSection={<IconPencil size={20} aria-hidden="true" />}
    >
      <Trans>New answer</Trans>
    </LinkButton>
  )
}
