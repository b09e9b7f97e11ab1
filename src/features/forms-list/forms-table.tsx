import { Table } from '@mantine/core'
import { IconList, IconPencil } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { firstAreaOf, type FormTemplate } from '#domain/documents/index.ts'
import { LinkButton, useCan } from '#ui/index.ts'
import '@mantine/core/styles/Table.layer.css'
import type { Titled } from './find-forms.ts'
import styles from './forms-list.module.css'

type FormsTableProps = {
  readonly forms: readonly Titled[]
  readonly names: ReadonlyMap<string, string>
}

/** A table that folds into cards on narrow screens: the same markup, so that screen readers keep rows and headings. */
export function FormsTable({ forms, names }: FormsTableProps) {
  const { t } = useLingui()
  return (
    <Table className={styles['table'] ?? ''} aria-label={t`Forms`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <Trans>Form name</Trans>
          </Table.Th>
          <Table.Th scope="col">
            <Trans>Governmental area</Trans>
          </Table.Th>
          <Table.Th scope="col">
            <Trans>Actions</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {forms.map(({ template, title }) => (
          <Table.Tr key={template.id}>
            <Table.Th scope="row" className={styles['title'] ?? ''}>
              {title}
            </Table.Th>
            <Table.Td className={styles['area'] ?? ''}>{names.get(firstAreaOf(template)) ?? template.areaInfo.nombre}</Table.Td>
            <Table.Td>
              <FormActions template={template} title={title} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function FormActions({ template, title }: { readonly template: FormTemplate; readonly title: string }) {
  const { t } = useLingui()
  const can = useCan()
  return (
    <div className={styles['actions']}>
      {can('create', { kind: 'respuesta', template }) && (
        <LinkButton
          to="/contestar/$id"
          params={{ id: template.id }}
          leftSection={<IconPencil size={20} aria-hidden="true" />}
          aria-label={t`Answer ${title}`}
        >
          <Trans>Answer</Trans>
        </LinkButton>
      )}
      {can('read', 'respuesta') && (
        <LinkButton
          to="/respuestas/listado/$id"
          params={{ id: template.id }}
          variant="default"
          leftSection={<IconList size={20} aria-hidden="true" />}
          aria-label={t`See answers of ${title}`}
        >
          <Trans>See answers</Trans>
        </LinkButton>
      )}
    </div>
  )
}
