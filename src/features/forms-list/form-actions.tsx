import { IconList, IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormSummary } from '#domain/templates/index.ts'
import { LinkButton, useCan } from '#ui/index.ts'
import { FormMenu, type Ask } from './form-menu.tsx'
import styles from './forms-list.module.css'

type FormActionsProps = { readonly template: FormSummary; readonly title: string; readonly ask: Ask }

/** What the user may do with a form: the daily two as buttons, the rest in a menu. */
export function FormActions({ template, title, ask }: FormActionsProps) {
  const { t } = useLingui()
  const can = useCan()
  return (
    <div className={`r-row ${styles['actions']}`}>
      {can('create', { kind: 'respuesta', template }) && (
        <LinkButton
          to="/contestar/$id"
          params={{ id: template.id }}
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          aria-label={t`Answer ${title}`}
        >
          <Trans context="verb">Answer</Trans>
        </LinkButton>
      )}
      {can('read', 'respuesta') && (
        <LinkButton
          to="/respuestas/listado/$id/{-$respuesta}"
          params={{ id: template.id }}
          variant="default"
          leftSection={<IconList size={20} aria-hidden="true" />}
          aria-label={t`See answers of ${title}`}
        >
          <Trans>See answers</Trans>
        </LinkButton>
      )}
      <FormMenu template={template} title={title} ask={ask} />
    </div>
  )
}
