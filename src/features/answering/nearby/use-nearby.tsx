import { type ReactNode, useState } from 'react'
import { useLingui } from '@lingui/react'
import { offersNearbyAnswers } from '#domain/answering/index.ts'
import { useAccount, withMessages } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'

/** `shown` is rendered next to the form, `instead` replaces it. */
export type NearbyContent = { readonly shown?: ReactNode; readonly instead?: ReactNode }

/**
 * Shows nearby answers before a public answer is sent, if the form asks for it. `before` resolves to whether to send:
 * true if nothing is near, and also offline or without a reply.
 */
export function useNearbyAnswersCheck(session: AnsweringSession): NearbyContent & {
  readonly before: (opens: () => void) => Promise<boolean>
} {
  const { ask } = useAccount()
  const { i18n } = useLingui()
  const [stage, show] = useState<NearbyContent>({})
  const before = async (opens: () => void): Promise<boolean> => {
    if (!offersNearbyAnswers(session.form.template.opcionales) || !navigator.onLine) return true
    const help = await withMessages('answering/nearby', import('./ask-nearby.tsx')).catch(() => undefined)
    return help === undefined || help.askAboutNearbyAnswers({ session, ask, language: i18n.locale, opens, show })
  }
  return { before, ...stage }
}
