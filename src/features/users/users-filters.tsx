import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { InputOf } from '#domain/endpoints/index.ts'
import { getListaPaises } from '#domain/integrations/index.ts'
import { areaPathSchema, municipalityPathSchema, getVisibleText } from '#domain/kernel/index.ts'
import {
  type listUsers,
  roleSchema,
  ROLES,
  USER_SORT_ORDERS,
  USER_STATES,
  type UserSortOrder,
} from '#domain/users/index.ts'
import { FilterBar, SearchField, useEndpointData, useRoleNames, type CursorSearch } from '#ui/index.ts'

type UsersFiltersProps = {
  readonly filter: UsersUrlParams
  readonly change: (change: UsersUrlParams) => void
}

export function UsersFilters({ filter, change }: UsersFiltersProps) {
  const { t } = useLingui()
  const roles = useRoleNames()
  const municipalities = useMunicipalities()
  const shown = municipalities.filter(({ ref }) => municipalities.length === 1 || ref === filter.municipio)
  const areas = shown.flatMap((municipality) => municipality.areas.map(toChoice)).toSorted(compareByLabel)
  return (
    <FilterBar
      search={
        <SearchField
          label={t`Name, username or e-mail`}
          query={filter.buscar ?? ''}
          onSeek={(buscar) => change({ buscar })}
        />
      }
      count={Object.keys(toUsersFilter({ ...filter, buscar: '' })).length}
    >
      {municipalities.length > 1 && (
        <NativeSelect
          label={t`Municipality`}
          value={filter.municipio ?? ''}
          onChange={({ currentTarget }) => change({ municipio: currentTarget.value, area: '' })}
          data={[
            { value: '', label: t({ message: 'All', context: 'municipalities' }) },
            ...municipalities.map(toChoice),
          ]}
        />
      )}
      {areas.length > 1 && (
        <NativeSelect
          label={t`Area`}
          value={filter.area ?? ''}
          onChange={({ currentTarget }) => change({ area: currentTarget.value })}
          data={[{ value: '', label: t({ message: 'All', context: 'areas' }) }, ...areas]}
        />
      )}
      <NativeSelect
        label={t`Role`}
        value={filter.rol ?? ''}
        onChange={({ currentTarget }) => change({ rol: currentTarget.value })}
        data={[
          { value: '', label: t({ message: 'All', context: 'roles' }) },
          ...ROLES.map((role) => ({ value: role, label: roles[role] })),
        ]}
      />
      <NativeSelect
        label={t`Status`}
        value={filter.estado ?? ''}
        onChange={({ currentTarget }) => change({ estado: currentTarget.value })}
        data={[
          { value: '', label: t({ message: 'All', context: 'users' }) },
          { value: 'active', label: t`Active` },
          { value: 'deactivated', label: t`Deactivated` },
        ]}
      />
      <NativeSelect
        label={t`Sort by`}
        // The select also shows the descending orders that the table's heads set.
        value={filter.orden === 'updated-' ? filter.orden : toUsersQuery(filter).order}
        onChange={({ currentTarget }) => change({ orden: currentTarget.value })}
        data={[
          { value: 'email', label: t`E-mail` },
          { value: 'username', label: t`Username` },
          { value: 'role', label: t`Role` },
          { value: 'updated-', label: t`Most recently changed first` },
          { value: 'updated', label: t`Least recently changed first` },
        ]}
      />
    </FilterBar>
  )
}

/** The municipalities that this account manages, sorted by name; empty while loading. */
function useMunicipalities() {
  const [loadable] = useEndpointData(getListaPaises, { body: null })
  if (loadable.kind !== 'here') return []
  return loadable.value
    .flatMap(({ provincias }) => provincias.flatMap(({ municipios }) => municipios))
    .toSorted((a, b) => a.nombre.localeCompare(b.nombre))
}

function toChoice({ ref, nombre }: { readonly ref: string; readonly nombre: string }) {
  return { value: ref, label: nombre }
}

function compareByLabel(a: { readonly label: string }, b: { readonly label: string }): number {
  return a.label.localeCompare(b.label)
}

/**
 * URL parameters of the users grid. `orden`: sort order, descending with a trailing minus. `municipio`, `area`: paths.
 * `rol`: a role code. `estado`: `active` or `deactivated`.
 */
export type UsersUrlParams = CursorSearch & {
  readonly buscar?: string
  readonly orden?: string
  readonly municipio?: string
  readonly area?: string
  readonly rol?: string
  readonly estado?: string
}

/** Filters of the list and its export, without invalid values. */
export function toUsersFilter({ buscar = '', municipio, ...address }: UsersUrlParams) {
  const municipality = municipalityPathSchema.safeParse(municipio).data
  const area = areaPathSchema.safeParse(address.area).data
  const role = roleSchema.safeParse(address.rol).data
  const state = USER_STATES.find((item) => item === address.estado)
  return {
    ...(getVisibleText(buscar) === '' ? {} : { search: buscar }),
    ...(municipality === undefined ? {} : { municipality }),
    ...(area === undefined ? {} : { area }),
    ...(role === undefined ? {} : { role }),
    ...(state === undefined ? {} : { state }),
  }
}

/** Query parameters for the server. Unknown sort orders use the default. */
export function toUsersQuery({ orden = '', despues, antes, ...sought }: UsersUrlParams): InputOf<typeof listUsers> {
  const order = USER_SORT_ORDERS.find((item) => item === orden.replace(/-$/, '')) ?? ('email' satisfies UserSortOrder)
  return {
    order,
    ...toUsersFilter(sought),
    ...(orden.endsWith('-') ? { descending: '1' } : {}),
    after: despues,
    before: antes,
  }
}
