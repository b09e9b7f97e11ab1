import { useState, type ReactNode } from 'react'
import { problemOf, type Outcome } from '#domain/endpoints/index.ts'
import { Confirm } from './later-parts.ts'

type Confirmed = {
  /** does it; where the server wants to know who it is, asks, and does it again */
  readonly confirmed: <T>(act: () => Promise<Outcome<T>>) => Promise<Outcome<T>>
  /** stands somewhere in the screen */
  readonly dialog: ReactNode
}

/** For what is sensitive: the server asks for all that signing in takes, when that was not shown a moment ago. */
export function useConfirmed(): Confirmed {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null)
  return {
    async confirmed(act) {
      const outcome = await act()
      if (outcome.kind === 'ok' || problemOf(outcome).code !== 'session.confirm-required') return outcome
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      setAnswer(null)
      return isConfirmed ? act() : outcome
    },
    dialog: answer !== null && <Confirm onDone={answer} />,
  }
}
