import { useState } from 'react'
import { Checkbox, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { browserStorage, useProfile, type Column, type ColumnChoice } from '#ui/index.ts'

/**
 * The columns of a table of which some are shown only if the user has chosen them. The choice is stored per account in
 * this browser.
 * @param optional keys of the columns that are hidden by default
 */
export function useColumnChoice<T>(
  table: string,
  all: readonly Column<T>[],
  optional: readonly string[],
): { readonly columns: readonly Column<T>[]; readonly choice: ColumnChoice } {
  const place = `relevo.columns.${useProfile()?.id ?? ''}.${table}`
  const [chosen, setChosen] = useState(() => (browserStorage.get(place) ?? '').split(','))
  const keyOf = ({ key = '' }: Column<T>): string => key
  const offered = all.filter((column) => optional.includes(keyOf(column)))
  const columns = all.filter((column) => !offered.includes(column) || chosen.includes(keyOf(column)))
  const shown = all.filter(({ key = '', card }) => !optional.includes(key) && card !== 'actions')
  return {
    columns,
    choice: {
      chosen: offered.filter((column) => columns.includes(column)).map(keyOf),
      choose: (keys) => {
        setChosen([...keys])
        browserStorage.set(place, keys.join())
      },
      after: shown.at(-1)?.key ?? '',
      picker: (keys, toggle) => (
        <Stack gap={0}>
          {offered.map(({ key = '', head }) => (
            <Checkbox
              key={key}
              classNames={{ body: 'r-middle', label: 'r-tall' }}
              label={head}
              checked={keys.includes(key)}
              onChange={() => toggle({ key, head })}
            />
          ))}
        </Stack>
      ),
    },
  }
}
