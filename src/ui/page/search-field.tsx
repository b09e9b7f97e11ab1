import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** Milliseconds between the last keystroke and the search. */
const PAUSE = 250

type SearchFieldProps = {
  readonly label: string
  /** initial search text */
  readonly query: string
  readonly onSeek: (text: string) => void
}

/** Search field of a list that searches while typing. */
export function SearchField({ label, query, onSeek }: SearchFieldProps) {
  const [typed, setTyped] = useState(query)
  const seek = useDebouncedCallback(onSeek, PAUSE)
  return (
    <TextInput
      type="search"
      label={label}
      leftSection={<IconSearch size={20} aria-hidden="true" />}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        const text = value.trimStart()
        setTyped(text)
        seek(text)
      }}
    />
  )
}
