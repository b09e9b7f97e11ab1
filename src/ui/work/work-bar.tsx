import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconArrowBackUp, IconChevronDown, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './work-bar.module.css'

/** At the foot of a long form, always within the thumb's reach: what was just taken away, what keeps it from being saved, and on its line what can be done. */
export function WorkBar({ above, children }: { readonly above?: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles['bar']}>
      {above}
      <div className={styles['line']}>{children}</div>
    </div>
  )
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

/** What was just taken away, and the way back. It stays until the next change: nobody has to beat a clock. */
export function UndoBar({ what, verb, onUndo, onClose }: UndoBarProps) {
  return (
    <div role="status">
      {what !== null && (
        <div className={styles['undo']}>
          <span className={styles['grows']}>{what}</span>
          <button type="button" className={styles['button']} onClick={onUndo}>
            <IconArrowBackUp size={20} aria-hidden="true" />
            {verb}
          </button>
          <CloseMessage onClose={onClose} />
        </div>
      )}
    </div>
  )
}

/** One thing to mend. */
export type Mend = {
  readonly key: string
  readonly text: string
  /** where it is, when the text does not say it */
  readonly place?: string
  /** brings it onto the screen and gives it the focus */
  readonly go: () => void
}

/** Shown at once; the rest are counted. After the first few are mended the list moves up. */
const SHOWN = 8

type MendListProps = {
  readonly title: ReactNode
  readonly mends: readonly Mend[]
  /** work went on since the list appeared */
  readonly worked: boolean
  readonly onClose: () => void
}

/**
 * What keeps the work from being saved, in the order of the screen, each a jump to its place. Takes the focus when it appears, and is a line as soon as work goes
 * on: unfolded again when somebody asks for it.
 */
export function MendList({ title, mends, worked, onClose }: MendListProps) {
  const head = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(true)
  const [wasWorked, setWasWorked] = useState(worked)
  if (wasWorked !== worked) {
    setWasWorked(worked)
    if (worked) setOpen(false)
  }
  useEffect(() => head.current?.focus(), [])
  const more = mends.length - SHOWN
  return (
    <div className={styles['problems']} role="alert">
      <div className={styles['head']}>
        <button
          ref={head}
          type="button"
          className={`${styles['grows']} ${styles['fold']}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {title} <IconChevronDown size={20} aria-hidden="true" data-open={open} />
        </button>
        <CloseMessage onClose={onClose} />
      </div>
      {open && (
        <ul>
          {mends.slice(0, SHOWN).map(({ key, text, place = '', go }) => (
            <li key={key}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false)
                  // The list folds first: it would lie over what is shown.
                  requestAnimationFrame(go)
                }}
              >
                {text}
                {place !== '' && <span className={styles['place']}>{place}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {open && more > 0 && (
        <p className={styles['place']}>
          <Trans>and {more} more</Trans>
        </p>
      )}
    </div>
  )
}

function CloseMessage({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className={styles['button']} aria-label={t`Close message`} onClick={onClose}>
      <IconX size={20} aria-hidden="true" />
    </button>
  )
}
