import { NativeSelect, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { AUDIT_ACTIONS, type AuditAction } from '#domain/audit/index.ts'
import { DayField } from '#ui/index.ts'
import { useActNames } from './use-act-names.ts'
import styles from './audit.module.css'

/** As the address has them. */
export type AuditFilter = {
  readonly usuario?: string
  readonly acto?: string
  /** `2026-11-20` */
  readonly desde?: string
  readonly hasta?: string
  /** only entries before this number */
  readonly antes?: string
}

type AuditFiltersProps = {
  readonly filter: AuditFilter
  readonly change: (change: AuditFilter) => void
}

export function AuditFilters({ filter, change }: AuditFiltersProps) {
  const { t } = useLingui()
  const names = useActNames()
  const optionOf = (action: AuditAction) => ({ value: action, label: names[action] })
  const acts = AUDIT_ACTIONS.map(optionOf).sort((a, b) => a.label.localeCompare(b.label))
  return (
    <search className={`r-grid r-gap-12 ${styles['filters']}`}>
      <TextInput
        type="search"
        label={t`Username`}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        value={filter.usuario ?? ''}
        onChange={(event) => change({ usuario: event.currentTarget.value.trim() })}
      />
      <NativeSelect
        label={t`Act`}
        value={filter.acto ?? ''}
        onChange={(event) => change({ acto: event.currentTarget.value })}
        data={[{ value: '', label: t`All acts` }, ...acts]}
      />
      <DayField label={t`From`} value={filter.desde ?? ''} onChange={(desde) => change({ desde })} />
      <DayField label={t`Until`} value={filter.hasta ?? ''} onChange={(hasta) => change({ hasta })} />
    </search>
  )
}
