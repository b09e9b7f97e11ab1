import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { UsersAddress } from './users-address.ts'
import styles from './users.module.css'

/** Milliseconds after the last key before the server is asked. */
const PAUSE = 250

type UsersFiltersProps = {
  readonly filter: UsersAddress
  readonly change: (change: UsersAddress) => void
}

export function UsersFilters({ filter, change }: UsersFiltersProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(filter.buscar ?? '')
  const ask = useDebouncedCallback((buscar: string) => change({ buscar }), PAUSE)
  return (
    <search className={styles['filters']}>
      <TextInput
        type="search"
        label={t`Name, username or e-mail`}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value.trimStart())
          ask(value.trimStart())
        }}
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
