import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import styles from './work-bar.module.css'

type WorkBarProps = {
  /** content on separate lines inside the bar, for example undo and failures */
  readonly above?: ReactNode
  /** content over the page that does not change the bar's height */
  readonly over?: ReactNode
  readonly children: ReactNode
}

/** The bar at the bottom with undo, problems that prevent saving, and actions. */
export function WorkBar({ above, over, children }: WorkBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const stickyBarRef = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (element === null) return
    // Publishes the heights as CSS variables, so that the bar covers neither focused elements nor messages.
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      root.setProperty('--r-work-bar', `${element.offsetHeight}px`)
      root.setProperty('--r-work-over', `${stickyBarRef.current?.offsetHeight ?? 0}px`)
      keepVisible()
    })
    observer.observe(element)
    if (stickyBarRef.current !== null) observer.observe(stickyBarRef.current)
    addEventListener('resize', keepVisible)
    return () => {
      removeEventListener('resize', keepVisible)
      observer.disconnect()
      root.removeProperty('--r-work-bar')
      root.removeProperty('--r-work-over')
    }
  }, [])
  return (
    <div ref={bar} className={`r-column ${styles['bar']}`}>
      {over !== undefined && (
        <div ref={stickyBarRef} className={styles['over']}>
          {over}
        </div>
      )}
      {above}
      <div className={`r-line r-middle ${styles['line']}`}>{children}</div>
    </div>
  )
}

/** Keeps the focused field above the on-screen keyboard and the messages over the bar. */
function keepVisible(): void {
  const focused = document.activeElement
  if (focused?.matches('input, textarea') === true) focused.scrollIntoView({ block: 'nearest' })
}

/** Shows a failure to save that belongs to no location in the form. */
export function SaveFailure({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles['problems']} role="alert">
      {children}
    </div>
  )
}

type UndoBarProps = {
  /** text about the removed item; null if there is nothing to undo */
  readonly what: ReactNode
  /** label of the undo button */
  readonly verb: ReactNode
  readonly onUndo: () => void
  readonly onClose: () => void
}

/** The last removal with an undo button. Shown without a time limit until `what` is null. */
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
          <CloseMessageButton onClose={onClose} />
        </div>
      )}
    </div>
  )
}

export function CloseMessageButton({ onClose }: { readonly onClose: () => void }) {
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

/**
 * Runs a function when the page is hidden or left, as it may never be shown again.
 * @returns a function that removes the listeners
 */
export function subscribeToPageHidden(act: () => void): () => void {
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
