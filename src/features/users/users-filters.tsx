import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { getListaPaises } from '#domain/integrations/index.ts'
import { SearchField, useEndpointData } from '#ui/index.ts'
import type { UsersAddress } from './users-address.ts'
import styles from './users.module.css'

type UsersFiltersProps = {
  readonly filter: UsersAddress
  readonly change: (change: UsersAddress) => void
}

export function UsersFilters({ filter, change }: UsersFiltersProps) {
  const { t } = useLingui()
  const municipalities = useMunicipalities()
  return (
    <search className={`r-grid r-gap-16 ${styles['filters']}`}>
      <SearchField
        label={t`Name, username or e-mail`}
        sought={filter.buscar ?? ''}
        onSeek={(buscar) => change({ buscar })}
      />
      {municipalities.length > 1 && (
        <NativeSelect
          label={t`Municipality`}
          value={filter.municipio ?? ''}
          onChange={({ currentTarget }) => change({ municipio: currentTarget.value })}
          data={[{ value: '', label: t({ message: 'All', context: 'municipalities' }) }, ...municipalities]}
        />
      )}
      <NativeSelect
        label={t`Order`}
        value={filter.orden ?? 'email'}
        onChange={({ currentTarget }) => change({ orden: currentTarget.value })}
        data={[
          { value: 'email', label: t`By e-mail` },
          { value: 'username', label: t`By username` },
          { value: 'role', label: t`By role` },
          { value: 'updated-', label: t`Recently updated first` },
          { value: 'updated', label: t`Least recently updated first` },
        ]}
      />
    </search>
  )
}

/** The municipalities managed by this account, sorted by name; empty while loading. */
function useMunicipalities() {
  const [asked] = useEndpointData(getListaPaises, { body: null })
  if (asked.kind !== 'here') return []
  return asked.value
    .flatMap(({ provincias }) => provincias.flatMap(({ municipios }) => municipios))
    .map(({ ref, nombre }) => ({ value: ref, label: nombre }))
    .sort((one, other) => one.label.localeCompare(other.label))
}
