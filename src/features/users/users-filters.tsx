import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { SearchField } from '#ui/index.ts'
import type { UsersAddress } from './users-address.ts'
import styles from './users.module.css'

type UsersFiltersProps = {
  readonly filter: UsersAddress
  readonly change: (change: UsersAddress) => void
}

export function UsersFilters({ filter, change }: UsersFiltersProps) {
  const { t } = useLingui()
  return (
    <search className={styles['filters']}>
      <SearchField
        label={t`Name, username or e-mail`}
        sought={filter.buscar ?? ''}
        onSeek={(buscar) => change({ buscar })}
      />
      <NativeSelect
        label={t`Order`}
        value={filter.orden ?? 'email'}
        onChange={({ currentTarget }) => change({ orden: currentTarget.value })}
        data={[
          { value: 'email', label: t`By e-mail` },
          { value: 'username', label: t`By username` },
          { value: 'role', label: t`By role` },
          { value: 'updated-', label: t`Last updated first` },
          { value: 'updated', label: t`Longest not updated first` },
        ]}
      />
    </search>
  )
}
