import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { getTurneroEncryptCode } from '#domain/integrations/index.ts'
import { problemOf } from '#domain/endpoints/index.ts'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import type { Delivery } from '#domain/sync/index.ts'
import { isInFrame, useAccount, useOnline, useProblemText } from '#ui/index.ts'
import styles from './booking.module.css'

type BookingProps = {
  readonly answer: AnswerId
  readonly delivery: Delivery | undefined
  /** it was asked for with the save: it goes on by itself as soon as it can */
  readonly goesOn: boolean
  /** leaves the app for another page */
  readonly leave?: (url: string) => void
}

/** Leaves for the booking page, which stays out of another site's frame. */
function leaveFor(url: string): void {
  if (isInFrame()) window.open(url, '_top')
  else location.assign(url)
}

/** From an answer to its appointment. Offline it waits: the booking product knows an answer once the server has it. */
export function Booking({ answer, delivery, goesOn, leave = leaveFor }: BookingProps) {
  const { ask } = useAccount()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const hasArrived = delivery === undefined || delivery.kind === 'received'
  const isRefused = delivery?.kind === 'discarded' || delivery?.kind === 'attention'

  async function book(): Promise<void> {
    setBusy(true)
    setProblem(null)
    const outcome = await ask(getTurneroEncryptCode, { body: { answerId: answer } })
    if (outcome.kind === 'ok') leave(outcome.value.url)
    else setProblem(problemOf(outcome))
    // Also for a user who comes back to the page as it was left.
    setBusy(false)
  }
  useOnce(goesOn && hasArrived, () => void book())

  if (isRefused) return null
  return (
    <div className="r-column r-gap-4">
      <Button
        variant={goesOn ? 'filled' : 'default'}
        disabled={!hasArrived}
        loading={busy}
        leftSection={<IconCalendarEvent size={20} aria-hidden="true" />}
        onClick={() => void book()}
      >
        <Trans>Continue to appointment booking</Trans>
      </Button>
      {!hasArrived && (
        <p className="r-soft">
          <Trans>An appointment can be booked as soon as the answer has arrived.</Trans>
        </p>
      )}
      <p className={`r-problem ${styles['failed']}`} role="alert">
        {problem !== null && <Failure problem={problem} />}
      </p>
    </div>
  )
}

/** Why there is no booking page: only what the user can do something about is said in words of its own. */
function Failure({ problem }: { readonly problem: Problem }) {
  const online = useOnline()
  const problemText = useProblemText()
  if (!online) return <Trans>There is no connection. Try again when there is one.</Trans>
  if (problem.code === 'payment.unpaid') return problemText(problem)
  return <Trans>Error loading the information. If the problem persists, contact the municipality.</Trans>
}

/** Does it once, as soon as it can: a user who comes back from the booking page is not sent there again. */
function useOnce(can: boolean, what: () => void): void {
  const done = useRef(false)
  useEffect(() => {
    if (!can || done.current) return
    done.current = true
    // Forgotten in the address, too.
    history.replaceState(history.state, '', location.pathname)
    what()
  })
}
