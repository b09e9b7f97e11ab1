import { useEffect, useState, type ComponentProps } from 'react'
import { TextInput } from '@mantine/core'

/** Milliseconds after the last letter: what is typed is asked for once, not at every letter. */
const PAUSE = 300

type TypedFilterProps = Pick<
  ComponentProps<typeof TextInput>,
  | 'label'
  | 'aria-label'
  | 'placeholder'
  | 'leftSection'
  | 'maxLength'
  | 'inputMode'
  | 'autoCapitalize'
  | 'type'
  | 'disabled'
> & {
  /** what the address says */
  readonly value: string
  readonly seek: (typed: string) => void
  /** anything else cannot be typed */
  readonly accepts?: RegExp
}

/** A filter that is typed: the list follows when the typing rests; the field follows an address changed elsewhere. */
export function TypedFilter({ value, seek, accepts, ...look }: TypedFilterProps) {
  const [typed, setTyped] = useState(value)
  const [of, setOf] = useState(value)
  // Back, or the filter taken away.
  if (of !== value) {
    setOf(value)
    if (typed.trim() !== value) setTyped(value)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === value) return
    const timer = setTimeout(() => seek(wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value, seek])
  return (
    <TextInput
      type="search"
      autoComplete="off"
      spellCheck={false}
      {...look}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value.trimStart()
        if (accepts?.test(next) !== false) setTyped(next)
      }}
    />
  )
}
