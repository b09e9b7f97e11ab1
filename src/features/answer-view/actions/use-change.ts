import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { waitForChangeOutcome, type ChangeInput, type CapturedFile, type SentChangeOutcome } from '#local/index.ts'
import { notify, useAccount, useProblemText } from '#ui/index.ts'

/** Maximum wait for the result, milliseconds. A later result is only shown on the page. */
const TIMEOUT_MS = 5_000

export type ChangeMessages = { readonly done: string; readonly failed: string }

/**
 * Changes an answer through the outbox and reports the result: accepted, conflict, refused, or pending on this device.
 */
export function useAnswerChange(answer: Answer, messages: ChangeMessages) {
  const { t } = useLingui()
  const { local, change } = useAccount()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)

  function tell(outcome: SentChangeOutcome): void {
    switch (outcome.kind) {
      case 'accepted':
        return notify({ tone: 'received', text: messages.done })
      case 'merged':
        return notify({
          tone: 'attention',
          text: t`Your change conflicts with someone else’s. A supervisor must decide.`,
        })
      case 'refused':
        return notify({ tone: 'attention', text: `${messages.failed}. ${problemText(outcome.problem)}` })
      case 'waiting':
        return notify({ tone: 'waiting', text: t`Saved on this device. It will be sent automatically.` })
      case 'withdrawn':
    }
  }

  /**
   * @param brought files that the change adds
   * @returns the result; null when the change could not be stored on this device
   */
  async function make(act: ChangeInput, brought: readonly CapturedFile[] = []): Promise<SentChangeOutcome | null> {
    setBusy(true)
    try {
      const saved = await change(answer, act, { newFiles: brought })
      if (!saved.ok) {
        notify({ tone: 'attention', text: `${messages.failed}. ${problemText(saved.problem)}` })
        return null
      }
      const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
      const outcome = await waitForChangeOutcome(local, answer.id, saved.value, timeout)
      tell(outcome)
      return outcome
    } finally {
      setBusy(false)
    }
  }
  return { make, busy }
}
