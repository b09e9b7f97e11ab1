import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { CloseMessage } from './work-bar.tsx'
import styles from './work-bar.module.css'

/** A fault to fix. */
type Mend = {
  readonly key: string
  readonly text: string
  /** its location, when the text does not contain it */
  readonly place?: string
  /** scrolls to the fault and focuses it */
  readonly go: () => void
}

/** Faults shown at once; others are counted. After the first few are fixed the list moves up. */
const SHOWN = 8

type MendListProps = {
  readonly title: ReactNode
  readonly mends: readonly Mend[]
  /** work continued since the list appeared */
  readonly worked: boolean
  readonly onClose: () => void
}

/**
 * The faults that prevent saving, each with a jump to its place. Takes the focus, and collapses once work continues.
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
  return (
    <div className={styles['problems']} role="alert">
      <div className="r-line r-gap-4 r-middle">
        <button
          ref={head}
          type="button"
          className={`${styles['grows']} ${styles['fold']}`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {title} <IconChevronDown className="r-chevron" size={20} aria-hidden="true" data-open={open} />
        </button>
        <CloseMessage onClose={onClose} />
      </div>
      {open && <Mends mends={mends} most={SHOWN} onGo={() => setOpen(false)} />}
    </div>
  )
}

type MendsProps = {
  readonly mends: readonly Mend[]
  /** number of faults shown; others are counted */
  readonly most: number
  /** closes the list before jumping, because it would cover the place */
  readonly onGo: () => void
}

/** Faults to fix, each with a jump to its place. */
export function Mends({ mends, most, onGo }: MendsProps) {
  const more = mends.length - most
  return (
    <>
      <ul className="r-plain r-jumps">
        {mends.slice(0, most).map(({ key, text, place = '', go }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => {
                onGo()
                requestAnimationFrame(go)
              }}
            >
              {text}
              {place !== '' && <span className="r-block r-soft r-small">{place}</span>}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="r-block r-soft r-small">
          <Trans>and {more} more</Trans>
        </p>
      )}
    </>
  )
}
