import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { CloseMessageButton } from './work-bar.tsx'
import styles from './work-bar.module.css'

/** A problem that the user has to fix. */
type ProblemEntry = {
  readonly key: string
  readonly text: string
  /** location of the problem, if the text does not contain it */
  readonly place?: string
  /** scrolls to the problem and focuses it */
  readonly go: () => void
}

/** Maximum problems shown. Further problems are counted, and shown after the first are fixed. */
const MAX_SHOWN_ITEMS = 8

type FixListProps = {
  readonly title: ReactNode
  readonly mends: readonly ProblemEntry[]
  /** whether the user has changed something since the list was shown */
  readonly worked: boolean
  readonly onClose: () => void
}

/**
 * The problems that prevent saving, each with a link to its location. Takes the focus, and collapses on the next
 * change.
 */
export function ProblemList({ title, mends, worked, onClose }: FixListProps) {
  const head = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(true)
  const [wasUsed, setWasUsed] = useState(worked)
  if (wasUsed !== worked) {
    setWasUsed(worked)
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
        <CloseMessageButton onClose={onClose} />
      </div>
      {open && <ProblemItems mends={mends} max={MAX_SHOWN_ITEMS} onGo={() => setOpen(false)} />}
    </div>
  )
}

type FixItemsProps = {
  readonly mends: readonly ProblemEntry[]
  /** maximum number of problems shown; others are counted */
  readonly max: number
  /** called before scrolling to a problem, to close the list, which would cover it */
  readonly onGo: () => void
}

/** Problems to fix, each with a link to its location. */
export function ProblemItems({ mends, max, onGo }: FixItemsProps) {
  const more = mends.length - max
  return (
    <>
      <ul className={`r-plain ${styles['jumps']}`}>
        {mends.slice(0, max).map(({ key, text, place = '', go }) => (
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
