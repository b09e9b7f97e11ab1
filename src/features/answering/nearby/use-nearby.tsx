import { type ReactNode, useState } from 'react'
import { useLingui } from '@lingui/react'
import { offersNearby } from '#domain/answering/index.ts'
import { useAccount, withWords } from '#ui/index.ts'
import type { AnsweringSession } from '../session.ts'

/** `shown` stands beside the form, `instead` in its place. */
export type Stage = { readonly shown?: ReactNode; readonly instead?: ReactNode }

/**
 * Before an answer of the public is sent: others near its place, where the form's author offers them; few do, so the
 * rest is loaded then. `before`: whether it goes on, at once if nothing is near, offline, or if the server is silent.
 */
export function useNearby(session: AnsweringSession): Stage & {
  readonly before: (opens: () => void) => Promise<boolean>
} {
  const { ask } = useAccount()
  const { i18n } = useLingui()
  const [stage, show] = useState<Stage>({})
  const before = async (opens: () => void): Promise<boolean> => {
    if (!offersNearby(session.form.template.opcionales) || !navigator.onLine) return true
    const help = await withWords('answering/nearby', import('./ask-nearby.tsx')).catch(() => undefined)
    return help === undefined || help.askNearby({ session, ask, language: i18n.locale, opens, show })
  }
  return { before, ...stage }
}
