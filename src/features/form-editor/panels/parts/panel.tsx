import { type ReactNode, useEffect, useId, useState } from 'react'
import { IconChevronRight } from '@tabler/icons-react'
import { Title } from '@mantine/core'
import styles from './parts.module.css'

export type PanelFrameProps = {
  readonly title: string
  /** what it is for, in one sentence */
  readonly note?: ReactNode
  /** where a jump from the summary of problems lands */
  readonly id?: string
  readonly children: ReactNode
}

/** One subject of the form, under the option that opens it. */
export function Panel({ title, note, id, children }: PanelFrameProps) {
  return (
    <section
      className="r-column r-gap-12 r-yields"
      aria-label={title}
      id={id}
      tabIndex={id === undefined ? undefined : -1}
    >
      <div className="r-column r-gap-4">
        <Title order={3}>{title}</Title>
        {note !== undefined && <p className="r-measure r-soft r-note">{note}</p>}
      </div>
      {children}
    </section>
  )
}

export type FoldProps = PanelFrameProps & {
  /** what is inside, in one line beside the title */
  readonly line?: string
  /** what is wrong with it as a whole */
  readonly error?: string | undefined
  /** something inside is wrong: it opens by itself */
  readonly wrong?: boolean
  /** the inside is there while closed, too, so that a jump finds its fields; without it, what is long is not drawn */
  readonly kept?: boolean
  /** open from the beginning */
  readonly opened?: boolean
}

/** A subject that is closed until the user wants it, with a line that says what is inside. */
export function Fold({
  title,
  note,
  id,
  line,
  error,
  wrong = false,
  kept = false,
  opened = false,
  children,
}: FoldProps) {
  const [open, setOpen] = useState(opened)
  const name = useId()
  const opens = wrong || error !== undefined
  useEffect(() => {
    if (opens) setOpen(true)
  }, [opens])
  return (
    <section className="r-column r-gap-16 r-pad-16 r-card r-yields r-raised" aria-labelledby={name}>
      <details
        className={styles['fold']}
        open={open}
        data-kept={kept}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        {/* Focusable anyway; with the attribute a jump to its id finds it. */}
        <summary id={id} tabIndex={0}>
          <IconChevronRight size={22} aria-hidden="true" />
          <span className="r-column r-gap-0 r-yields r-breaks">
            <Title order={2} id={name}>
              {title}
            </Title>
            {line !== undefined && <span className={`r-measure r-soft r-note ${styles['note']}`}>{line}</span>}
          </span>
        </summary>
        {(open || kept) && (
          <div className={`r-column r-gap-16 ${styles['fold-inside']}`}>
            {note !== undefined && <p className="r-measure r-soft r-note">{note}</p>}
            {error !== undefined && <p className="r-problem">{error}</p>}
            {children}
          </div>
        )}
      </details>
    </section>
  )
}
