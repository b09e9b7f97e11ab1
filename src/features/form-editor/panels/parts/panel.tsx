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

/** One subject of the form. */
export function Panel({ title, note, id, children }: PanelFrameProps) {
  return (
    <section className={styles['panel']} aria-label={title} id={id} tabIndex={id === undefined ? undefined : -1}>
      <div className={styles['head']}>
        <Title order={2}>{title}</Title>
        {note !== undefined && <p className={styles['note']}>{note}</p>}
      </div>
      {children}
    </section>
  )
}

export type FoldProps = PanelFrameProps & {
  /** stands beside the title while it is closed, too */
  readonly aside?: ReactNode
  /** what is wrong inside; it opens by itself when there is something, and says it */
  readonly error?: string | undefined
}

/** A subject that most forms leave as it is: closed until somebody wants it. What is inside does not exist before. */
export function Fold({ title, note, id, aside, error, children }: FoldProps) {
  const [open, setOpen] = useState(false)
  const name = useId()
  const wrong = error !== undefined
  useEffect(() => {
    if (wrong) setOpen(true)
  }, [wrong])
  return (
    <section className={styles['panel']} aria-labelledby={name}>
      <details className={styles['fold']} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary id={id}>
          <IconChevronRight size={22} aria-hidden="true" />
          <Title order={2} id={name}>
            {title}
          </Title>
          {aside}
        </summary>
        {open && (
          <div className={styles['fold-inside']}>
            {note !== undefined && <p className={styles['note']}>{note}</p>}
            {wrong && <p className={styles['problem']}>{error}</p>}
            {children}
          </div>
        )}
      </details>
    </section>
  )
}
