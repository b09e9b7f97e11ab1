import { NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { groupByKey, type AreaChoice, type PlaceChoice, type FormsFilter } from './find-forms.ts'
import styles from './forms-list.module.css'

type FormsFiltersProps = {
  readonly filter: FormsFilter
  /** the account's municipalities; the filter is shown if there are several (part 1, point 2) */
  readonly municipalities: readonly PlaceChoice[]
  readonly areas: readonly AreaChoice[]
  readonly change: (change: Partial<FormsFilter>) => void
}

export function FormsFilters({ filter, municipalities, areas, change }: FormsFiltersProps) {
  const { t } = useLingui()
  const several = municipalities.length > 1
  const all = { value: '', label: t`All` }
  const allMunicipalities = { value: '', label: t({ message: 'All', context: 'municipalities' }) }
  return (
    <search className={`r-grid r-gap-16 ${styles['filters']}`} data-several={several}>
      <TextInput
        type="search"
        label={t`Form name`}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        value={filter.name}
        onChange={(event) => change({ name: event.currentTarget.value.trimStart() })}
      />
      {several && (
        <NativeSelect
          label={t`Municipality`}
          value={filter.municipality}
          // Resets the area, which belongs to the previous municipality.
          onChange={(event) => change({ municipality: event.currentTarget.value, area: '' })}
          data={[allMunicipalities, ...municipalities.map(toSelectOption)]}
        />
      )}
      <NativeSelect
        label={t`Governmental area`}
        value={filter.area}
        onChange={(event) => change({ area: event.currentTarget.value })}
        data={[
          all,
          ...(several && filter.municipality === '' ? groupAreas(areas, municipalities) : areas.map(toSelectOption)),
        ]}
      />
    </search>
  )
}

function toSelectOption({ path, name }: PlaceChoice): { readonly value: string; readonly label: string } {
  return { value: path, label: name }
}

/** Groups areas by municipality, as areas of different cities often have the same name. */
function groupAreas(areas: readonly AreaChoice[], municipalities: readonly PlaceChoice[]) {
  return groupByKey(areas, ({ municipality }) => municipality).map(([municipality, items]) => ({
    group: municipalities.find(({ path }) => path === municipality)?.name ?? '',
    items: items.map(toSelectOption),
  }))
}
