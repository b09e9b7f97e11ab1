import { Table } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { firstAreaOf, municipalityOfDocument, type FormTemplate } from '#domain/documents/index.ts'
import { FoldingTable, useCan, useFormats } from '#ui/index.ts'
import type { Choice, Titled } from './find-forms.ts'
import { FormActions } from './form-actions.tsx'
import type { Ask } from './form-menu.tsx'
import { ScopeSwitch } from './scope-switch.tsx'
import styles from './forms-list.module.css'

type FormsTableProps = {
  readonly forms: readonly Titled[]
  /** of the account's areas, by path */
  readonly names: ReadonlyMap<string, string>
  readonly municipalities: readonly Choice[]
  /** whether any form of the whole list is paid for: the column does not come and go from page to page */
  readonly paid: boolean
  /** titles that several forms of the whole list have */
  readonly shared: ReadonlySet<string>
  readonly ask: Ask
}

/** A table that folds into cards on narrow screens: the same markup, so that screen readers keep rows and headings. */
export function FormsTable({ forms, names, municipalities, paid, shared, ask }: FormsTableProps) {
  const { t } = useLingui()
  const scoped = useCan()('publish', 'formulario')
  const placeOf = (template: FormTemplate): string => {
    const area = names.get(firstAreaOf(template)) ?? template.areaInfo.nombre
    if (municipalities.length < 2) return area
    const home = municipalities.find(({ path }) => path === municipalityOfDocument(template))
    return `${area}, ${home?.name ?? template.municipioInfo.nombre}`
  }
  const heads = [t`Form name`, t`Governmental area`, scoped && t`Scope`, paid && t`With payment gateway`, t`Actions`]
  return (
    <FoldingTable
      label={t`Forms`}
      heads={heads.filter((head) => head !== false)}
      cards="own"
      className={styles['table']}
    >
      {forms.map(({ template, title }) => (
        <Table.Tr key={template.id}>
          <Table.Th scope="row" className={styles['title'] ?? ''}>
            {title}
            {shared.has(title) && <CopyNote template={template} />}
          </Table.Th>
          <Table.Td className={styles['area'] ?? ''}>{placeOf(template)}</Table.Td>
          {scoped && (
            <Table.Td className={styles['scope-cell'] ?? ''}>
              <ScopeSwitch template={template} title={title} />
            </Table.Td>
          )}
          {paid && (
            <Table.Td className={styles['payment'] ?? ''}>{template.opcionales.addPaymentGateway && <Paid />}</Table.Td>
          )}
          <Table.Td className={styles['actions-cell'] ?? ''}>
            <FormActions template={template} title={title} ask={ask} />
          </Table.Td>
        </Table.Tr>
      ))}
    </FoldingTable>
  )
}

/** Tells a copy from its original while both have one title. */
function CopyNote({ template: { duplicatedInfo } }: { readonly template: FormTemplate }) {
  const formats = useFormats()
  if (duplicatedInfo === undefined) return null
  const { date, username } = duplicatedInfo
  return (
    <div className={styles['note']}>
      <Trans>
        Copy of {formats.date(date)} by {username}
      </Trans>
    </div>
  )
}

function Paid() {
  return (
    <span className={styles['paid']}>
      <IconCreditCard size={20} aria-hidden="true" />
      <Trans>With payment</Trans>
    </span>
  )
}
