import { useEffect, useState } from 'react'
import { IconCircleCheckFilled, IconCircleXFilled, IconClockPause, IconRepeat, IconTicket } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { DoorKnowledge } from '#domain/tickets/index.ts'
import type { Said } from '#sync/doors/index.ts'
import styles from './door.module.css'
import { toneOf, VerdictFacts, VerdictTitle } from './verdict-words.tsx'

/** A verdict is about the person before the door now: after so long it is no one's, milliseconds. */
const STANDS = 8_000

export type Shown = { readonly said: Said; readonly number: number }

type VerdictProps = {
  readonly shown: Shown | null
  readonly event: DoorKnowledge['event'] | undefined
}

/** What became of the last code: colour, icon and words, all three. */
export function VerdictPanel({ shown, event }: VerdictProps) {
  const isOver = useOver(shown)
  const said = isOver ? undefined : shown?.said
  const kind = said === undefined ? 'none' : said.kind === 'not-ready' ? 'waiting' : toneOf(said)
  const Icon = {
    none: IconTicket,
    waiting: IconClockPause,
    again: IconRepeat,
    good: IconCircleCheckFilled,
    bad: IconCircleXFilled,
  }[kind]
  return (
    <section
      className={`r-column r-gap-4 r-pad-12 r-middle r-grow ${styles['verdict']}`}
      data-kind={kind}
      role="alert"
      key={isOver ? 0 : (shown?.number ?? 0)}
    >
      <Icon size={64} aria-hidden="true" />
      {said === undefined || event === undefined ? (
        <p className={styles['verdict-note']}>
          {said === undefined ? <Trans>Hold a ticket up, or type its number.</Trans> : <NotReady />}
        </p>
      ) : said.kind === 'not-ready' ? (
        <p className={styles['verdict-note']}>
          <NotReady />
        </p>
      ) : (
        <>
          <p className={`r-breaks ${styles['verdict-title']}`}>
            <VerdictTitle said={said} />
          </p>
          <div className={`r-breaks ${styles['verdict-facts']}`}>
            <VerdictFacts said={said} event={event} />
          </div>
        </>
      )}
    </section>
  )
}

function NotReady() {
  return <Trans>The list of tickets is not here yet: nothing can be said of this code.</Trans>
}

function useOver(shown: Shown | null): boolean {
  const [over, setOver] = useState<Shown | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOver(shown), STANDS)
    return () => clearTimeout(timer)
  }, [shown])
  return over === shown
}
