import { useEffect, useState } from 'react'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import styles from './answers-list.module.css'

/** Somebody who types a code is asked about once, not at every letter. Milliseconds. */
const PAUSE = 300

type CodeSearchProps = {
  /** what the address says */
  readonly code: string
  readonly seek: (code: string) => void
}

/** Finds an answer by its code, or by the reference that an inspector wrote down before there was one. */
export function CodeSearch({ code, seek }: CodeSearchProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(code)
  const [of, setOf] = useState(code)
  // The address was changed by something else: back, or the filter taken away.
  if (of !== code) {
    setOf(code)
    if (typed.trim() !== code) setTyped(code)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === code) return
    const timer = setTimeout(() => seek(wanted), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, code, seek])
  return (
    <search className={styles['search']}>
      <TextInput
        type="search"
        label={t`Code or reference`}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        maxLength={64}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </search>
  )
}
