import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { settledFate, type Act, type CapturedFile, type ChangeFate } from '#local/index.ts'
import { notify, useAccount, useProblemText } from '#ui/index.ts'

/** Maximum wait for the result, milliseconds. Later results are only shown on the page. */
const TIMEOUT_MS = 5_000

export type ChangeWords = { readonly done: string; readonly failed: string }

/**
 * Changes an answer through the outbox and reports the result: accepted, conflict, refused, or pending on this device.
 */
export function useChange(answer: Answer, words: ChangeWords) {
  const { t } = useLingui()
  const { local, change } = useAccount()
  const textOf = useProblemText()
  const [busy, setBusy] = useState(false)

  function tell(fate: ChangeFate): void {
    switch (fate.kind) {
      case 'accepted':
        return notify({ tone: 'received', text: words.done })
      case 'merged':
        return notify({ tone: 'attention', text: t`Someone else changed the same thing. A supervisor must decide.` })
      case 'refused':
        return notify({ tone: 'attention', text: `${words.failed}. ${textOf(fate.problem)}` })
      case 'waiting':
        return notify({ tone: 'waiting', text: t`Saved on this device. It will be sent automatically.` })
      case 'withdrawn':
    }
  }

  /**
   * @param brought attached files
   * @returns the result; null when the change could not be stored on this device
   */
  async function make(act: Act, brought: readonly CapturedFile[] = []): Promise<ChangeFate | null> {
    setBusy(true)
    try {
      const saved = await change(answer, act, { brought })
      if (!saved.ok) {
        notify({ tone: 'attention', text: `${words.failed}. ${textOf(saved.problem)}` })
        return null
      }
      const patience = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
      const fate = await settledFate(local, answer.id, saved.value, patience)
      tell(fate)
      return fate
    } finally {
      setBusy(false)
    }
  }
  return { make, busy }
}
