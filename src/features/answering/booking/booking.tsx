import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { getTurneroEncryptCode } from '#domain/integrations/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import type { AnswerId, Problem } from '#domain/kernel/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import { isInFrame, useAccount, useOnline, useProblemText } from '#ui/index.ts'
import styles from './booking.module.css'

type BookingStepProps = {
  readonly answer: AnswerId
  readonly delivery: DeliveryState | undefined
  /** true: the user requested a booking when saving, so the booking page opens once the server has the answer */
  readonly goesOn: boolean
  /** navigates to a page outside the app */
  readonly leave?: (url: string) => void
}

/** Opens the booking page in the top window, as it cannot be shown in a frame. */
function openBookingPage(url: string): void {
  if (isInFrame()) window.open(url, '_top')
  else location.assign(url)
}

/**
 * Books an appointment for an answer. Waits until the server has the answer, as the booking product knows no other
 * answers.
 */
export function BookingStep({ answer, delivery, goesOn, leave = openBookingPage }: BookingStepProps) {
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
    else setProblem(toProblem(outcome))
    // Also after success, as the user may return to this page from the browser's back/forward cache.
    setBusy(false)
  }
  useRunOnce(goesOn && hasArrived, () => void book())

  if (isRefused) return null
  return (
    <div className="r-column r-gap-4">
      <Button
        {...(!goesOn && { variant: 'default' })}
        disabled={!hasArrived}
        loading={busy}
        leftSection={<IconCalendarEvent size={20} aria-hidden="true" />}
        onClick={() => void book()}
      >
        <Trans>Continue to appointment booking</Trans>
      </Button>
      {!hasArrived && (
        <p className="r-soft">
          <Trans>You can book an appointment once the answer has been received.</Trans>
        </p>
      )}
      <p className={`r-problem ${styles['failed']}`} role="alert">
        {problem !== null && <BookingFailure problem={problem} />}
      </p>
    </div>
  )
}

/** Explains why the booking page cannot be opened. Only problems that the user can solve have their own message. */
function BookingFailure({ problem }: { readonly problem: Problem }) {
  const online = useOnline()
  const problemText = useProblemText()
  if (!online) return <Trans>No connection. Try again when you are online.</Trans>
  if (problem.code === 'payment.unpaid') return problemText(problem)
  return <Trans>The information could not be loaded. If this happens again, contact the municipality.</Trans>
}

/** Calls `what` once, when `can` becomes true. Does not call it again when users return from the booking page. */
function useRunOnce(can: boolean, what: () => void): void {
  const doneRef = useRef(false)
  useEffect(() => {
    if (!can || doneRef.current) return
    doneRef.current = true
    // Removes the hash (`BOOKING_HASH`), so that reloading the page does not call `what` again.
    history.replaceState(history.state, '', location.pathname)
    what()
  })
}
