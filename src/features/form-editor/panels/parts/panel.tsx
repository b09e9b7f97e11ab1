import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import { Stack, Title } from '@mantine/core'
import { matchesSearch } from '#domain/search/index.ts'
import styles from './parts.module.css'

/** Text by which the settings are filtered. An empty text shows all settings. */
export const SettingsSearchContext = createContext('')

export type PanelFrameProps = {
  readonly title: string
  /** purpose, in one sentence */
  readonly note?: ReactNode
  /** target of jumps from the problem summary */
  readonly id?: string
  readonly children: ReactNode
}

/** A group of settings, below the option that enables it. */
export function Panel({ title, note, id, children }: PanelFrameProps) {
  return (
    <section className="r-yields" aria-label={title} id={id} tabIndex={id === undefined ? undefined : -1}>
      <Stack gap="sm">
        <Stack gap={4}>
          <Title order={3}>{title}</Title>
          {note !== undefined && <p className="r-measure r-soft r-note">{note}</p>}
        </Stack>
        {children}
      </Stack>
    </section>
  )
}

export type FoldedPanelProps = PanelFrameProps & {
  /** one-line summary of the content, next to the title */
  readonly line?: string
  /** error message about the whole group */
  readonly error?: string | undefined
  /** opens the group, as a field inside has an error */
  readonly wrong?: boolean
  /** renders the content even while closed, so that jumps find its fields */
  readonly kept?: boolean
  /** texts by which the search finds the group, besides its title */
  readonly words?: readonly string[]
}

/** A collapsed group of settings with a one-line summary. During a search, open if it matches, otherwise hidden. */
export function FoldedPanel({
  title,
  note,
  id,
  line,
  error,
  wrong = false,
  kept = false,
  words = [],
  children,
}: FoldedPanelProps) {
  const [open, setOpen] = useState(false)
  const query = useContext(SettingsSearchContext)
  const isFound = [title, ...words].some((text) => matchesSearch(text, query))
  const name = useId()
  const opens = wrong || error !== undefined
  useEffect(() => {
    if (opens) setOpen(true)
  }, [opens])
  return (
    <section className="r-pad-16 r-card r-yields r-raised" aria-labelledby={name} hidden={!isFound}>
      <details
        className={styles['fold']}
        open={open || query !== ''}
        data-kept={kept}
        onToggle={({ currentTarget }) => query === '' && setOpen(currentTarget.open)}
      >
        {/* Already focusable, but jumps to the id require the attribute. */}
        <summary id={id} tabIndex={0}>
          <IconChevronRight size={22} aria-hidden="true" />
          <span className="r-column r-gap-0 r-yields r-breaks">
            <Title order={2} id={name}>
              {title}
            </Title>
            {line !== undefined && <span className={`r-measure r-soft r-note ${styles['note']}`}>{line}</span>}
          </span>
        </summary>
        {(open || kept || query !== '') && (
          <Stack gap="md" className={styles['fold-inside'] ?? ''}>
            {note !== undefined && <p className="r-measure r-soft r-note">{note}</p>}
            {error !== undefined && <p className="r-problem">{error}</p>}
            {children}
          </Stack>
        )}
      </details>
    </section>
  )
}
