import type { ReactNode } from 'react'
import { Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import styles from './page.module.css'

export type PageProps = {
  readonly title: string
  /** language of the title, if it differs from the reader's */
  readonly titleTag?: string | undefined
  /** line below the title */
  readonly subtitle?: ReactNode
  /** back link above the title */
  readonly back?: ReactNode
  /** buttons on the title's line */
  readonly actions?: ReactNode
  readonly children: ReactNode
  /** `narrow` for reading and single forms, `full` for two columns */
  readonly width?: 'full' | 'wide' | 'narrow' | undefined
  /** additional class (`buildTightPageClass`) */
  readonly tight?: string | undefined
}

/** The frame of a screen: one h1, which also sets the browser tab's title. */
export function Page({ title, titleTag, subtitle, back, actions, children, width = 'wide', tight = '' }: PageProps) {
  useDocumentTitle(`${title} · Relevo`)
  return (
    <div className={`${tight} r-column r-wide ${styles['page']}`} data-width={width}>
      {back !== undefined && <div className={styles['back']}>{back}</div>}
      <header className="r-row r-gap-16 r-low r-between">
        <div className={`r-yields ${styles['titles']}`}>
          <Title order={1} lang={titleTag}>
            {title}
          </Title>
          {subtitle !== undefined && <div className={`r-soft ${styles['subtitle']}`}>{subtitle}</div>}
        </div>
        {actions !== undefined && <div className="r-row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function PageSection({
  title,
  aside,
  flat = false,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  /** whether to omit the card: in dialogs, in print, and around other cards */
  readonly flat?: boolean
  readonly children: ReactNode
}) {
  return (
    <section className={flat ? 'r-column r-gap-12' : 'r-column r-gap-12 r-card r-pad-16'} aria-label={title}>
      <div className={`r-row r-gap-x-16 r-between ${styles['section-head']}`}>
        <Title order={2}>{title}</Title>
        {aside}
      </div>
      {children}
    </section>
  )
}
