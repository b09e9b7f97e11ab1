import { useState, type ReactNode } from 'react'
import { toProblem, type RequestOutcome } from '#domain/endpoints/index.ts'
import { LazyIdentityConfirmation } from './lazy-parts.ts'

type ConfirmedAction = {
  /** runs an action; if the server requires confirmation, asks for it and runs the action again */
  readonly confirmed: <T>(act: () => Promise<RequestOutcome<T>>) => Promise<RequestOutcome<T>>
  /** render this anywhere in the screen */
  readonly dialog: ReactNode
}

/**
 * Confirms the user's identity for sensitive actions. The server requires all sign-in steps again, unless they were
 * completed recently.
 */
export function useConfirmedAction(): ConfirmedAction {
  const [answer, setAnswer] = useState<((confirmed: boolean) => void) | null>(null)
  return {
    async confirmed(act) {
      const outcome = await act()
      if (outcome.kind === 'ok' || toProblem(outcome).code !== 'session.confirm-required') return outcome
      const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
      setAnswer(null)
      return isConfirmed ? act() : outcome
    },
    dialog: answer !== null && <LazyIdentityConfirmation onDone={answer} />,
  }
}
