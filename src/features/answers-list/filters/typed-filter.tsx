import { useEffect, useState, type ComponentProps } from 'react'
import { TextInput } from '@mantine/core'

/** Milliseconds between the last keystroke and the request of the list. */
const SETTLED_MS = 300

type TextFilterProps = Pick<
  ComponentProps<typeof TextInput>,
  | 'label'
  | 'aria-label'
  | 'aria-keyshortcuts'
  | 'placeholder'
  | 'leftSection'
  | 'maxLength'
  | 'inputMode'
  | 'autoCapitalize'
> & {
  /** value in the URL */
  readonly value: string
  readonly seek: (typed: string) => void
}

/** A text filter: updates the list after typing pauses, and follows changes of the URL. */
export function TextFilter({ value, seek, ...look }: TextFilterProps) {
  const [typed, setTyped] = useState(value)
  const [of, setOf] = useState(value)
  // The URL was changed elsewhere, for example by the back button or by removing the filter.
  if (of !== value) {
    setOf(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => {
    const requested = typed.trim()
    if (requested === value) return
    const timer = setTimeout(() => seek(requested), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed, value, seek])
  return (
    <TextInput
      type="search"
      autoComplete="off"
      spellCheck={false}
      {...look}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value.trimStart())}
    />
  )
}
