import { NativeSelect } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { municipalityOf, type AreaPath } from '#domain/kernel/index.ts'
import type { AreaEntry } from '#domain/sync/index.ts'
import { groupsOf } from './find-forms.ts'

export type ChooseArea = {
  readonly value: AreaPath | null
  readonly error: string | undefined
  readonly onChange: (area: AreaPath | null) => void
}

/** One of the account's own areas, by municipality where they are several. */
export function OwnArea({ areas, value, error, onChange }: ChooseArea & { readonly areas: readonly AreaEntry[] }) {
  const { t } = useLingui()
  const sorted = areas.toSorted((a, b) => a.nombre.localeCompare(b.nombre))
  const groups = groupsOf(sorted, ({ path }) => municipalityOf(path))
  const items = (entries: readonly AreaEntry[]) =>
    entries.map(({ path, nombre }) => ({ value: path as string, label: nombre }))
  return (
    <NativeSelect
      label={t`Governmental area`}
      required
      data-autofocus
      value={value ?? ''}
      error={error}
      onChange={(event) => onChange(areas.find(({ path }) => path === event.currentTarget.value)?.path ?? null)}
      data={[
        { value: '', label: t`Choose an area` },
        ...(groups.length > 1
          ? groups.map(([, group]) => ({ group: group[0]?.municipio ?? '', items: items(group) }))
          : items(sorted)),
      ]}
    />
  )
}
