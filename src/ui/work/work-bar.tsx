import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import styles from './work-bar.module.css'

type WorkBarProps = {
  /** part of the bar, on lines of its own: what was just taken away, what failed */
  readonly above?: ReactNode
  /** lies over the page and leaves the bar as high as it is */
  readonly over?: ReactNode
  readonly children: ReactNode
}

/** Within the thumb's reach: what was just taken away, what keeps it from being saved, on its line what can be done. */
export function WorkBar({ above, over, children }: WorkBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const lying = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    // The bar, however high at the moment, hides nothing that takes the focus; nor does a message lie on it.
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      root.setProperty('--r-work-bar', `${element.offsetHeight}px`)
      root.setProperty('--r-work-over', `${lying.current?.offsetHeight ?? 0}px`)
      keepInSight()
    })
    observer.observe(element)
    if (lying.current !== null) observer.observe(lying.current)
    addEventListener('resize', keepInSight)
    return () => {
      removeEventListener('resize', keepInSight)
      observer.disconnect()
      root.removeProperty('--r-work-bar')
      root.removeProperty('--r-work-over')
    }
  }, [])
  return (
    <div ref={bar} className={`r-column ${styles['bar']}`}>
      {over !== undefined && (
        <div ref={lying} className={styles['over']}>
          {over}
        </div>
      )}
      {above}
      <div className={`r-line r-middle ${styles['line']}`}>{children}</div>
    </div>
  )
}

/** A keyboard takes half the screen, and a message lies above the bar: what is typed into stays above both. */
function keepInSight(): void {
  const focused = document.activeElement
  if (focused?.matches('input, textarea') === true) focused.scrollIntoView({ block: 'nearest' })
}

/** What keeps the work from being saved, where no single place is at fault. */
export function WorkFailed({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['problems']} role="alert">
      {children}
    </div>
  )
}

type UndoBarProps = {
  /** what was taken away; null: nothing that can be brought back */
  readonly what: ReactNode
  /** the way back, in a word */
  readonly verb: ReactNode
  readonly onUndo: () => void
  readonly onClose: () => void
}

/** What was just taken away, and the way back. It stays until the next change, without a time limit. */
export function UndoBar({ what, verb, onUndo, onClose }: UndoBarProps) {
  return (
    <div role="status">
      {what !== null && (
        <div className={`r-line r-gap-4 r-middle ${styles['undo']}`}>
          <span className={styles['grows']}>{what}</span>
          <button type="button" className={`r-middle r-fixed r-bold r-target ${styles['button']}`} onClick={onUndo}>
            <IconArrowBackUp size={20} aria-hidden="true" />
            {verb}
          </button>
          <CloseMessage onClose={onClose} />
        </div>
      )}
    </div>
  )
}

export function CloseMessage({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={`r-middle r-fixed r-bold r-target ${styles['button']}`}
      aria-label={t`Close message`}
      onClick={onClose}
    >
      <IconX size={20} aria-hidden="true" />
    </button>
  )
}

/** Does something at once when the page is hidden or left: it may not come back. @returns ends it */
export function whenHidden(act: () => void): () => void {
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') act()
  }
  document.addEventListener('visibilitychange', hidden)
  addEventListener('pagehide', act)
  return () => {
    document.removeEventListener('visibilitychange', hidden)
    removeEventListener('pagehide', act)
  }
}
